"""The sound of the running table: cues, music and voice, at the volume allowed now."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import NamedTuple, TypeAlias

from controller.sound import cues
from controller.words.files import ENGLISH
from hardware.parts.sound import LOUDEST, Sound, sound
from hardware.parts.speaker import Speaker

# Sets the language of the voice.
UseLanguage: TypeAlias = Callable[[str], object]


@cache
def _sound(name: str) -> Sound:
    return sound(cues.samples(name))


def preload() -> None:
    """Load every cue in advance, so that playing one never waits."""
    for name in cues.names():
        _sound(name)


class QuietHours:
    """The hours of silence, such as "22:00-07:30"."""

    def __init__(self, hours: str | None, now: Callable[[], datetime]) -> None:
        self._hours = hours.split("-") if hours else None
        self._now = now

    def __call__(self) -> bool:
        if self._hours is None:
            return False
        start, end = self._hours
        now = self._now().strftime("%H:%M")
        # If they span midnight, it is quiet after their start or before their end.
        return start <= now < end if start <= end else now >= start or now < end


class SoundState(NamedTuple):
    """What the host sets."""

    volume: int  # from 0 to 10
    muted: bool = False
    music: bool = False  # below everything else
    speaks: bool | None = None  # None: no program that speaks is installed
    language: str = ENGLISH


class SoundControl:
    def __init__(
        self,
        speaker: Speaker,
        state: SoundState,
        is_quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """Set up; `is_quiet` says whether the table must be silent now."""
        self.state = state
        self._speaker = speaker
        self._is_quiet = is_quiet
        self._use_language: UseLanguage = lambda _language: None
        # Called for every change.
        self.on_change: list[Callable[[], object]] = []
        self._apply()

    @property
    def is_silent(self) -> bool:
        return self.state.volume == 0 or self.state.muted or self._is_quiet()

    def enable_speech(self, use_language: UseLanguage) -> None:
        """Let the table speak."""
        self._use_language = use_language
        self.state = self.state._replace(speaks=True)
        self._apply()

    def use(self, wanted: SoundState) -> None:
        """Use this state; without a speech program, stay silent."""
        before = self.state
        self.state = (
            wanted if before.speaks is not None else wanted._replace(speaks=None)
        )
        if wanted.muted and not before.muted:
            self._speaker.mixer.hush(all_voices=True)
        if wanted.language != before.language:
            self._use_language(wanted.language)
        self._apply()

    def toggle_mute(self) -> bool:
        """Mute or unmute the table; return whether it is muted now."""
        self.use(self.state._replace(muted=not self.state.muted))
        return self.state.muted

    def speak(self, sound: Sound) -> bool:
        """Play this in place of the current speech; return whether it may be heard.

        May be called from any thread.
        """
        if self.is_silent:
            return False
        self._speaker.mixer.hush()
        self._speaker.play(sound, is_speech=True)
        return True

    def play(self, names: tuple[str, ...]) -> None:
        """Play these now or not at all; never wait."""
        if self.is_silent:
            return
        for name in names:
            self._speaker.play(_sound(name))
        # After quiet hours or a failed speaker, music returns with the next sound.
        self._begin_music()

    def _apply(self) -> None:
        # A quarter of the power sounds half as loud.
        share = (self.state.volume / 10) ** 1.5
        self._speaker.mixer.volume = round(LOUDEST * share)
        self._begin_music()
        for listener in self.on_change:
            listener()

    def _begin_music(self) -> None:
        if self._may_have_music():
            self._speaker.play_bed(_sound(cues.MUSIC), self._may_have_music)

    def _may_have_music(self) -> bool:
        """Return whether music may play; the speaker's thread asks every 10 ms."""
        return self.state.music and not self.is_silent
