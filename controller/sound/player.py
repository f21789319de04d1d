"""Plays cues and music on the table's speaker, at the volume allowed now."""

from collections.abc import Callable
from datetime import datetime
from functools import cache

from controller.sound import cues
from hardware.parts.sound import LOUDEST, Sound, sound
from hardware.parts.speaker import Speaker


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
        # Over midnight it is quiet after its start or before its end.
        return start <= now < end if start <= end else now >= start or now < end


class CuePlayer:
    def __init__(
        self,
        speaker: Speaker,
        volume: int,
        is_quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """`volume` is from 0 to 10; `is_quiet` says that nothing may be heard now."""
        self._speaker = speaker
        self._is_quiet = is_quiet
        self._music = False
        self.is_muted = False
        self.volume = volume

    @property
    def volume(self) -> int:
        return self._volume

    @volume.setter
    def volume(self, volume: int) -> None:
        self._volume = volume
        # What seems half as loud has a quarter of the power.
        self._speaker.mixer.volume = round(LOUDEST * (volume / 10) ** 1.5)
        self._begin_music()

    @property
    def music(self) -> bool:
        """Whether music plays under everything else."""
        return self._music

    @music.setter
    def music(self, music: bool) -> None:
        self._music = music
        self._begin_music()

    @property
    def is_silent(self) -> bool:
        return self._volume == 0 or self.is_muted or self._is_quiet()

    def toggle_mute(self) -> bool:
        """Mute the table, or let it be heard again; return whether it is muted now."""
        self.is_muted = not self.is_muted
        if self.is_muted:
            self._speaker.mixer.hush(all_voices=True)
        self._begin_music()
        return self.is_muted

    def speak(self, sound: Sound) -> bool:
        """Play this in place of what is being said; return whether it may be heard.

        May be called from any thread.
        """
        if self.is_silent:
            return False
        self._speaker.mixer.hush()
        self._speaker.play(sound, is_speech=True)
        return True

    def play(self, names: tuple[str, ...]) -> None:
        """Play these now, or not at all; never wait."""
        if self.is_silent:
            return
        for name in names:
            self._speaker.play(_sound(name))
        # After quiet hours or a failed speaker, music comes back with the next sound.
        self._begin_music()

    def _begin_music(self) -> None:
        if self._may_have_music():
            self._speaker.play_bed(_sound(cues.MUSIC), self._may_have_music)

    def _may_have_music(self) -> bool:
        """Asked on the speaker's thread too, every 10 ms while there is music."""
        return self._music and not self.is_silent
