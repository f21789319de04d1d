"""Volume, music and voice of the running table."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from controller.sound.player import CuePlayer

# By a voice's name for the program, its name for people.
Voices: TypeAlias = Mapping[str, str]
# Sets the language, and the voice; without one, the language's usual voice.
UseVoice: TypeAlias = Callable[[str, str | None], object]
# Asks for the voices of a language; the answer comes later on the table's thread.
AskVoices: TypeAlias = Callable[[str, Callable[[Voices], object]], object]


class SoundState(NamedTuple):
    volume: int  # from 0 to 10
    muted: bool
    music: bool
    speaks: bool | None  # None: it has no program that speaks
    language: str
    voice: str | None  # None: the usual one
    voices: Voices  # to choose from, once somebody has asked


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
        # Are told of every change.
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
        """Use this state; without a speech program, stay silent."""
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
                # There may be some when somebody asks again.
                self._asked = language if voices else None
                self._notify()

        self._ask_voices(language, found)

    def _speak_in(self, language: str, voice: str | None) -> None:
        if language != self._language:
            # This language has other voices, which nobody has asked for yet.
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
