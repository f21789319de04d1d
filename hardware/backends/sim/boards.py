"""The simulated sensor boards: real firmware and driver, simulated hands and faults.

On an event loop, each board is a MicroPython process behind a pty. Without MicroPython,
or on a virtual clock, the same firmware runs inside this process.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random

from hardware.backend import (
    Clock,
    Line,
    LineLost,
    NoSuchControl,
    NoSuchFault,
    OnData,
    OnLost,
    Plugs,
    Timer,
)
from hardware.backends.sim.chips import Chip, MicroPythonChip, find_micropython
from hardware.backends.sim.memory_chip import MemoryChip
from hardware.parts.registry import Parts
from wiring.boardmap import BoardMap, SensorBoard

FAULTS = ("unplug", "plug", "reset", "stuck on", "stuck off", "flapping")

# A finger presses for at least this long; a click on a page can be shorter.
_SHORTEST_PRESS_MS = 30
# Slow enough for the board to debounce each change.
_FLAP_S = {"switch": 0.02, "hall": 0.2}


class SimBoards:
    def __init__(
        self,
        board: BoardMap,
        clock: Clock,
        parts: Parts,
        seed: int | None = None,
    ) -> None:
        random = Random(seed)
        self._has_power = False
        make = _chips(clock, random, parts)
        self.by_name = {
            row.name: SimBoard(row, make(row), clock) for row in board.boards
        }
        self.nonce = random.randrange(0xFFFF)
        self._bits: dict[tuple[str, str], tuple[SimBoard, int]] = {}
        self._readers: dict[str, tuple[SimBoard, int]] = {}
        for one in self.by_name.values():
            self._bits |= {key: (one, bit) for key, bit in one.bits.items()}
            self._readers |= {r: (one, n) for n, r in enumerate(one.row.readers)}

    def close(self) -> None:
        for board in self.by_name.values():
            board.close()

    # What the driver sees

    def find(self) -> Plugs:
        """Return each plug; the first call powers the boards up."""
        boards = self.by_name.values()
        if not self._has_power:
            self._has_power = True
            for board in boards:
                board.chip.plug()
        return [(b.row.usb_serial, b.chip.port) for b in boards if b.chip.port]

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> Line:
        for board in self.by_name.values():
            if board.chip.port == name:
                return board.chip.open(on_data, on_lost)
        raise LineLost("it was unplugged")

    # Hands

    def has_switch(self, place: str) -> bool:
        return ("switch", place) in self._bits

    def press(self, place: str, level: int) -> None:
        board, bit = self._bits["switch", place]
        board.press(bit, level)

    def put(self, place: str, level: int) -> None:
        """Put a magnet on a place, or (0) take it away."""
        found = self._bits.get(("hall", place))
        if found is None:
            raise NoSuchControl(
                f"no Hall sensor at {place[:40]!r}; the table has them at "
                f"{_some([place for kind, place in self._bits if kind == 'hall'])}"
            )
        board, bit = found
        board.feel(bit, level)

    def tag(self, reader: str, uid: str) -> None:
        """Put the card with this number on a reader; without a number, remove it."""
        found = self._readers.get(reader)
        if found is None:
            known = _some([*self._readers])
            raise NoSuchControl(
                f"unknown card reader {reader[:40]!r}; the table has {known}"
            )
        try:
            number = bytes.fromhex(uid)
        except ValueError:
            number = b""
        if bool(number) != bool(uid) or len(number) > 10:
            raise NoSuchControl(
                f"a card's number is up to 10 bytes as hex digits, not {uid[:40]!r}"
            )
        board, which = found
        board.chip.tag(which, number)

    # Faults

    def set(self, name: str, fault: str, value: object = None) -> None:
        """Break this board; raise NoSuchFault.

        A stuck or flapping bit is named by its place, with "hall" behind it for a Hall
        sensor under a tile.
        """
        self._named(name).fault(fault, value)

    def clear(self, name: str) -> None:
        """Repair this board and plug it in."""
        self._named(name).repair()

    def _named(self, name: str) -> "SimBoard":
        if name not in self.by_name:
            known = _some([*self.by_name])
            raise NoSuchFault(f"unknown board {name[:40]!r}; the table has {known}")
        return self.by_name[name]


class SimBoard:
    """One board: its chip, the hands at its sensors, and what is wrong with it."""

    def __init__(self, row: SensorBoard, chip: Chip, clock: Clock) -> None:
        self.row = row
        self.chip = chip
        self.bits = {(s.kind, s.place): bit for bit, s in enumerate(row.sensors) if s}
        self._clock = clock
        self._hands: dict[int, int] = {}
        self._stuck: dict[int, int] = {}
        self._flapping: dict[int, Timer] = {}
        # Presses and releases that are still queued.
        self._presses: deque[tuple[int, int]] = deque()
        self._is_pressing = False

    def close(self) -> None:
        self.repair(plug=False)
        self.chip.close()

    # Hands

    def press(self, bit: int, level: int) -> None:
        """Queue a press, long enough for the board to detect."""
        self._presses.append((bit, level))
        if not self._is_pressing:
            self._next_press()

    def _next_press(self) -> None:
        self._is_pressing = bool(self._presses)
        if self._is_pressing:
            self.feel(*self._presses.popleft())
            # A board that runs late must not sense two presses at once.
            self.chip.hold(_SHORTEST_PRESS_MS)
            when = self._clock.time() + _SHORTEST_PRESS_MS / 1000
            self._clock.call_at(when, self._next_press)

    def feel(self, bit: int, level: int) -> None:
        self._hands[bit] = level
        if bit not in self._stuck and bit not in self._flapping:
            self.chip.bit(bit, level)

    # Faults

    def fault(self, fault: str, value: object) -> None:
        match fault:
            case "unplug":
                self.chip.unplug()
            case "plug":
                self.chip.plug()
            case "reset":
                self.chip.reset()
            case "stuck on" | "stuck off":
                bit = self._bit(value)
                self._stuck[bit] = int(fault == "stuck on")
                self.chip.bit(bit, self._stuck[bit])
            case "flapping":
                bit = self._bit(value)
                # Never start it twice: one of the two timers would outlive the repair.
                if bit not in self._flapping:
                    self._flap(bit, 1)
            case _:
                raise NoSuchFault(
                    f"unknown fault {fault!r}; choose from {_some([*FAULTS])}"
                )

    def repair(self, *, plug: bool = True) -> None:
        for timer in self._flapping.values():
            timer.cancel()
        crazy = {*self._stuck, *self._flapping}
        self._stuck.clear()
        self._flapping.clear()
        for bit in crazy:
            self.chip.bit(bit, self._hands.get(bit, 0))
        if plug:
            self.chip.plug()

    def _bit(self, value: object) -> int:
        place, _, kind = str(value).partition(" ")
        for key in ((kind or "switch", place), (kind or "hall", place)):
            if key in self.bits:
                return self.bits[key]
        raise NoSuchFault(f"board {self.row.name} has no sensor {str(value)[:40]!r}")

    def _flap(self, bit: int, level: int) -> None:
        self.chip.bit(bit, level)
        sensor = self.row.sensors[bit]
        assert sensor
        when = self._clock.time() + _FLAP_S[sensor.kind]
        again = self._clock.call_at(when, lambda: self._flap(bit, 1 - level))
        self._flapping[bit] = again


def _chips(clock: Clock, random: Random, parts: Parts) -> Callable[[SensorBoard], Chip]:
    if not isinstance(clock, asyncio.AbstractEventLoop):
        parts.fitted("firmware", "simulated, on a virtual clock")
        return lambda row: MemoryChip(row, clock, random)
    micropython = find_micropython()
    if micropython is None:
        words = "simulated, under this Python, because micropython is not installed"
        parts.fitted("firmware", words)
        return lambda row: MemoryChip(row, clock, random)
    parts.fitted("firmware", "simulated, under MicroPython behind ptys")
    return lambda row: MicroPythonChip(row, micropython, clock)


def _some(names: list[str]) -> str:
    """List the first few names for a sentence."""
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "") or "none"
