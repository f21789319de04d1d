"""The simulated table: mock pins, a strip in memory, and hands from a page."""

from collections.abc import Callable, Mapping

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.backend import (
    Clock,
    NextChunk,
    NoSuchControl,
    NoSuchFault,
    PinLevel,
    Report,
    Servo,
    SoundOutput,
)
from hardware.backends.sim.boards import FAULTS, SimBoards
from hardware.backends.sim.memory import MemoryPixels, SimPower
from hardware.backends.sim.speaker import MemorySpeaker
from hardware.parts.registry import Parts
from hardware.parts.servos import GpioServo
from wiring.boardmap import BoardMap, Eliminator, Speaker


class SimBackend:
    def __init__(
        self,
        board: BoardMap,
        clock: Clock,
        parts: Parts,
        pixels: MemoryPixels | None = None,
        seed: int | None = None,
    ) -> None:
        """Create the table; the same seed gives the same random behaviour."""
        self.clock = clock
        self.pixels = pixels or MemoryPixels()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.power = SimPower()
        self.faults = self.ports = self._boards = SimBoards(board, clock, parts, seed)
        self.touch = SimTouch(board, self.pins, self._boards)
        # None until it is opened.
        self.speaker: MemorySpeaker | None = None
        self.breakage = SimBreakage(
            board, self._boards, self.power, self.pixels, lambda: self.speaker
        )
        self.speaker_monitor = self if board.speaker else None
        parts.fitted("strip", f"simulated, {board.strip.pixels} pixels in memory")
        parts.fitted("buttons", f"simulated, {len(board.buttons)} mock pins")
        if board.eliminator:
            parts.fitted("eliminator", "simulated, a servo that moves nothing")
        if board.speaker:
            parts.fitted("speaker", "simulated, with its samples kept in memory")

    def open_servo(self, row: Eliminator) -> Servo:
        # No guardian is needed: nothing moves, and the clock may be virtual.
        return GpioServo(row, self.pins)

    def open_speaker(
        self, _row: Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        self.speaker = MemorySpeaker(self.clock, chunk, report)
        return self.speaker

    def levels(self) -> list[int]:
        return self.speaker.levels() if self.speaker else []

    def nonce(self) -> int:
        return self._boards.nonce

    def steady_s(self) -> float:
        return self.clock.time()

    def close(self) -> None:
        self._boards.close()
        self.pins.close()

    def power_off(self) -> str:
        return "this table is simulated; the machine stays on."


class SimTouch:
    """Simulated fingers on pins, and hands on the sensor boards."""

    def __init__(
        self,
        board: BoardMap,
        pins: MockFactory,
        boards: SimBoards,
    ) -> None:
        self._pins = pins
        self._boards = boards
        self._gpio = {button.control: button.gpio for button in board.buttons}
        if board.eliminator:
            self._gpio |= {"arm": board.eliminator.arm, "fire": board.eliminator.fire}

    def press(self, control: str) -> None:
        if control in self._gpio:
            self._pins.pin(self._gpio[control]).drive_low()
        else:
            self._boards.press(self._tile(control), 1)

    def release(self, control: str) -> None:
        if control in self._gpio:
            self._pins.pin(self._gpio[control]).drive_high()
        else:
            self._boards.press(self._tile(control), 0)

    def put(self, place: str) -> None:
        self._boards.put(place, 1)

    def take(self, place: str) -> None:
        self._boards.put(place, 0)

    def tag(self, reader: str, uid: str) -> None:
        self._boards.tag(reader, uid)

    def pins(self) -> list[PinLevel]:
        return [
            PinLevel(control, gpio, bool(self._pins.pin(gpio).state))
            for control, gpio in self._gpio.items()
        ]

    def _tile(self, control: str) -> str:
        if not self._boards.has_switch(control):
            known = ", ".join([*self._gpio, "tile:ROW,COLUMN"])
            raise NoSuchControl(
                f"unknown control {control[:40]!r}; the table has {known}"
            )
        return control


class SimBreakage:
    """Faults on demand of sensor boards, the strip, the supply and the speaker."""

    def __init__(
        self,
        board: BoardMap,
        boards: SimBoards,
        power: SimPower,
        pixels: MemoryPixels,
        speaker: Callable[[], MemorySpeaker | None],
    ) -> None:
        self._boards = boards
        self._power = power
        self._pixels = pixels
        # Keyed by the parts' names in `Parts`.
        self._names = {f"sensor board {row.name}": row.name for row in board.boards}
        self.known: Mapping[str, tuple[str, ...]] = {
            **dict.fromkeys(self._names, FAULTS),
            "strip": ("cut",),
            "power": ("weak",),
            **({"speaker": ("unplugged",)} if board.speaker else {}),
        }
        self._speaker = speaker

    def fault(self, part: str, fault: str, value: object = None) -> None:
        if fault not in self._faults_of(part):
            known = ", ".join(self.known[part])
            raise NoSuchFault(
                f"{part} has no fault {fault[:40]!r}; choose from {known}"
            )
        if part in self._names:
            self._boards.set(self._names[part], fault, value)
        else:
            self._be_broken(part, True)

    def repair(self, part: str) -> None:
        self._faults_of(part)
        if part in self._names:
            self._boards.clear(self._names[part])
        else:
            self._be_broken(part, False)

    def _faults_of(self, part: str) -> tuple[str, ...]:
        if part not in self.known:
            known = ", ".join(self.known)
            raise NoSuchFault(f"{part[:40]!r} has no faults; choose from {known}")
        return self.known[part]

    def _be_broken(self, part: str, is_broken: bool) -> None:
        if part == "strip":
            self._pixels.is_broken = is_broken
        elif part == "speaker":
            if speaker := self._speaker():
                speaker.is_broken = is_broken
        else:
            self._power.low = is_broken
