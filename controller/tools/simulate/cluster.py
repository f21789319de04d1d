"""The games of a simulation on an existing Dask cluster; needs `undertow[cluster]`.

A worker that dies costs the time of its games: Dask gives them to another one. What a
cluster cannot play is left for this machine, so the count goes on, and which of them
played a game makes no difference to it.
"""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from controller.errors import BadRequest
from controller.tools.simulate.one import play
from controller.tools.simulate.plan import Plan
from controller.tools.simulate.results import Task
from controller.tools.simulate.workers import Finished, Say

if TYPE_CHECKING:
    from distributed import Client

# How long is waited for a cluster that does not answer.
PATIENCE_S = 10
# So many games are given to it at a time for each of its threads, and at least so many.
AHEAD, FEWEST = 4, 16

_HERE = "the other games are played on this machine"


class NoDask(BadRequest):
    """The extra that a cluster needs is not installed."""


def played(address: str, plans: list[Plan], tasks: list[Task], say: Say) -> Finished:
    """Each game as it is finished; ends early where the cluster cannot go on."""
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise NoDask(
            "--cluster needs Dask; install it with: pip install 'undertow[cluster]'"
        ) from None
    # What goes wrong is said here, in one sentence.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE_S}s"}):
        try:
            client = Client(address, timeout=PATIENCE_S, set_as_default=False)
        except (OSError, ValueError) as error:
            say(f"there is no cluster at {address[:80]} ({_brief(error)}); {_HERE}")
            return
        try:
            with client.as_current():
                yield from _by_client(client, plans, tasks)
        # Whatever a cluster, or a worker of it, comes up with.
        except Exception as error:  # noqa: BLE001
            say(f"the cluster at {address[:80]} fails ({_brief(error)}); {_HERE}")
        finally:
            client.close(timeout=1)


def _by_client(client: "Client", plans: list[Plan], tasks: list[Task]) -> Finished:
    from distributed import as_completed

    waiting = iter(tasks)
    running: dict[Any, Task] = {}
    done: Any = as_completed(raise_errors=False)
    most = max(FEWEST, AHEAD * sum(client.nthreads().values()))

    def fill() -> None:
        for task in _taken(waiting, most - len(running)):
            plan = plans[task.plan]
            future = client.submit(play, plan, task.number, pure=False)
            running[future] = task
            done.add(future)

    fill()
    while running:
        future = next(done)
        task = running.pop(future)
        yield task, future.result()
        fill()


def _taken(tasks: Iterator[Task], most: int) -> list[Task]:
    return [task for _, task in zip(range(most), tasks, strict=False)]


def _brief(error: Exception) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 100 else f"{words[:97]}…"
