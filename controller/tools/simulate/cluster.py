"""The games of a simulation on an existing Dask cluster; needs `undertow[cluster]`.

A worker that dies costs the time of its games: Dask gives them to another. This machine
plays what the cluster cannot; the results do not depend on which of them played a game.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from controller.basics.errors import BadRequest
from controller.tools.simulate import workers
from controller.tools.simulate.plan import Plan, Task, play
from controller.tools.simulate.workers import Finished, Say

if TYPE_CHECKING:
    from distributed import Client

# How long to wait for a cluster that does not answer, or has no workers.
PATIENCE_S = 10
# How many games each thread gets at a time, and the minimum for all.
AHEAD, FEWEST = 4, 16

_HERE = "this machine plays the remaining games"


class NoDask(BadRequest):
    """The extra that a cluster needs is not installed."""


class NoWorkers(Exception):
    """The cluster has no workers."""


def played(
    address: str, plans: list[Plan], tasks: Iterable[Task], processes: int, say: Say
) -> Finished:
    """Yield each game as it is finished; if the cluster fails, play the rest here."""
    waiting = iter(tasks)
    begun: list[Task] = []
    yield from _by_cluster(address, plans, waiting, begun, say)
    yield from workers.played(plans, chain(begun, waiting), processes, say)


def _by_cluster(
    address: str,
    plans: list[Plan],
    waiting: Iterator[Task],
    begun: list[Task],
    say: Say,
) -> Finished:
    """Play until none is left or the cluster fails; `begun` has the unfinished."""
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise NoDask(
            "--cluster needs Dask; install it with: pip install 'undertow[cluster]'"
        ) from None
    waits = {"distributed.comm.timeouts.connect": f"{PATIENCE_S}s"}
    with dask.config.set(waits), _quiet():
        try:
            asyncio.run(_check_address(address))
            client = Client(address, timeout=PATIENCE_S, set_as_default=False)
        except Exception as error:  # noqa: BLE001 - Dask has many for a wrong address
            say(f"no cluster answers at {address[:80]} ({_brief(error)}); {_HERE}")
            return
        try:
            with client.as_current():
                yield from _by_client(client, plans, waiting, begun)
        # A cluster, or one of its workers, may raise anything.
        except Exception as error:  # noqa: BLE001
            say(f"the cluster at {address[:80]} failed ({_brief(error)}); {_HERE}")
        finally:
            client.close(timeout=1)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's loggers, because one sentence of ours says it all."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


async def _check_address(address: str) -> None:
    """Raise whatever is wrong with this address.

    A Dask client waits forever for a server that is not a scheduler.
    """
    from distributed import Security
    from distributed.comm import connect

    secrets = Security().get_connection_args("client")
    try:
        found = await asyncio.wait_for(
            connect(address, PATIENCE_S, **secrets), 1 + PATIENCE_S
        )
    except TimeoutError as error:
        raise TimeoutError(str(error) or "no answer from a scheduler") from None
    found.abort()


def _by_client(
    client: "Client",
    plans: list[Plan],
    waiting: Iterator[Task],
    begun: list[Task],
) -> Finished:
    from distributed import wait

    running: dict[Any, Task] = {}
    most = max(FEWEST, AHEAD * sum(client.nthreads().values()))

    def fill() -> None:
        for task in islice(waiting, most - len(running)):
            begun.append(task)
            plan = plans[task.plan]
            future = client.submit(play, plan, task.number, pure=False)
            running[future] = task

    fill()
    while running:
        try:
            found = wait([*running], PATIENCE_S, return_when="FIRST_COMPLETED")
        except TimeoutError:
            _look_for_workers(client)
            continue
        for future in found.done:
            game = future.result()
            begun.remove(running[future])
            yield running.pop(future), game
        fill()


def _look_for_workers(client: "Client") -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError:
        raise NoWorkers("it has no workers") from None


def _brief(error: Exception) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 100 else f"{words[:97]}…"
