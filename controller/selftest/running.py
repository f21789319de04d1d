"""`undertow selftest`: the walks on a real rig, and somebody at the terminal."""

import asyncio
import signal
import sys
from pathlib import Path

from controller.selftest.bench import Bench
from controller.selftest.report import Result, report
from controller.selftest.walks import walk_all
from controller.terminal import read_lines, tell
from hardware.backend import NoSuchControl, Touch
from hardware.choose import NoBackend, choose
from hardware.parts import Parts
from hardware.rig import Rig
from wiring import boardmap

KEYS = {"o": "ok", "u": "undo", "n": "next", "q": "quit"}
HELP = "o (ok), u (undo), n (next) or q (quit)"
# How long a place is touched whose name is typed; sensors need a moment to believe it.
TOUCH_S = 0.5


def selftest(path: Path, backend: str, group: str | None) -> int:
    """Walks, reports and gives the exit status: 0 if all is well, or is now."""
    try:
        results = asyncio.run(_run(boardmap.load(path), backend, group))
    except (boardmap.BoardMapError, NoBackend) as error:
        sys.stderr.write(f"undertow: {error}\n")
        return 1
    tell(report(results))
    return 0 if all(result.is_well for result in results) else 1


async def _run(
    board: boardmap.BoardMap, backend: str, group: str | None
) -> list[Result]:
    loop = asyncio.get_running_loop()
    parts = Parts()
    rig = Rig(board, choose(backend, board, loop, parts), parts)
    bench = Bench(rig, tell)
    results: list[Result] = []
    ended: asyncio.Future[None] = loop.create_future()
    bench.on_done = lambda error: _end(ended, error)
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, bench.key, "quit")
        for part in parts.all():
            tell(f"{part.name}: {part.says}")
        tell(f"Answer at the table, or here with Enter: {HELP}.")
        read_lines(lambda line: loop.call_soon_threadsafe(_line, bench, line))
        rig.listen(bench.reading)
        bench.start(walk_all(bench, group, results))
        await ended
    finally:
        bench.close()
        rig.close()
    return results


def _end(ended: "asyncio.Future[None]", error: Exception | None) -> None:
    if error:
        ended.set_exception(error)
    else:
        ended.set_result(None)


def _line(bench: Bench, line: str | None) -> None:
    word = (line or "").lower()
    touch = bench.rig.backend.touch
    if line is None:
        # A table that is touched from here has no other hands.
        if touch:
            bench.key("quit")
    elif word in KEYS:
        bench.key(KEYS[word])
    elif not touch:
        tell(f"Expected {HELP}.")
    else:
        _touch(bench, touch, word)


def _touch(bench: Bench, touch: Touch, word: str) -> None:
    """`seat:2` is touched for a moment, and to `magnet tile:1,3` one is held."""
    magnet, _, place = word.rpartition(" ")
    begin, end = (touch.put, touch.take) if magnet else (touch.press, touch.release)
    try:
        begin(place)
    except NoSuchControl as error:
        tell(f"Expected {HELP}, what to touch, or magnet and a place; {error}.")
        return
    bench.clock.call_at(bench.clock.time() + TOUCH_S, lambda: end(place))
