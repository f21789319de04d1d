"""From a finger to the strip: through the real pins, drivers, table and journal.

A separate thread closes the pin, as gpiozero's does on a Pi. Every frame's time is
taken where the strip's bytes would leave the machine.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from types import TracebackType
from typing import Self

from controller import games
from controller.chance.dealer import Dealer
from controller.input.intents import NewGame, Undo
from controller.light.lights import Lights
from controller.service.assembly import assemble
from controller.storage.store import GameStore
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from hardware.rig import Rig
from tests.bench.figures import Figure, median, percentile
from wiring import boardmap


class TimedPixels(MemoryPixels):
    def __init__(self) -> None:
        super().__init__()
        self.first_at = self.last_at = 0.0
        self.lit = asyncio.Event()

    def show(self, wire: bytes) -> None:
        super().show(wire)
        self.last_at = perf_counter()
        if not self.lit.is_set():
            self.first_at = self.last_at
            self.lit.set()


class Finger:
    """A thread that runs functions and notes when each began."""

    def __init__(self) -> None:
        self._deeds: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, daemon=True)
        self.began_at = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._deeds.put(None)
        self._thread.join()

    def do(self, deed: Callable[[], object]) -> None:
        self._deeds.put(deed)

    def _work(self) -> None:
        while (deed := self._deeds.get()) is not None:
            self.began_at = perf_counter()
            deed()


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    repeats = 5 if quick else 150
    return asyncio.run(_measure(folder, repeats))


async def _measure(folder: Path, repeats: int) -> list[Figure]:
    with TemporaryDirectory(dir=folder) as temporary, Finger() as finger:
        bench = Bench(Path(temporary), finger)
        for _ in range(repeats):
            await bench.hand_off()
            await bench.press_and_choose()
            bench.bare_commit()
        bench.close()
    return bench.figures()


class Bench:
    def __init__(self, folder: Path, finger: Finger) -> None:
        loop = asyncio.get_running_loop()
        board = boardmap.load()
        self._finger = finger
        self._pixels = TimedPixels()
        parts = Parts()
        self._backend = SimBackend(board, loop, parts, self._pixels)
        self._bounce_s = board.bounce_ms / 1000
        self._rig = Rig(board, self._backend, parts)
        path = folder / "journal.sqlite"
        self._store = GameStore(path, parts, loop)
        dealer, lights = Dealer(), Lights(self._rig.strip, board.pixels, loop)
        running = assemble(self._rig, self._store, lights, dealer, loop)
        self._table = running.table
        self._table.open(NewGame(games.find("get-bit"), 4, {}))
        self._bare = bare_database(folder / "bare.sqlite")
        self._hand_offs: list[float] = []
        self.echoes: list[float] = []
        self._results: list[float] = []
        self._commits: list[float] = []

    def close(self) -> None:
        self._rig.close()
        self._store.close()
        self._bare.close()

    async def hand_off(self) -> None:
        """The yardstick: a thread wakes the loop."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        at = [0.0]

        def wake() -> None:
            at[0] = perf_counter()
            woken.set()

        # Wait as long as before a press, because a sleeping processor wakes more
        # slowly.
        await asyncio.sleep(2 * self._bounce_s)
        self._finger.do(lambda: loop.call_soon_threadsafe(wake))
        await woken.wait()
        self._hand_offs.append(at[0] - self._finger.began_at)

    async def press_and_choose(self) -> None:
        """Count to one at a seat, and time the echo, journal and result of `ok`."""
        touch = self._backend.touch
        touch.press("seat:0")
        touch.press("next")
        await asyncio.sleep(2 * self._bounce_s)
        touch.release("next")
        await asyncio.sleep(2 * self._bounce_s)
        self._pixels.lit.clear()
        self._finger.do(lambda: touch.press("ok"))
        # Continue only after the whole press: echo, journal and result.
        await self._pixels.lit.wait()
        self.echoes.append(self._pixels.first_at - self._finger.began_at)
        self._results.append(self._pixels.last_at - self._finger.began_at)
        for control in ("ok", "seat:0"):
            touch.release(control)
        self._table.ask(Undo())
        await asyncio.sleep(2 * self._bounce_s)

    def bare_commit(self) -> None:
        """The other yardstick: one durable row of the same size."""
        body = '{"type": "choose", "seat": 0, "robot": "red", "card": 1}'
        begun = perf_counter()
        self._bare.execute("INSERT INTO entry (body) VALUES (?)", (body,))
        self._commits.append(perf_counter() - begun)

    def figures(self) -> list[Figure]:
        echo, hand_off = median(self.echoes), median(self._hand_offs)
        result, commit = median(self._results), median(self._commits)
        to_ms = 1000
        return [
            Figure(
                "press to echo, p50",
                echo * to_ms,
                "ms",
                "bare call_soon_threadsafe",
                hand_off * to_ms,
                echo / hand_off,
                at_most=4,
            ),
            Figure(
                "press to echo, p99",
                percentile(self.echoes, 0.99) * to_ms,
                "ms",
                at_most=5,
            ),
            Figure(
                "press to result, p50",
                result * to_ms,
                "ms",
                "bare SQLite WAL FULL commit",
                commit * to_ms,
                result / commit,
                at_most=3,
            ),
            Figure(
                "press to result, p99",
                percentile(self._results, 0.99) * to_ms,
                "ms",
            ),
        ]


def bare_database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    return db
