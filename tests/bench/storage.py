"""The cost of writing an action to disk before showing it."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from controller.storage.journal import Setup
from controller.storage.store import GameStore
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from tests.bench.figures import Figure, median, percentile
from tests.bench.press import bare_database

BODY = '{"type": "choose", "seat": 0, "robot": "red", "card": 1}'
SETUP = Setup("get-bit", 4, {}, 1, "1", ("aaaa", "bbbb", "cccc", "dddd"))


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    ours, bare = [], []
    with TemporaryDirectory(dir=folder) as temporary:
        path = Path(temporary) / "journal.sqlite"
        store = GameStore(path, Parts(), VirtualClock())
        store.begin(SETUP, [])
        db = bare_database(Path(temporary) / "bare.sqlite")
        # In turns, so that a busy disk slows both alike.
        for _ in range(10 if quick else 600):
            begun = perf_counter()
            store.append([BODY], False)
            ours.append(perf_counter() - begun)
            begun = perf_counter()
            db.execute("INSERT INTO entry (body) VALUES (?)", (BODY,))
            bare.append(perf_counter() - begun)
        db.close()
        store.close()
    ours_s, bare_s = median(ours), median(bare)
    yardstick = "bare SQLite WAL FULL commit"
    return [
        Figure(
            "a journalled action, p50",
            ours_s * 1000,
            "ms",
            yardstick,
            bare_s * 1000,
            ours_s / bare_s,
            at_most=2,
        ),
        Figure("a journalled action, p99", percentile(ours, 0.99) * 1000, "ms"),
    ]
