"""How loud the table is, with or without music, and how it speaks, until it ends."""

from collections.abc import Callable
from typing import NamedTuple

from controller.sound.player import CuePlayer


class SoundState(NamedTuple):
    volume: int  # from 0 to 10
    muted: bool
    music: bool
    speaks: bool | None  # None: there is nothing here that could
    language: str


class SoundControl:
    def __init__(self, player: CuePlayer, language: str) -> None:
        self.player = player
        self._language = language
        self._speaks: bool | None = None
        self._use_voice: Callable[[str], object] = lambda _language: None
        # Told of whatever changes, by whomever.
        self.on_change: list[Callable[[], object]] = []

    @property
    def state(self) -> SoundState:
        player = self.player
        return SoundState(
            player.volume, player.is_muted, player.music, self._speaks, self._language
        )

    def can_speak(self, use_voice: Callable[[str], object]) -> None:
        """From now on it speaks; `use_voice` takes up the voice of a language."""
        self._speaks, self._use_voice = True, use_voice
        self._tell()

    def use(self, wanted: SoundState) -> None:
        """What cannot speak stays silent, whatever is wanted."""
        before, player = self.state, self.player
        player.volume = wanted.volume
        if wanted.muted != before.muted:
            player.toggle_mute()
        player.music = wanted.music
        if before.speaks is not None:
            self._speaks = bool(wanted.speaks)
        if wanted.language != before.language:
            self._language = wanted.language
            self._use_voice(wanted.language)
        self._tell()

    def toggle_mute(self) -> bool:
        """Mutes the table, or lets it be heard again; says whether it is muted now."""
        is_muted = self.player.toggle_mute()
        self._tell()
        return is_muted

    def _tell(self) -> None:
        for listener in self.on_change:
            listener()
