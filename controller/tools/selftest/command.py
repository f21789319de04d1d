"""`undertow selftest`: the walks on a real table, with somebody at the terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from controller.basics.errors import UndertowError
from controller.tools.selftest.bench import Bench, Quit
from controller.tools.selftest.buttons import buttons
from controller.tools.selftest.lamps import lamps
from controller.tools.selftest.report import Result, report
from controller.tools.selftest.sensors import halls, switches
from controller.tools.selftest.striker import striker
from controller.tools.terminal import (
    OutputClosed,
    end_on_signals,
    finish,
    print_error,
    read_lines,
    tell,
)
from hardware.backend import NoSuchControl, Touch
from hardware.choose import choose
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring import boardmap

KEYS = {"o": "ok", "u": "undo", "n": "next", "q": "quit"}
HELP = "o (ok), u (undo), n (next) or q (quit)"
# How long to touch a place whose name is typed; sensors need a moment to react.
TOUCH_S = 0.5


def selftest(path: Path, backend: str, group: str | None) -> int:
    """Walk, report and return the exit status: 0 if all is well, or is now fixed."""
    try:
        results = asyncio.run(_run(boardmap.load(path), backend, group))
        tell(report(results))
    except UndertowError as error:
        print_error(str(error))
        return 1
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
    bench.on_done = lambda error: finish(ended, error)
    try:
        end_on_signals(loop, partial(bench.key, "quit"))
        for part in parts.all():
            tell(f"{part.name}: {part.says}")
        tell(f"Answer at the table, or here with Enter: {HELP}.")
        read_lines(loop, partial(_heard, bench, ended))
        rig.listen(bench.reading)
        bench.start(walk_all(bench, group, results))
        await ended
    finally:
        bench.close()
        rig.close()
    return results


def _heard(bench: Bench, ended: "asyncio.Future[None]", line: str | None) -> None:
    try:
        take_line(bench, line)
    except OutputClosed as error:
        finish(ended, error)


def take_line(bench: Bench, line: str | None) -> None:
    word = (line or "").lower()
    touch = bench.rig.backend.touch
    if line is None:
        bench.key("quit")
    elif word in KEYS:
        bench.key(KEYS[word])
    elif not touch:
        tell(f"Type {HELP}.")
    else:
        _touch(bench, touch, word)


def _touch(bench: Bench, touch: Touch, word: str) -> None:
    """Touch `seat:2` for a moment, or hold a magnet to `magnet tile:1,3`."""
    magnet, _, place = word.rpartition(" ")
    begin, end = (touch.put, touch.take) if magnet else (touch.press, touch.release)
    try:
        begin(place)
    except NoSuchControl as error:
        tell(f"Type {HELP}, what to touch, or magnet and a place; {error}.")
        return
    bench.clock.call_at(bench.clock.time() + TOUCH_S, lambda: end(place))


class Walk(NamedTuple):
    group: str  # one of the PARTS
    part: str  # in the report's words
    go: Callable[[Bench], Awaitable[Result]]


WALKS = (
    Walk("buttons", "buttons", buttons),
    Walk("sensors", "tile switches", switches),
    Walk("lamps", "lamps", lamps),
    Walk("sensors", "Hall sensors", halls),
    Walk("striker", "striker", striker),
)


async def walk_all(bench: Bench, group: str | None, results: list[Result]) -> None:
    """Walk one group or all; `results` has the findings, however it ends."""
    for walk in WALKS:
        if group not in (None, walk.group):
            continue
        try:
            results.append(await walk.go(bench))
        except Quit:
            results.append(Result(walk.part, "not finished", is_done=False))
            return
        # Only the board map is read and written on the way.
        except OSError as error:
            says = f"interrupted: {error.filename}: {error.strerror}"
            results.append(Result(walk.part, says, is_done=False))
        finally:
            bench.light({})
