"""The walks, in the order in which each can rely on those before it.

Buttons and switches first: they answer for the lamps. The lamps next: they show where
a magnet goes. The striker last: it needs the buttons.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from controller.tools.selftest.bench import Bench, Quit
from controller.tools.selftest.buttons import buttons
from controller.tools.selftest.lamps import lamps
from controller.tools.selftest.report import Result
from controller.tools.selftest.sensors import halls, switches
from controller.tools.selftest.striker import striker


class Walk(NamedTuple):
    group: str  # one of the PARTS
    part: str  # as the report names it
    go: Callable[[Bench], Awaitable[Result]]


WALKS = (
    Walk("buttons", "buttons", buttons),
    Walk("sensors", "tile switches", switches),
    Walk("lamps", "lamps", lamps),
    Walk("sensors", "Hall sensors", halls),
    Walk("striker", "striker", striker),
)


async def walk_all(bench: Bench, group: str | None, results: list[Result]) -> None:
    """Walks one group or all; what was found is in `results`, however it ends."""
    for walk in WALKS:
        if group not in (None, walk.group):
            continue
        try:
            results.append(await walk.go(bench))
        except Quit:
            results.append(Result(walk.part, "not finished", is_done=False))
            return
        # The board map is the one file that is read and written on the way.
        except OSError as error:
            says = f"broke off: {error.filename}: {error.strerror}"
            results.append(Result(walk.part, says, is_done=False))
        finally:
            bench.light({})
