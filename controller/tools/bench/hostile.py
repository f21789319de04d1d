"""A table under attack: how much later a press is echoed, and what it costs in memory.

A page presses and waits for the frame that lights the button, in turns without and with
`attackers.py`, so that a busy machine slows both alike.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from controller.tools.bench.figures import Figure, percentile
from controller.tools.bench.running import address_of, field_of, spawn, stop
from wiring import boardmap

# A button of nobody in a game for four; its lamp is white while it is down.
CONTROL = "seat:5"
# A person who hurries; a button that goes faster is taken for a loose wire.
PACE_S = 0.07
# Whoever takes so long for one press is broken.
PATIENCE_S = 60.0


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    rounds, presses = (1, 20) if quick else (3, 100)
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
        pixel = boardmap.load().pixels[CONTROL]
        self._lamp = slice(3 * pixel, 3 * pixel + 3)

    async def run(self, rounds: int, presses: int) -> None:
        port = urlsplit(self._address).port or 0
        async with connect(self._address.replace("http", "ws") + "ws") as page:
            await self._press(page, presses)
            self._before_mb = self._most_mb = self._rss_mb()
            for _ in range(rounds):
                self._quiet_s += await self._press(page, presses)
                with _attackers(port, 2 * PACE_S * presses) as crowd:
                    while crowd.poll() is None:
                        self._attacked_s += await self._press(page, 10)

    async def _press(self, page: ClientConnection, presses: int) -> list[float]:
        took_s = []
        for _ in range(presses):
            begun = perf_counter()
            await self._say(page, "press", lit=True)
            took_s.append(perf_counter() - begun)
            await asyncio.sleep(PACE_S)
            await self._say(page, "release", lit=False)
            await asyncio.sleep(PACE_S)
            self._most_mb = max(self._most_mb, self._rss_mb())
        return took_s

    async def _say(self, page: ClientConnection, deed: str, lit: bool) -> None:
        await page.send(json.dumps({"type": deed, "control": CONTROL}))
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await page.recv()
                if isinstance(frame, bytes) and self._is_lit(frame) is lit:
                    return

    def _is_lit(self, frame: bytes) -> bool:
        lamp = frame[self._lamp]
        return lamp[0] > 0 and len(set(lamp)) == 1

    def _rss_mb(self) -> float:
        return field_of(self._status.read_text(), "VmRSS:") / 1024

    def figures(self) -> list[Figure]:
        quiet, attacked = self._quiet_s, self._attacked_s
        return [
            _figure("p50", quiet, attacked, 0.5, None),
            _figure("p99", quiet, attacked, 0.99, 2.0),
            Figure(
                "memory gained under attack",
                self._most_mb - self._before_mb,
                "MB",
                at_most=10,
            ),
        ]


def _figure(
    name: str,
    quiet: list[float],
    attacked: list[float],
    share: float,
    at_most: float | None,
) -> Figure:
    before, now = percentile(quiet, share), percentile(attacked, share)
    return Figure(
        f"press to echo on a page under attack, {name}",
        now * 1e3,
        "ms",
        "without attackers",
        before * 1e3,
        now / before,
        at_most=at_most,
    )


@contextmanager
def _attackers(port: int, seconds: float) -> "Iterator[subprocess.Popen[bytes]]":
    words = [sys.executable, "-m", "controller.tools.bench.attackers", str(port)]
    with subprocess.Popen([*words, str(seconds)]) as crowd:
        try:
            yield crowd
        finally:
            crowd.kill()
