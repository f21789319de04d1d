"""A simulated sensor board's chip inside this process.

Its firmware runs on a virtual clock as well as on an event loop, and starts at once.
"""

from collections.abc import Callable
from random import Random

from firmware import around
from firmware.around import Reader, Tables
from firmware.board import Board
from firmware.sim_main import SimInputs, SimReader
from hardware.backend import Alarm, Clock, LineLost, OnData, OnLost
from wiring.boardmap import SensorBoard
from wiring.tables import tables

# From power-on to the first scan of the inputs.
_BOOT_S = 0.1


class MemoryChip(around.Line):
    def __init__(self, row: SensorBoard, clock: Clock, random: Random) -> None:
        self.port: str | None = None
        self._row = row
        self._clock = clock
        self._random = random
        self._tables = _tables(row)
        self._inputs = SimInputs(self._tables)
        self._readers = [SimReader() for _ in row.readers]
        self._board: Board | None = None
        self._line: MemoryLine | None = None
        self._alarm = Alarm(clock)
        self._plugged = 0

    def bit(self, number: int, level: int) -> None:
        self._inputs.set(number, level)
        self._wake()

    def hold(self, ms: int) -> None:
        """Do nothing, because hands on the table's clock are slow enough."""

    def tag(self, reader: int, uid: bytes) -> None:
        self._readers[reader].tag = uid
        self._wake()

    def plug(self) -> None:
        if self.port is None:
            self._plugged += 1
            self.port = f"memory:{self._row.name}:{self._plugged}"
            self.reset()

    def unplug(self) -> None:
        self.port = self._board = None
        self._alarm.cancel()
        line, self._line = self._line, None
        if line:
            line.lose()

    def close(self) -> None:
        self.unplug()

    def reset(self) -> None:
        if self.port is not None:
            self._board = None
            self._alarm.after(_BOOT_S, self._boot)

    def open(self, on_data: OnData, on_lost: OnLost) -> "MemoryLine":
        """Open the table's end of the line."""
        if self.port is None:
            raise LineLost("it was unplugged")
        self._line = MemoryLine(self._clock, self._receive, on_data, on_lost)
        return self._line

    # The firmware

    def _boot(self) -> None:
        epoch = self._random.randrange(1, 1 << 30)
        readers: list[Reader] = [*self._readers]
        who = self._tables, self._row.usb_serial, epoch
        self._board = Board(*who, self, readers, self._now_ms())
        self._tick()

    def write(self, data: bytes) -> bool:
        if self._line:
            self._line.sent(data)
        return self._line is not None

    def _receive(self, data: bytes) -> None:
        if self._board:
            self._board.receive(self._now_ms(), data)
            self._tick()

    def _wake(self) -> None:
        if self._board:
            self._alarm.after(0.0, self._tick)

    def _tick(self) -> None:
        board, now_ms = self._board, self._now_ms()
        if board is None:
            return
        board.tick(now_ms, self._inputs.load())
        # At least a millisecond, the resolution of the board's clock.
        rest_ms = max(board.rest_ms(now_ms), 1)
        self._alarm.after(rest_ms / 1000, self._tick)

    def _now_ms(self) -> int:
        return round(self._clock.time() * 1000) & 0x3FFFFFFF


class MemoryLine:
    """A line without delay, which never calls an end that is still busy."""

    def __init__(
        self,
        clock: Clock,
        to_board: Callable[[bytes], None],
        on_data: OnData,
        on_lost: OnLost,
    ) -> None:
        self._clock = clock
        self._to_board = to_board
        self._on_data = on_data
        self._on_lost = on_lost
        self._is_open = True

    def send(self, data: bytes) -> None:
        if not self._is_open:
            raise LineLost("it was unplugged")
        self._soon(lambda: self._to_board(data))

    def sent(self, data: bytes) -> None:
        """Deliver what the board sent."""
        self._soon(lambda: self._on_data(data))

    def lose(self) -> None:
        self._soon(lambda: self._on_lost("it was unplugged"))
        self._soon(self.close)

    def close(self) -> None:
        self._is_open = False

    def _soon(self, call: Callable[[], None]) -> None:
        def if_open() -> None:
            if self._is_open:
                call()

        self._clock.call_at(self._clock.time(), if_open)


def _tables(row: SensorBoard) -> Tables:
    found: dict[str, object] = {}
    exec(tables(row), found)
    made = Tables()
    made.__dict__.update(found)
    return made
