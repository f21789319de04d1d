"""How loud the table is, with or without music, and how it speaks, until it ends."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from controller.sound.player import CuePlayer

# What a voice is called by what speaks, and by people.
Voices: TypeAlias = Mapping[str, str]
# Speaks this language from now on, in this voice or, without one, in the usual one.
UseVoice: TypeAlias = Callable[[str, str | None], object]
# Asks for the voices of a language, and tells of them later on the table's thread.
AskVoices: TypeAlias = Callable[[str, Callable[[Voices], object]], object]


class SoundState(NamedTuple):
    volume: int  # from 0 to 10
    muted: bool
    music: bool
    speaks: bool | None  # None: there is nothing here that could
    language: str
    voice: str | None  # None: the usual one
    voices: Voices  # that can be chosen, as far as somebody has asked


class SoundControl:
    def __init__(self, player: CuePlayer, language: str) -> None:
        self.player = player
        self._language = language
        self._speaks: bool | None = None
        self._use_voice: UseVoice = lambda _language, _voice: None
        self._ask_voices: AskVoices | None = None
        self._voice: str | None = None
        self._voices: Voices = {}
        # The language whose voices are known or asked for.
        self._asked: str | None = None
        # Told of whatever changes, by whomever.
        self.on_change: list[Callable[[], object]] = []

    @property
    def state(self) -> SoundState:
        return SoundState(
            self.player.volume,
            self.player.is_muted,
            self.player.music,
            self._speaks,
            self._language,
            self._voice,
            self._voices,
        )

    def enable_speech(
        self, use_voice: UseVoice, ask_voices: AskVoices | None = None
    ) -> None:
        """Let the table speak; without `ask_voices` no voice can be chosen."""
        self._speaks = True
        self._use_voice, self._ask_voices = use_voice, ask_voices
        self._notify()

    def use(self, wanted: SoundState) -> None:
        """Use this state; what cannot speak stays silent."""
        before, player = self.state, self.player
        player.volume = wanted.volume
        if wanted.muted != before.muted:
            player.toggle_mute()
        player.music = wanted.music
        if before.speaks is not None:
            self._speaks = bool(wanted.speaks)
        self._speak_in(wanted.language, wanted.voice)
        self._notify()

    def find_voices(self) -> None:
        """Ask which voices there are, once for each language; never wait."""
        language = self._language
        if self._ask_voices is None or self._asked == language:
            return
        self._asked = language

        def found(voices: Voices) -> None:
            if language == self._language:
                self._voices = voices
                # Perhaps there are some when somebody asks again.
                self._asked = language if voices else None
                self._notify()

        self._ask_voices(language, found)

    def _speak_in(self, language: str, voice: str | None) -> None:
        if language != self._language:
            # Its voices are others, which nobody has seen yet.
            voice, self._voices, self._asked = None, {}, None
        elif voice == self._voice:
            return
        self._language, self._voice = language, voice
        self._use_voice(language, voice)

    def toggle_mute(self) -> bool:
        """Mute the table, or let it be heard again; return whether it is muted now."""
        is_muted = self.player.toggle_mute()
        self._notify()
        return is_muted

    def _notify(self) -> None:
        for listener in self.on_change:
            listener()
