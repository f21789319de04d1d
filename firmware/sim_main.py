"""A sensor board without a chip, on MicroPython's unix port or on CPython.

    micropython -m firmware.sim_main TABLES SERIAL SENSES [--played]

runs the same files as the chip (all but `main` and `chip`). TABLES is a file made by
`wiring.tables`, SERIAL the serial number of the USB plug. Standard input and output are
the line to the table: one end of a raw pty. SENSES is a pipe (`/dev/fd/3`) with lines
that move the sensors:

    bit 17 1       press or cover an input; 0 releases it
    hold 30        keep everything for 30 ms; later lines wait
    tag 0 04A1B2   put a tag on the first reader; - removes it
    silent 0 1     silence the first reader; 0 lets it answer
    reset          restart the board, as after a power cut
    pass 200       with --played: let 200 ms pass; no other time passes

Times are the board's own, so that a press is no shorter when a busy machine reads it
late. The board ends with SENSES. At rest it sleeps until the next heartbeat.
"""

import select
import sys
import time

from firmware.around import Line, Reader, Tables, passed_ms
from firmware.board import Board, draw_epoch
from firmware.multiplexers import CHANNELS, Multiplexers, SelectLine, Signals

try:
    from time import ticks_ms  # type: ignore[attr-defined]  # MicroPython's own
except ImportError:

    def ticks_ms() -> int:
        return int(time.monotonic() * 1000)


_STEP_MS = 5  # of played time
_UNPLUGGED_S = 0.05  # between two tries to read an unplugged line


class Source:
    """A file to read from without waiting, under both interpreters."""

    def __init__(self, file: int | str) -> None:
        self.file = open(file, "rb", buffering=0)  # noqa: PTH123, SIM115  # as long as it runs
        self._poll = select.poll()
        self._poll.register(self.file, select.POLLIN)

    def is_ready(self) -> bool:
        return bool(self._poll.poll(0))


class Usb(Line):
    """Standard input and output, as if they were a USB plug."""

    def __init__(self) -> None:
        self.source = Source(0)
        self._out = open(1, "wb", buffering=0)  # noqa: SIM115  # open to the end
        self._free = select.poll()
        self._free.register(self._out, select.POLLOUT)

    def read(self) -> bytes:
        data = b""
        try:
            while len(data) < 256 and self.source.is_ready():
                byte = self.source.file.read(1)
                if not byte:
                    break
                data += byte
        except OSError:  # the other end is closed
            byte = b""
        if not data and self.source.is_ready():
            time.sleep(_UNPLUGGED_S)
        return data

    def write(self, data: bytes) -> bool:
        try:
            return bool(self._free.poll(0)) and self._out.write(data) == len(data)
        except OSError:
            return False


class SimReader(Reader):
    def __init__(self) -> None:
        self.tag = b""

    def look(self, now_ms: int) -> bytes | None:
        return None if self.is_silent else self.tag


