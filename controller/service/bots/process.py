"""The table's end of a bot's process: lines in both directions, never blocking.

Output is buffered until the process reads it, so a hung process delays nobody. The
table kills the process, which also ends by itself once the table is gone.
"""

import os
import socket
import subprocess
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Protocol, TypeAlias

# The longest answer; a bot that sends more is replaced.
LONGEST_LINE = 64 << 10
COMMAND = (sys.executable, "-P", "-m", "controller.service.bots.program")
# The table takes priority, even while Python and a bot's modules load. Where a sandbox
# forbids even that, `nice` still starts the program.
STAND_BACK = ("nice", "-n", "15")
# The only environment variables that a bot gets.
_KEPT = ("PATH", "LANG", "LC_ALL")
# The root of this program: bots run from the same one, compiled or not.
ROOT = Path(__file__).parents[3]

# Called with each line, and with None when no more will come.
OnLine: TypeAlias = Callable[[str | None], object]


class Line(Protocol):
    def send(self, line: str) -> None: ...

    def close(self) -> None:
        """End the process, and ignore anything it still sends."""


# Starts a bot; raises OSError if that fails.
MakeLine: TypeAlias = Callable[[OnLine], Line]


class BotProcess:
    def __init__(
        self,
        loop: AbstractEventLoop,
        on_line: OnLine,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        """Start the process; raise OSError."""
        self._loop = loop
        self._on_line = on_line
        self._unsent = b""
        self._heard = b""
        self._socket, theirs = socket.socketpair()
        try:
            # A process group, because Ctrl-C at the terminal is for the table. Not a
            # session, because Linux divides the cores between sessions before it looks
            # at priority.
            self._process = subprocess.Popen(
                (*STAND_BACK, *command),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=subprocess.DEVNULL,
                process_group=0,
                env=_surroundings(),
            )
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()
        self._socket.setblocking(False)
        loop.add_reader(self._socket, self._read)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def _is_open(self) -> bool:
        return self._socket.fileno() >= 0

    def send(self, line: str) -> None:
        self._unsent += f"{line}\n".encode()
        self._write()

    def close(self) -> None:
        if not self._is_open:
            return
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._socket.close()
        self._process.kill()
        # On a busy machine its end may take a moment.
        Thread(target=self._process.wait, daemon=True).start()

    def _write(self) -> None:
        try:
            sent = self._socket.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # it is gone, as reading will show
        self._unsent = self._unsent[sent:]
        if self._unsent:
            self._loop.add_writer(self._socket, self._write)
        else:
            self._loop.remove_writer(self._socket)

    def _read(self) -> None:
        try:
            found = self._socket.recv(LONGEST_LINE)
        except BlockingIOError:
            return
        except OSError:
            found = b""
        *lines, self._heard = (self._heard + found).split(b"\n")
        for line in lines:
            if self._is_open:  # the line before may have closed it
                self._on_line(line.decode(errors="replace"))
        if self._is_open and (not found or len(self._heard) > LONGEST_LINE):
            self._loop.remove_reader(self._socket)
            self._on_line(None)


def _surroundings() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
