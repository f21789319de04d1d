"""The port layer with the real pyserial on a real tty, watched by a real event loop."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import termios
import tty
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import serial

from hardware.backend import LineLost
from hardware.backends.sim import boards
from hardware.backends.sim.boards import SimBoards
from hardware.boards import ports
from hardware.boards.driver import Boards
from hardware.boards.ports import SerialLine, SerialPorts
from hardware.parts.registry import Parts
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)
from tests.support import ROOT
from tests.support.micropython import interpreter
from tests.support.simtable import BOARD

# Real seconds.
PATIENCE_S = 120


class Tty:
    """A pty whose far end is the board."""

    def __init__(self) -> None:
        self.board, self._table = os.openpty()
        tty.setraw(self._table, termios.TCSANOW)
        self.name = os.ttyname(self._table)

        self._is_plugged = True

    def unplug(self) -> None:
        self._is_plugged = False
        os.close(self.board)

    def close(self) -> None:
        if self._is_plugged:
            self.unplug()
        os.close(self._table)


class Heard:
    def __init__(self) -> None:
        self.data = b""
        self.lost: list[str] = []
        self._waiting = asyncio.Event()

    def on_data(self, data: bytes) -> None:
        self.data += data
        self._waiting.set()

    def on_lost(self, why: str) -> None:
        self.lost.append(why)
        self._waiting.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                self._waiting.clear()
                await self._waiting.wait()


def on_a_line(test: Callable[[Tty, SerialLine, Heard], Any]) -> None:
    async def run() -> None:
        end, heard = Tty(), Heard()
        loop = asyncio.get_running_loop()
        line = SerialLine(end.name, loop, heard.on_data, heard.on_lost)
        try:
            await test(end, line, heard)
        finally:
            line.close()
            end.close()

    asyncio.run(run())


def test_bytes_go_both_ways_as_they_are() -> None:
    every = bytes(range(256)) * 4

    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        os.write(end.board, every)
        await heard.until(lambda: len(heard.data) >= len(every))
        assert heard.data == every
        line.send(every)
        got = b""
        while len(got) < len(every):
            got += os.read(end.board, 4096)
        assert got == every

    on_a_line(test)


def test_an_unplugged_board_is_lost_once_and_its_port_closed() -> None:
    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        end.unplug()
        await heard.until(lambda: bool(heard.lost))
        assert len(heard.lost) == 1
        line.close()

    on_a_line(test)


def test_sending_to_an_unplugged_board_says_that_it_is_lost() -> None:
    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        end.unplug()
        with pytest.raises(LineLost, match="Input/output error"):
            line.send(b"hello")

    on_a_line(test)


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EIO, "Input/output error"),
        termios.error(errno.ENXIO, "No such device or address"),
        serial.SerialException("device disconnected"),
    ],
)
def test_whatever_an_unplugged_port_raises_it_is_lost(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object) -> bytes:
        raise error

    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        monkeypatch.setattr(os, "read", fails)
        os.write(end.board, b"x")
        await heard.until(lambda: bool(heard.lost))
        monkeypatch.undo()
        (why,) = heard.lost
        assert str(error.args[-1]) in why

    on_a_line(test)


def test_a_board_that_does_not_read_stops_nobody() -> None:
    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        for _ in range(1000):
            line.send(b"a frame\0" * 40)
        assert heard.lost == []
        # What did not fit is gone, and the line works again once it is read.
        os.set_blocking(end.board, False)
        _drain(end.board)
        line.send(b"after\0")
        assert _drain(end.board).endswith(b"after\0")

    on_a_line(test)


def _drain(board: int) -> bytes:
    got = b""
    while True:
        try:
            got += os.read(board, 65536)
        except BlockingIOError:
            return got


def test_a_port_that_somebody_else_holds_or_that_is_gone_cannot_be_opened() -> None:
    async def test(end: Tty, line: SerialLine, heard: Heard) -> None:
        loop = asyncio.get_running_loop()
        with pytest.raises(LineLost, match=r"[Ll]ock"):
            SerialLine(end.name, loop, heard.on_data, heard.on_lost)
        with pytest.raises(LineLost, match="No such file"):
            SerialLine("/dev/ttyNONE", loop, heard.on_data, heard.on_lost)

    on_a_line(test)


def test_a_port_that_may_not_be_opened_says_which_command_allows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "Serial", refuses)
    with pytest.raises(LineLost) as lost:
        SerialLine("/dev/ttyACM0", None, print, print)  # type: ignore[arg-type]
    assert "sudo usermod -aG dialout $USER" in str(lost.value)


# Finding


def test_ports_are_listed_only_when_one_came_or_went(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ports, "DEV", tmp_path)
    lists = [[("E66", "/dev/ttyACM0")], [("E66", "/dev/ttyACM1")]]
    found = SerialPorts(None, lambda: lists.pop(0))
    assert found.find() == [("E66", "/dev/ttyACM0")]
    assert found.find() == [("E66", "/dev/ttyACM0")]
    os.utime(tmp_path, (1, 1))
    assert found.find() == [("E66", "/dev/ttyACM1")]


def test_after_a_port_was_opened_the_next_search_looks_afresh() -> None:
    looks: list[int] = []
    found = SerialPorts(None, lambda: looks.append(1) or [])  # type: ignore[func-returns-value]
    found.find()
    with pytest.raises(LineLost):
        found.open("/dev/ttyNONE", print, print)
    found.find()
    assert len(looks) == 2


# The whole way for real: MicroPython behind a pty, pyserial, an event loop.


UP = {LinkUp("depth"), LinkUp("grid"), LinkUp("cards")}


class Watched:
    """Simulated boards on a real loop, and their readings as they come."""

    def __init__(self) -> None:
        self.parts = Parts()
        loop = asyncio.get_running_loop()
        self.boards = SimBoards(BOARD, loop, self.parts, seed=1)
        self.driver = Boards(BOARD.boards, self.boards, loop, self.parts, 0)
        self._read: asyncio.Queue[Reading] = asyncio.Queue()
        self.driver.listen(self._read.put_nowait)

    async def next(self) -> Reading:
        async with asyncio.timeout(PATIENCE_S):
            return await self._read.get()

    async def up(self) -> None:
        assert {await self.next() for _ in range(3)} == UP


def watched(test: Callable[[Watched], Awaitable[None]]) -> None:
    async def run() -> None:
        table = Watched()
        try:
            await test(table)
        finally:
            table.driver.close()
            table.boards.close()

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _micropython() -> None:
    assert interpreter(), "without it these tests would look at another Python"


async def everything(table: Watched) -> None:
    """Use hands, pull a cable and restart a board; check the readings."""
    await table.up()
    table.boards.press("tile:1,3", 1)
    assert await table.next() == Pressed("tile:1,3")
    table.boards.press("tile:1,3", 0)
    assert await table.next() == Released("tile:1,3")
    table.boards.put("depth:2:14", 1)
    assert await table.next() == Occupied("depth:2:14", True)
    table.boards.tag("shoe", "04a1b2c3")
    assert await table.next() == TagSeen("shoe", "04a1b2c3")
    table.boards.put("tile:0,0", 1)
    assert await table.next() == Occupied("tile:0,0", True)
    before = table.driver.health()[1].port
    table.boards.set("grid", "unplug")
    assert await table.next() == LinkDown("grid")
    table.boards.set("grid", "plug")
    assert await table.next() == LinkUp("grid")
    assert await table.next() == Occupied("tile:0,0", True)
    assert table.driver.health()[1].port != before
    table.boards.press("tile:1,3", 1)
    assert await table.next() == Pressed("tile:1,3")
    table.boards.set("grid", "reset")
    table.boards.press("tile:1,3", 0)
    assert await table.next() == Released("tile:1,3")
    assert table.driver.health()[1].counters.restarts == 2
    assert table.parts.troubles() == []


def test_the_real_firmware_under_micropython_behind_ptys() -> None:
    async def test(table: Watched) -> None:
        says = {part.name: part.says for part in table.parts.all()}
        assert says["firmware"] == "simulated, under MicroPython behind ptys"
        await everything(table)
        (port,) = {h.port[:9] for h in table.driver.health() if h.port}
        assert port == "/dev/pts/"

    watched(test)


def test_without_micropython_the_same_firmware_runs_under_this_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "find_micropython", lambda: None)

    async def test(table: Watched) -> None:
        says = {part.name: part.says for part in table.parts.all()}
        assert "under this Python" in says["firmware"]
        await everything(table)

    watched(test)


def test_a_board_that_is_plugged_in_often_leaves_nothing_behind() -> None:
    async def test(table: Watched) -> None:
        await table.up()
        before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # no files to name
        for _ in range(2):
            table.boards.set("grid", "unplug")
            assert await table.next() == LinkDown("grid")
            table.boards.set("grid", "plug")
            assert await table.next() == LinkUp("grid")
        assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208

    watched(test)


def test_a_key_that_stops_the_table_at_its_terminal_does_not_stop_the_boards() -> None:
    async def test(table: Watched) -> None:
        await table.up()
        children = Path("/proc/thread-self/children").read_text().split()
        assert len(children) == 3
        for child in children:
            assert os.getsid(int(child)) != os.getsid(0)

    watched(test)


SCRIPT = """
import asyncio
from hardware.boards.driver import Boards
from hardware.parts.registry import Parts
from hardware.backends.sim.boards import SimBoards
from wiring import boardmap

async def main():
    board, loop, parts = boardmap.load(), asyncio.get_running_loop(), Parts()
    boards = Boards(board.boards, SimBoards(board, loop, parts), loop, parts, 0)
    boards.listen(lambda reading: print(reading, flush=True))
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_no_board_outlives_a_table_that_was_killed() -> None:
    table = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    assert table.stdout
    assert "LinkUp" in table.stdout.readline()
    table.send_signal(signal.SIGKILL)
    # The boards share the table's standard error: it ends when the last of them does.
    _, said = table.communicate(timeout=PATIENCE_S)
    assert said == ""
