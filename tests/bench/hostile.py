"""A table under attack: how much later a press is echoed, and what it costs in memory.

A page presses and waits for the frame that lights the button, in turns without and with
`attackers.py`, so that a busy machine slows both alike.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import Figure
from tests.bench.pressing import PACE_S, press, slower
from tests.bench.running import address_of, field_of, spawn, stop


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    rounds, presses = (1, 5) if quick else (3, 100)
    with TemporaryDirectory(dir=folder) as temporary, TemporaryFile("w+") as said:
        table = spawn(Path(temporary), stderr=said)
        try:
            bench = _Bench(table.pid, address_of(table))
            asyncio.run(bench.run(rounds, presses))
        finally:
            stop(table)
        said.seek(0)
        tracebacks = said.read().count("Traceback")
    figure = Figure("tracebacks under attack", tracebacks, "", at_most=0)
    return [*bench.figures(), figure]


class _Bench:
    def __init__(self, pid: int, address: str) -> None:
        self._status = Path(f"/proc/{pid}/status")
        self._address = address
        self._quiet_s: list[float] = []
        self._attacked_s: list[float] = []
        self._before_mb = self._most_mb = 0.0

    async def run(self, rounds: int, presses: int) -> None:
        port = urlsplit(self._address).port or 0
        async with connect(
            self._address.replace("http", "ws") + "ws", max_queue=None
        ) as page:
            await self._pressed(page, presses)
            self._before_mb = self._most_mb = self._rss_mb()
            for _ in range(rounds):
                self._quiet_s += await self._pressed(page, presses)
                with _attackers(port, 2 * PACE_S * presses) as crowd:
                    while crowd.poll() is None:
                        self._attacked_s += await self._pressed(page, 10)

    async def _pressed(self, page: ClientConnection, presses: int) -> list[float]:
        took_s = []
        for _ in range(presses):
            took_s += await press(page, 1)
            self._most_mb = max(self._most_mb, self._rss_mb())
        return took_s

    def _rss_mb(self) -> float:
        return field_of(self._status.read_text(), "VmRSS:") / 1024

    def figures(self) -> list[Figure]:
        gained = self._most_mb - self._before_mb
        return [
            *slower(
                "under attack",
                "without attackers",
                self._quiet_s,
                self._attacked_s,
                at_most=2.0,
            ),
            Figure("memory gained under attack", gained, "MB", at_most=10),
        ]


@contextmanager
def _attackers(port: int, seconds: float) -> "Iterator[subprocess.Popen[bytes]]":
    words = [sys.executable, "-m", "tests.bench.attackers", str(port)]
    with subprocess.Popen([*words, str(seconds)]) as crowd:
        try:
            yield crowd
        finally:
            crowd.kill()
