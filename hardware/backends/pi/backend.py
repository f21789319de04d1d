"""The real table: a Raspberry Pi's pins, pixels and supply."""

import subprocess
import time
from pathlib import Path
from random import randrange
from typing import Any

from hardware.backend import (
    Clock,
    Faults,
    NextChunk,
    Report,
    Servo,
    SoundOutput,
    SpeakerMonitor,
    Touch,
)
from hardware.backends.pi.checks import pin_troubles
from hardware.backends.pi.pins import Pins, open_pins, pin_library
from hardware.backends.pi.pixels import PiPixels, driven
from hardware.backends.pi.power import KernelPower
from hardware.boards.ports import SerialPorts
from hardware.parts import servos
from hardware.parts.registry import NotReady, Parts
from hardware.parts.strip import Writer
from hardware.pi_model import Pi
from wiring.boardmap import BoardMap, Eliminator, Speaker


class PiBackend:
    def __init__(
        self,
        board: BoardMap,
        clock: Clock,
        parts: Parts,
        pi: Pi,
        *,
        root: Path = Path("/"),
    ) -> None:
        """Open nothing yet: a part reports its missing device when first used."""
        self._board = board
        self.pi = pi
        self._root = root
        self.clock = clock
        self._strip = PiPixels(board, root)
        # A frame takes 5 ms on the wire, and nothing should block that long.
        self.pixels = Writer(self._strip)
        self.pins = Pins(self._open_pins)
        self.power = KernelPower(root)
        self.ports = SerialPorts(clock)
        self.touch: Touch | None = None
        self.breakage: Faults | None = None
        self.speaker_monitor: SpeakerMonitor | None = None
        parts.fitted("strip", driven(board.strip))
        library = pin_library(pi) or "no library installed"
        parts.fitted("buttons", f"gpiozero over {library}, {len(board.buttons)} pins")
        parts.fitted("power", self.power.says)
        if board.eliminator:
            parts.fitted("eliminator", servos.description(board.eliminator))
        if board.speaker:
            parts.fitted("speaker", f"{board.speaker.device} through ALSA")

    def open_servo(self, row: Eliminator) -> Servo:
        return servos.open_servo(row, self.pins, self._root)

    def open_speaker(
        self, row: Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        # Import this late, because not every table has a speaker.
        from hardware.backends.pi.alsa import AlsaOutput

        soon = self.clock.call_soon_threadsafe
        return AlsaOutput(row.device, chunk, lambda trouble: soon(report, trouble))

    def nonce(self) -> int:
        return randrange(0xFFFF)

    def steady_s(self) -> float:
        # This clock keeps running while the machine sleeps, so no sleep counts as a
        # hold.
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def close(self) -> None:
        try:
            self.pixels.close()
            self._strip.close()
        finally:
            self.pins.close()

    def power_off(self) -> str:
        command = ["systemctl", "poweroff"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            return f"systemctl could not be run ({error.strerror}); the Pi stays on."
        if done.returncode:
            why = " ".join(done.stderr.split()) or f"status {done.returncode}"
            return f"`systemctl poweroff` was refused ({why}); the Pi stays on."
        return "the Pi is switching off too."

    def _open_pins(self) -> Any:
        for trouble in pin_troubles(self._board, self.pi, self._root):
            raise NotReady(str(trouble))
        return open_pins(self.pi, self._root)
