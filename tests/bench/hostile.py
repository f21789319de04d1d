"""A table under attack: the delay of a press's echo, and the memory.

A page presses and waits for the frame that lights the button, in turns without and with
`attackers.py`, so that a busy machine slows both alike.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import Figure
from tests.bench.pressing import PACE_S, next_message, press, slower
from tests.bench.running import address_of, field_of, spawn, stop


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    rounds, presses = (1, 5) if quick else (3, 100)
    bench, tracebacks = _Bench(presses, has_spare_time=not quick), 0
    for _ in range(rounds):
        with TemporaryDirectory(dir=folder) as temporary, TemporaryFile("w+") as said:
            table = spawn(Path(temporary), "get-bit", "--seats=4", stderr=said)
            try:
                asyncio.run(bench.run(table.pid, address_of(table)))
            finally:
                stop(table)
            said.seek(0)
            tracebacks += said.read().count("Traceback")
    figure = Figure("tracebacks under attack", tracebacks, "", at_most=0)
    return [*bench.figures(), figure]


class _Bench:
    def __init__(self, presses: int, *, has_spare_time: bool) -> None:
        """With `has_spare_time`, the attackers only get the machine's spare time."""
        self._presses = presses
        self._has_spare_time = has_spare_time
        self._status = Path()
        self._quiet_s: list[float] = []
        self._attacked_s: list[float] = []
        self._most_mb = self._gained_mb = 0.0

    async def run(self, pid: int, address: str) -> None:
        """Press a new table's button, first in peace and then under attack."""
        self._status = Path(f"/proc/{pid}/status")
        port = urlsplit(address).port or 0
        presses = self._presses
        async with connect(
            address.replace("http", "ws") + "ws", max_queue=None
        ) as page:
            position = await next_message(page, "position")
            codes = [link["url"].partition("=")[2] for link in position["links"]]
            await self._pressed(page, presses)
            before_mb = self._most_mb = self._rss_mb()
            self._quiet_s += await self._pressed(page, presses)
            with _attackers(port, 2 * PACE_S * presses, codes) as crowd:
                if self._has_spare_time:
                    # Real attackers have another machine and never delay the table by
                    # using this one; at any other priority they would, by up to a tick.
                    os.sched_setscheduler(crowd.pid, os.SCHED_IDLE, os.sched_param(0))
                while crowd.poll() is None:
                    self._attacked_s += await self._pressed(page, 10)
            if crowd.returncode:
                raise RuntimeError("the attackers gave up")
        self._gained_mb = max(self._gained_mb, self._most_mb - before_mb)

    async def _pressed(self, page: ClientConnection, presses: int) -> list[float]:
        took_s = []
        for _ in range(presses):
            took_s += await press(page, 1)
            self._most_mb = max(self._most_mb, self._rss_mb())
        return took_s

    def _rss_mb(self) -> float:
        return field_of(self._status.read_text(), "VmRSS:") / 1024

    def figures(self) -> list[Figure]:
        return [
            *slower(
                "under attack",
                "without attackers",
                self._quiet_s,
                self._attacked_s,
                at_most=2.0,
            ),
            Figure("memory gained under attack", self._gained_mb, "MB", at_most=20),
        ]


@contextmanager
def _attackers(
    port: int, seconds: float, codes: list[str]
) -> "Iterator[subprocess.Popen[bytes]]":
    words = [sys.executable, "-m", "tests.bench.attackers", str(port)]
    with subprocess.Popen([*words, str(seconds), *codes]) as crowd:
        try:
            yield crowd
        finally:
            crowd.kill()
