"""The speaker, sole owner of the sound device.

If the device is missing or busy, the part has failed: the table reports and retries it,
stays silent meanwhile, and never waits for it.
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
        """Play a sound over any others, without waiting."""
        if not self._is_out and self.mixer.volume:
            self._output.play(lambda: self.mixer.add(sound, is_speech=is_speech))

    def play_bed(self, loop: Sound, is_wanted: Callable[[], bool]) -> None:
        """Play a loop under all other sounds while `wanted`."""

        def is_heard() -> bool:
            return not self._is_out and is_wanted()

        if not self._is_out:
            self._output.play(lambda: self.mixer.add_bed(loop, is_heard))

    def close(self) -> None:
        self._output.close()

    def _report(self, trouble: str | None) -> None:
        self._is_out = trouble is not None
        if self._is_out:
            # These sounds would be out of date by the time the device works again.
            self.mixer.hush(all_voices=True)
        self._parts.report(NAME, trouble)
