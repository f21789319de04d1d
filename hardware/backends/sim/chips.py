"""The simulated sensor boards' chips: the real firmware with simulated inputs.

`MicroPythonChip` is a MicroPython process behind a pty, which the driver opens like any
serial port. `hardware.backends.sim.memory_chip` has the other kind.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import termios
import tty
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import firmware
from hardware.backend import Line, LineLost, OnData, OnLost
from hardware.boards.ports import SerialLine
from wiring.boardmap import SensorBoard
from wiring.tables import tables


class Chip(Protocol):
    @property
    def port(self) -> str | None:
        """The current name of the port; None while it is unplugged."""

    def bit(self, number: int, level: int) -> None: ...

    def hold(self, ms: int) -> None:
        """Delay the next input by this much, on the chip's own clock."""

    def tag(self, reader: int, uid: bytes) -> None:
        """Put the card on the reader; without a uid, remove the card."""

    def plug(self) -> None:
        """Power the board; its port gets a new name."""

    def unplug(self) -> None: ...

    def reset(self) -> None: ...

    def open(self, on_data: OnData, on_lost: OnLost) -> Line:
        """Open the table's end of the line; raise LineLost."""

    def close(self) -> None: ...


def find_micropython() -> Path | None:
    """Return the system's own MicroPython, or the one fetched for the tests."""
    system = shutil.which("micropython")
    fetched = Path(sys.prefix, "micropython", "micropython")
    if system:
        return Path(system)
    return fetched if fetched.exists() else None


class MicroPythonChip:
    def __init__(
        self, row: SensorBoard, micropython: Path, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.port: str | None = None
        self._row = row
        self._loop = loop
        self._micropython = micropython
        self._levels: dict[int, int] = {}
        self._tags: dict[int, bytes] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._senses = -1
        self._ends: tuple[int, ...] = ()  # the pty's descriptors
        self._used: tuple[int, ...] = ()  # the previous pty's

    def bit(self, number: int, level: int) -> None:
        self._levels[number] = level
        self._report(f"bit {number} {level}")

    def hold(self, ms: int) -> None:
        self._report(f"hold {ms}")

    def tag(self, reader: int, uid: bytes) -> None:
        self._tags[reader] = uid
        self._report(f"tag {reader} {uid.hex() or '-'}")

    def reset(self) -> None:
        self._report("reset")

    def plug(self) -> None:
        if self._process:
            return
        table_end, board_end = os.openpty()[::-1]
        tty.setraw(table_end, termios.TCSANOW)
        self._ends = board_end, table_end
        # Held open until now, so that the kernel could not reuse its name.
        _close(self._used)
        self._used = ()
        self._start(board_end)
        self.port = os.ttyname(table_end)
        for number, level in self._levels.items():
            self.bit(number, level)
        for reader, uid in self._tags.items():
            self.tag(reader, uid)

    def unplug(self) -> None:
        if not self._process:
            return
        self.port = None
        self._process.kill()
        self._process.wait()
        self._process = None
        os.close(self._senses)
        board_end, *rest = self._ends
        os.close(board_end)
        self._ends, self._used = (), tuple(rest)

    def open(self, on_data: OnData, on_lost: OnLost) -> SerialLine:
        if self.port is None:
            raise LineLost("it was unplugged")
        return SerialLine(self.port, self._loop, on_data, on_lost)

    def close(self) -> None:
        self.unplug()
        _close(self._used)
        self._used = ()

    def _start(self, board_end: int) -> None:
        senses, self._senses = os.pipe()
        os.set_blocking(self._senses, False)
        sheet, written = os.pipe()
        os.write(written, tables(self._row).encode())
        os.close(written)
        home = Path(firmware.__file__).parents[1]
        self._process = subprocess.Popen(
            [
                *(str(self._micropython), "-m", "firmware.sim_main"),
                *(f"/dev/fd/{sheet}", self._row.usb_serial, f"/dev/fd/{senses}"),
            ],
            stdin=board_end,
            stdout=board_end,
            pass_fds=(sheet, senses),
            env={**os.environ, "MICROPYPATH": str(home)},
            # Only the table should get a Ctrl-C from the terminal.
            start_new_session=True,
        )
        _close((sheet, senses))

    def _report(self, words: str) -> None:
        if self._process:
            # A dead board senses nothing; the driver reports that it is gone.
            with suppress(BrokenPipeError, BlockingIOError):
                os.write(self._senses, f"{words}\n".encode())


def _close(ends: Iterable[int]) -> None:
    for end in ends:
        os.close(end)
