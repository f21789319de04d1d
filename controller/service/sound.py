"""The sound of a table: cues from the start, speech once everything else runs."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from controller.basics.sentence import Says
from controller.light.lights import Lights
from controller.service.settings import Settings
from controller.session.narrator import Narration, Narrator, spoken
from controller.session.snapshot import Snapshot
from controller.session.table import Table
from controller.sound.control import QuietHours, SoundControl, SoundState
from controller.sound.spoken import Utterance
from controller.words.files import ENGLISH, LANGUAGES
from hardware.parts.registry import Parts
from hardware.rig import Rig

if TYPE_CHECKING:
    from controller.sound.speech import Speech

# Called with the names of the sounds that begin now.
Cues: TypeAlias = Callable[[tuple[str, ...]], object]

NO_PROGRAM = "silent: espeak-ng is not installed (sudo apt-get install espeak-ng)"


def sound_of(settings: Settings, rig: Rig, lights: Lights) -> SoundControl | None:
    """Play each sound when its picture is lit; return None without a speaker."""
    quiet, control = QuietHours(settings.quiet, datetime.now), None
    if rig.speaker:
        language = language_of(settings.voice or settings.language)
        state = SoundState(settings.volume, language=language)
        control = SoundControl(rig.speaker, state, quiet)
        lights.on_sounds.append(control.play)
    parts = sound_parts(settings.volume, quiet, control, rig.sound)
    lights.on_sounds.append(parts)
    return control


def sound_parts(
    volume: int, quiet: Callable[[], bool], control: SoundControl | None, sound: Cues
) -> Cues:
    """Let other parts make sounds only while the speaker would be heard.

    `volume` and `quiet` apply to a table without a speaker.
    """

    def play(names: tuple[str, ...]) -> None:
        is_silent = control.is_silent if control else volume == 0 or quiet()
        if not is_silent:
            sound(names)

    return play


def begin_speech(
    settings: Settings, control: SoundControl, table: Table, parts: Parts
) -> Callable[[], object]:
    """Let the table speak from now on; return a function that ends it."""
    # Imported late, because the table starts without it.
    from controller.sound.speech import Speech, command

    if not settings.speech:
        return lambda: None
    voice = voice_of(control.state.language, settings.voice)
    found = command(settings.speech_command, voice)
    says = f"by {found[0]}, voice {voice}" if found else NO_PROGRAM
    parts.fitted("speech", says)
    if not found:
        return lambda: None
    speech = Speech(found, control.speak, _reports(parts))

    def use_language(language: str) -> None:
        voice = voice_of(language, settings.voice)
        speech.use(command(settings.speech_command, voice) or found)

    control.enable_speech(use_language)
    _attach(speech, control, table)
    return speech.close


def _reports(parts: Parts) -> Callable[[str | None], object]:
    """Return a function that reports, from any thread, whether the command speaks."""
    loop = asyncio.get_running_loop()

    def report(trouble: str | None) -> None:
        # The table may have ended meanwhile.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(parts.report, "speech", trouble)

    return report


def voice_of(language: str, wished: str | None) -> str:
    """Return the chosen voice if it speaks the language, else the default for it."""
    return wished if wished and language_of(wished) == language else language


def language_of(voice: str) -> str:
    """Return the language of a voice: "de-at" is German, an unknown one English."""
    spoken_in = voice.partition("-")[0]
    return spoken_in if spoken_in in LANGUAGES else ENGLISH


def in_words(now: Snapshot, aloud: Narration, language: str) -> Utterance:
    """Render what is spoken in this language, with the players' names."""

    def words(says: Says) -> str:
        return spoken(now.render(says, language)) if says else ""

    told = tuple(filter(None, map(words, aloud.told)))
    asks = tuple(filter(None, map(words, aloud.prompt)))
    return Utterance(told, asks, words(aloud.answer), aloud.again)


def _attach(speech: "Speech", control: SoundControl, table: Table) -> None:
    def speak(now: Snapshot, aloud: Narration) -> None:
        state = control.state
        if state.speaks and not control.is_silent:
            speech.speak(in_words(now, aloud, state.language))

    narrator = Narrator(speak)
    table.on_change.append(narrator.changed)
    table.on_notice.append(narrator.noticed)
    table.on_reply.append(narrator.replied)
    narrator.changed(table.now, ())
