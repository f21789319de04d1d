"""The whole way for real: MicroPython behind a pty, pyserial, an event loop."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hardware.backends.sim import boards
from hardware.backends.sim.boards import SimBoards
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

PATIENCE_S = 120
UP = {LinkUp("depth"), LinkUp("grid"), LinkUp("cards")}


class Watched:
    """Simulated boards on a real loop, and their readings as they come."""

    def __init__(self) -> None:
        self.parts = Parts()
        loop = asyncio.get_running_loop()
        self.boards = SimBoards(BOARD, loop, self.parts, seed=1)
        self._read: asyncio.Queue[Reading] = asyncio.Queue()
        self.boards.listen(self._read.put_nowait)

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
            table.boards.close()

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _micropython() -> None:
    assert interpreter(), "without it these tests would look at another Python"


async def everything(table: Watched) -> None:
    """Hands, a pulled cable, a restart: what comes out of it."""
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
    before = table.boards.health()[1].port
    table.boards.set("grid", "unplug")
    assert await table.next() == LinkDown("grid")
    table.boards.set("grid", "plug")
    assert await table.next() == LinkUp("grid")
    assert await table.next() == Occupied("tile:0,0", True)
    assert table.boards.health()[1].port != before
    table.boards.press("tile:1,3", 1)
    assert await table.next() == Pressed("tile:1,3")
    table.boards.set("grid", "reset")
    table.boards.press("tile:1,3", 0)
    assert await table.next() == Released("tile:1,3")
    assert table.boards.health()[1].counters.restarts == 2
    assert table.parts.troubles() == []


def test_the_real_firmware_under_micropython_behind_ptys() -> None:
    async def test(table: Watched) -> None:
        says = {part.name: part.says for part in table.parts.all()}
        assert says["firmware"] == "simulated, under MicroPython behind ptys"
        await everything(table)
        (port,) = {h.port[:9] for h in table.boards.health() if h.port}
        assert port == "/dev/pts/"

    watched(test)


def test_without_micropython_the_same_firmware_runs_under_this_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boards, "find_micropython", lambda: None)

    async def test(table: Watched) -> None:
        says = {part.name: part.says for part in table.parts.all()}
        assert says["firmware"] == (
            "simulated, under this Python: there is no micropython here"
        )
        await everything(table)

    watched(test)


def test_a_board_that_is_plugged_in_often_leaves_nothing_behind() -> None:
    async def test(table: Watched) -> None:
        await table.up()
        before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # no files to name
        for _ in range(4):
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
from hardware.parts.registry import Parts
from hardware.backends.sim.boards import SimBoards
from wiring import boardmap

async def main():
    boards = SimBoards(boardmap.load(), asyncio.get_running_loop(), Parts())
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
