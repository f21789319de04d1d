"""Unreliable lines between the boards' firmware and the driver, for tests.

Every fault happens at random from a seed, so that it can be reproduced. A frame is all
bytes up to a zero, with the zeros before it, since both ends send one before a frame.
Whole frames are lost, doubled or late.

    drop, corrupt, duplicate    this share of frames, 0 to 1
    reorder                     this share of frames swaps places with the next one
    delay                       frames take up to this many seconds, in order
    babble                      noise, this share of the line's time
    half-open                   nothing comes "from" the board, or nothing gets "to" it
"""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from hardware.backend import Clock, Line, LineLost, OnData, OnLost, Timer
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.boards import SimBoards
from hardware.backends.sim.chips import Chip

# A frame that was held back is delivered after this time at the latest.
_HELD_BACK_S = 0.1
_BABBLE_EVERY_S = 0.1
_BABBLE_BYTES = 1152  # as many as a line of 115,200 baud carries meanwhile
_FRAME = re.compile(rb"\0*[^\0]+\0")


class Condition(NamedTuple):
    """What is wrong with a line."""

    drop: float = 0.0
    corrupt: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    babble: float = 0.0
    delay: float = 0.0  # in seconds
    half_open: str = ""  # "from" or "to"


SOUND = Condition()


class FaultySimBackend(SimBackend):
    """The simulated table, whose `faults` include those of its lines."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.faults: Any = BadLines(self.faults, self.clock)


class BadLines:
    def __init__(self, boards: SimBoards, clock: Clock) -> None:
        self._boards = boards
        self._lines = {
            name: FaultyBoard(board.chip, clock)
            for name, board in boards.by_name.items()
        }

    def set(self, name: str, fault: str, value: object = None) -> None:
        field = fault.replace("-", "_")
        if field in Condition._fields:
            board = self._lines[name]
            changed: dict[str, Any] = {field: value}
            board.change(board.condition._replace(**changed))
        else:
            self._boards.set(name, fault, value)

    def clear(self, name: str) -> None:
        self._lines[name].change(SOUND)
        self._boards.clear(name)


class FaultyBoard:
    """A board's chip, whose lines are as bad as its condition."""

    def __init__(self, chip: Chip, clock: Clock) -> None:
        self.condition = SOUND
        self._line: FaultyLine | None = None
        self._random = Random(1)
        self._clock = clock
        self._open = chip.open
        chip.open = self._opened  # type: ignore[method-assign]

    def change(self, condition: Condition) -> None:
        self.condition = condition
        if self._line:
            self._line.change(condition)

    def _opened(self, on_data: OnData, on_lost: OnLost) -> "FaultyLine":
        line = FaultyLine(self.condition, self._clock, self._random, on_data)
        self._line = line.joined(self._open(line.receive, on_lost))
        return self._line


class FaultyLine:
    """The driver's line, on top of the real one passed to `joined`."""

    def __init__(
        self, condition: Condition, clock: Clock, random: Random, on_data: OnData
    ) -> None:
        self._clock = clock
        self._random = random
        self._line: Line | None = None
        self._timer: Timer | None = None
        self._from = _Way("from", clock, random, on_data)
        self._to = _Way("to", clock, random, self._send_on)
        self.change(condition)

    def joined(self, line: Line) -> "FaultyLine":
        self._line = line
        return self

    def change(self, condition: Condition) -> None:
        self._from.condition = self._to.condition = condition
        if condition.babble and self._timer is None:
            self._babble()

    def receive(self, data: bytes) -> None:
        """Pass on what the board sent."""
        self._from.carry(data)

    def send(self, data: bytes) -> None:
        self._to.carry(data)

    def close(self) -> None:
        line, self._line = self._line, None
        self._from.close()
        self._to.close()
        if self._timer:
            self._timer.cancel()
        if line:
            line.close()

    def _send_on(self, data: bytes) -> None:
        if self._line:
            self._line.send(data)

    def _babble(self) -> None:
        share = self._from.condition.babble
        self._timer = None
        if not share:
            return
        when = self._clock.time() + _BABBLE_EVERY_S
        self._timer = self._clock.call_at(when, self._babble)
        for way in (self._from, self._to):
            size = self._random.randrange(int(2 * share * _BABBLE_BYTES) + 1)
            way.interfere(self._random.randbytes(size))


class _Way:
    """One direction of a line."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        random: Random,
        deliver: Callable[[bytes], None],
    ) -> None:
        self.condition = SOUND
        self._name = name
        self._clock = clock
        self._random = random
        self._deliver = deliver
        self._is_open = True
        self._begun = b""  # of a frame whose end has not come yet
        self._held_back = b""
        self._is_free_at = 0.0  # when the last delayed frame comes out

    def close(self) -> None:
        self._is_open = False

    def carry(self, data: bytes) -> None:
        data, self._begun = self._begun + data, b""
        if self.condition == SOUND and not self._held_back:
            self._after(0.0, data)
            return
        end = 0
        for piece in _FRAME.finditer(data):
            end = piece.end()
            for damaged in self._damage(piece[0]):
                self._order(damaged)
        self._begun = data[end:]

    def interfere(self, noise: bytes) -> None:
        if self.condition.half_open != self._name:
            self._after(0.0, noise)

    def _damage(self, piece: bytes) -> list[bytes]:
        condition, random = self.condition, self._random
        if condition.half_open == self._name or random.random() < condition.drop:
            return []
        if random.random() < condition.corrupt:
            piece = _corrupted(piece, random)
        return [piece] * (2 if random.random() < condition.duplicate else 1)

    def _order(self, piece: bytes) -> None:
        held_back, self._held_back = self._held_back, b""
        if not held_back and self._random.random() < self.condition.reorder:
            self._held_back = piece
            when = self._clock.time() + _HELD_BACK_S
            self._clock.call_at(when, lambda: self._let_go(piece))
            return
        delay_s = self._random.random() * self.condition.delay
        self._after(delay_s, piece + held_back)

    def _let_go(self, piece: bytes) -> None:
        if self._held_back is piece:
            self._held_back = b""
            with suppress(LineLost):
                self._after(0.0, piece)

    def _after(self, delay_s: float, data: bytes) -> None:
        """Deliver this after the delay, and after everything sent before it."""
        now = self._clock.time()
        when = max(now + delay_s, self._is_free_at)
        if when <= now:
            if self._is_open:
                self._deliver(data)
            return
        self._is_free_at = when
        self._clock.call_at(when, lambda: self._arrive(data))

    def _arrive(self, data: bytes) -> None:
        # Nobody waits for the outcome; the driver is told of a lost line elsewhere.
        with suppress(LineLost):
            if self._is_open:
                self._deliver(data)


def _corrupted(piece: bytes, random: Random) -> bytes:
    """Flip a bit, drop a byte or add one."""
    at = random.randrange(len(piece))
    byte = bytes((piece[at] ^ 1 << random.randrange(8),))
    middle = random.choice((byte, b"", byte + piece[at : at + 1]))
    return piece[:at] + middle + piece[at + 1 :]