class SimBoard:
    def __init__(self, tables: Tables, serial: str, senses: str, played: bool) -> None:
        self._tables = tables
        self._serial = serial
        self._senses = Source(senses)
        self._usb = Usb()
        self._played_ms = 0 if played else None
        self._inputs = SimInputs(tables)
        self._readers = [SimReader() for _ in tables.READERS]
        self._held_ms = self._hold_ms = 0  # since when, and for how long
        self._resets = -1
        self._reset()
        self._any = select.poll()
        self._any.register(self._senses.file, select.POLLIN)
        self._any.register(self._usb.source.file, select.POLLIN)
        self._line = select.poll()
        self._line.register(self._usb.source.file, select.POLLIN)

    def run(self) -> None:
        """Run until SENSES ends or the table asks for an update."""
        while self._board.wish != "update":
            self._rest()
            data = self._usb.read()
            # Hands that acted before these bytes were sent come first.
            while not self._left_ms() and self._senses.is_ready():
                line = self._senses.file.readline()
                if not line:
                    return
                self._obey(line.decode().split())
            if data:
                self._board.receive(self._now_ms(), data)
            self._tick()
            if self._board.wish == "reset":
                self._reset()

    def _rest(self) -> None:
        if self._played_ms is not None:
            self._any.poll(-1)
            return
        rest_ms = self._board.rest_ms(self._now_ms())
        left_ms = self._left_ms()
        if left_ms:
            self._line.poll(min(rest_ms, left_ms))
        else:
            self._any.poll(rest_ms)

    def _left_ms(self) -> int:
        """Return how long the simulated hands stay still."""
        if self._hold_ms:
            left_ms = self._hold_ms - passed_ms(self._now_ms(), self._held_ms)
            if left_ms > 0:
                return left_ms
            self._hold_ms = 0
        return 0

    def _now_ms(self) -> int:
        return ticks_ms() if self._played_ms is None else self._played_ms

    def _tick(self) -> None:
        self._board.tick(self._now_ms(), self._inputs.load())

    def _reset(self) -> None:
        self._resets += 1
        readers: list[Reader] = []
        readers.extend(self._readers)
        who = self._tables, self._serial, draw_epoch(), self._resets
        self._board = Board(*who, self._usb, readers, self._now_ms())

    def _obey(self, words: list[str]) -> None:
        self._tick()  # the old inputs count first, even if this line is late
        try:
            self._do(words[0], words[1:])
        except (ValueError, IndexError):
            told = " ".join(words)
            sys.stderr.write(f"sim_main: {told!r} is nothing that hands can do here\n")
        self._tick()

    def _do(self, what: str, words: list[str]) -> None:
        if what == "reset":
            self._reset()
        elif what == "bit":
            self._inputs.set(int(words[0]), int(words[1]))
        elif what == "hold" and self._played_ms is None:
            self._hold_ms = int(words[0])
            self._held_ms = self._now_ms()
        elif what == "tag":
            uid = b"" if words[1] == "-" else bytes.fromhex(words[1])
            self._readers[int(words[0])].tag = uid
        elif what == "silent":
            self._readers[int(words[0])].is_silent = words[1] == "1"
        elif what == "pass" and self._played_ms is not None:
            self._pass(int(words[0]))
        else:
            raise ValueError(what)

    def _pass(self, left_ms: int) -> None:
        while left_ms > 0 and self._played_ms is not None:
            step_ms = min(left_ms, _STEP_MS)
            self._played_ms += step_ms
            left_ms -= step_ms
            self._tick()


def load(path: str) -> Tables:
    """Return the tables in a file, wherever it is."""
    names: dict[str, object] = {}
    with open(path) as file:  # noqa: PTH123  # MicroPython has no pathlib
        exec(file.read(), names)
    tables = Tables()
    for name in names:
        if name[0] != "_":
            setattr(tables, name, names[name])
    return tables


class SimInputs(Multiplexers):
    """Inputs that all begin at rest."""

    def __init__(self, tables: Tables) -> None:
        pins: tuple[int, ...] = getattr(tables, "SIGNALS", ())
        self._played = PlayedSignals(pins)
        select: list[SelectLine] = []
        select.extend(PlayedLine(self._played, line) for line in range(4))
        super().__init__(select, pins, 0, self._played)

    def set(self, bit: int, level: int) -> None:
        """Set a bit; 1 is a pressed switch or a sensed magnet, which is a low input."""
        if bit < 0:
            raise ValueError(bit)
        self._played.set(bit, level)


class PlayedSignals(Signals):
    def __init__(self, pins: tuple[int, ...]) -> None:
        self.channel = 0
        self._weights = [1 << pin for pin in pins]
        self._levels = [sum(self._weights)] * CHANNELS

    def set(self, bit: int, level: int) -> None:
        weight = self._weights[bit // CHANNELS]
        channel = bit % CHANNELS
        if level:
            self._levels[channel] &= ~weight
        else:
            self._levels[channel] |= weight

    def levels(self) -> int:
        return self._levels[self.channel]

    def wait(self, us: int) -> None:
        pass  # a simulated line needs no time


class PlayedLine(SelectLine):
    def __init__(self, signals: PlayedSignals, number: int) -> None:
        self._signals = signals
        self._weight = 1 << number

    def __call__(self, level: int) -> None:
        if level:
            self._signals.channel |= self._weight
        else:
            self._signals.channel &= ~self._weight


if __name__ == "__main__":
    _, tables_path, serial, senses = sys.argv[:4]
    SimBoard(load(tables_path), serial, senses, "--played" in sys.argv).run()
