"""A sensor board without a chip, on MicroPython's Unix port, for the simulated table.

    micropython -m firmware.sim_main TABLES SERIAL SENSES

runs the same files as the chip (all but `main` and `chip`). TABLES is a file made by
`wiring.tables`, SERIAL the serial number of the USB plug. Standard input and output are
the line to the table: one end of a raw pty. SENSES is a pipe (`/dev/fd/3`) with lines
that move the sensors:

    bit 17 1       press or cover an input; 0 releases it
    hold 30        keep everything for 30 ms; later lines wait
    tag 0 04A1B2   put a tag on the first reader; - removes it
    reset          restart the board, as after a power cut

Times run on the board's own clock, so a press is no shorter if a busy machine reads it
late. The program ends when SENSES does. At rest it sleeps until the next heartbeat.
"""

import select
import sys
import time

from firmware.around import Inputs, Line, Reader, Tables, passed_ms
from firmware.board import Board, draw_epoch

_UNPLUGGED_S = 0.05  # between attempts to read an unplugged line


class Source:
    """A file that both interpreters can read without blocking."""

    def __init__(self, file: int | str) -> None:
        self.file = open(file, "rb", buffering=0)  # noqa: PTH123, SIM115  # as long as it runs
        self._poll = select.poll()
        self._poll.register(self.file, select.POLLIN)

    def is_ready(self) -> bool:
        return bool(self._poll.poll(0))


class Usb(Line):
    """Standard input and output, in place of a USB plug."""

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
        return self.tag


class SimInputs(Inputs):
    """Inputs that all begin at rest."""

    def __init__(self, tables: Tables) -> None:
        count = tables.DWELL[-1][0] if tables.DWELL else 0
        self._levels = bytearray(b"\xff" * ((count + 7) // 8))

    def load(self) -> bytearray:
        return self._levels

    def set(self, bit: int, level: int) -> None:
        """Set a bit; 1 means a pressed switch or sensed magnet, a low input."""
        weight = 1 << (bit & 7)
        self._levels[bit >> 3] |= weight
        if level:
            self._levels[bit >> 3] ^= weight


class SimBoard:
    def __init__(self, tables: Tables, serial: str, senses: str) -> None:
        self._tables = tables
        self._serial = serial
        self._senses = Source(senses)
        self._usb = Usb()
        self._inputs = SimInputs(tables)
        self._readers = [SimReader() for _ in tables.READERS]
        self._held_ms = self._hold_ms = 0  # since when, and for how long
        self._reset()
        self._any = select.poll()
        self._any.register(self._senses.file, select.POLLIN)
        self._any.register(self._usb.source.file, select.POLLIN)
        self._line = select.poll()
        self._line.register(self._usb.source.file, select.POLLIN)

    def run(self) -> None:
        """Run until SENSES ends."""
        while True:
            self._rest()
            data = self._usb.read()
            # Handle hands first, because they acted before these bytes were sent.
            while not self._left_ms() and self._senses.is_ready():
                line = self._senses.file.readline()
                if not line:
                    return
                self._tick()  # scan the old inputs first, even if this line is late
                self._obey(line.decode().split())
                self._tick()
            if data:
                self._board.receive(_now_ms(), data)
            self._tick()

    def _rest(self) -> None:
        rest_ms = self._board.rest_ms(_now_ms())
        left_ms = self._left_ms()
        if left_ms:
            self._line.poll(min(rest_ms, left_ms))
        else:
            self._any.poll(rest_ms)

    def _left_ms(self) -> int:
        """Return how long the simulated hands still hold their position."""
        return max(0, self._hold_ms - passed_ms(_now_ms(), self._held_ms))

    def _tick(self) -> None:
        self._board.tick(_now_ms(), self._inputs.load())

    def _reset(self) -> None:
        readers: list[Reader] = []
        readers.extend(self._readers)
        who = self._tables, self._serial, draw_epoch()
        self._board = Board(*who, self._usb, readers, _now_ms())

    def _obey(self, words: list[str]) -> None:
        if words[0] == "reset":
            self._reset()
        elif words[0] == "bit":
            self._inputs.set(int(words[1]), int(words[2]))
        elif words[0] == "hold":
            self._hold_ms = int(words[1])
            self._held_ms = _now_ms()
        elif words[0] == "tag":
            uid = b"" if words[2] == "-" else bytes.fromhex(words[2])
            self._readers[int(words[1])].tag = uid


def _now_ms() -> int:
    now_ms: int = time.ticks_ms()  # type: ignore[attr-defined]  # MicroPython's own
    return now_ms


def load(path: str) -> Tables:
    """Load the tables from a file at any path."""
    names: dict[str, object] = {}
    with open(path) as file:  # noqa: PTH123  # MicroPython has no pathlib
        exec(file.read(), names)
    tables = Tables()
    for name in names:
        if name[0] != "_":
            setattr(tables, name, names[name])
    return tables


if __name__ == "__main__":
    _, tables_path, serial, senses = sys.argv
    SimBoard(load(tables_path), serial, senses).run()
