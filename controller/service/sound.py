"""What is heard of a table: its cues from the start, its speech once all else runs."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from controller.light.lights import Lights
from controller.service.options import PlayOptions
from controller.session.saying import Saying
from controller.session.table import Table
from controller.sound.player import CuePlayer, QuietHours
from hardware.parts.registry import Parts
from hardware.parts.speaker import Speaker

if TYPE_CHECKING:
    from controller.sound.speech import Speech

NO_PROGRAM = "silent: espeak-ng is not installed (sudo apt-get install espeak-ng)"


def cue_player(wish: PlayOptions, speaker: Speaker, lights: Lights) -> CuePlayer:
    """Plays each sound in the moment in which its picture is lit."""
    player = CuePlayer(speaker, wish.volume, QuietHours(wish.quiet, datetime.now))
    lights.on_sounds.append(player.play)
    return player


def begin_speech(
    wish: PlayOptions, player: CuePlayer, table: Table, parts: Parts
) -> Callable[[], object]:
    """From now on the table says its prompts; gives what ends it."""
    # Loaded here: nothing of it is needed before the table stands.
    from controller.sound.speech import Speech, command

    if not wish.speech:
        return lambda: None
    found = command(wish.speech_command, wish.voice)
    says = f"by {found[0]}, voice {wish.voice}" if found else NO_PROGRAM
    parts.fitted("speech", says)
    if not found:
        return lambda: None
    return _attach(Speech(found, player.speak), player, table)


def _attach(speech: "Speech", player: CuePlayer, table: Table) -> Callable[[], object]:
    def say(sentence: str) -> None:
        if not player.is_silent:
            speech.say(sentence)

    saying = Saying(say)
    table.on_change.append(saying.changed)
    table.on_notice.append(saying.noticed)
    saying.changed(table.now, ())
    return speech.close
