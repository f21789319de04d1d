"""The speaker, the only owner of the sound device.

A device that is missing or busy is a failed part: it is reported and retried, and the
table is silent meanwhile. Nobody waits for it.
"""

from collections.abc import Callable

from hardware.backend import Backend
from hardware.parts.registry import Parts
from hardware.parts.sound import Mixer, Sound
from wiring import boardmap

NAME = "speaker"


class Speaker:
    def __init__(self, row: boardmap.Speaker, backend: Backend, parts: Parts) -> None:
        self.mixer = Mixer()
        self._parts = parts
        self._is_out = False
        self._output = backend.open_speaker(row, self.mixer.chunk, self._report)

    def play(self, sound: Sound, *, is_speech: bool = False) -> None:
        """Play a sound over whatever else is heard; never wait."""
        if not self._is_out and self.mixer.volume:
            self._output.play(lambda: self.mixer.add(sound, is_speech=is_speech))

    def play_bed(self, loop: Sound, is_wanted: Callable[[], bool]) -> None:
        """Play a loop under all other sounds while it is wanted."""

        def is_heard() -> bool:
            return not self._is_out and is_wanted()

        if not self._is_out:
            self._output.play(lambda: self.mixer.add_bed(loop, is_heard))

    def close(self) -> None:
        self._output.close()

    def _report(self, trouble: str | None) -> None:
        self._is_out = trouble is not None
        if self._is_out:
            # By the time it works again, these sounds would be out of date.
            self.mixer.hush(all_voices=True)
        self._parts.report(NAME, trouble)
