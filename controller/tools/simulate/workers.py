"""All the games of a simulation, on as many processes as there are cores.

Which process plays which game makes no difference to the game. A process that dies
costs the time of its games, and they are played again.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from controller.tools.simulate.one import Played, play
from controller.tools.simulate.plan import Plan
from controller.tools.simulate.results import Task

# So many pools may break before the rest is played without one.
POOLS = 4
# So many games wait for each process.
AHEAD = 4

Say = Callable[[str], None]
Finished = Iterator[tuple[Task, Played]]


def played(plans: list[Plan], tasks: list[Task], processes: int, say: Say) -> Finished:
    """Each game as it is finished, in any order."""
    left = dict.fromkeys(tasks)
    for _ in range(POOLS if processes > 1 else 0):
        try:
            for task, game in _by_pool(plans, list(left), processes):
                del left[task]
                yield task, game
        except (BrokenProcessPool, OSError):
            say("a process of the simulation died; its games are played again")
        if not left:
            return
    for task in left:
        yield task, play(plans[task.plan], task.number)


def _by_pool(plans: list[Plan], tasks: list[Task], processes: int) -> Finished:
    waiting = iter(tasks)
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        running: dict[Future[Played], Task] = {}

        def fill() -> None:
            for task in islice(waiting, processes * AHEAD - len(running)):
                running[pool.submit(play, plans[task.plan], task.number)] = task

        try:
            fill()
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
                fill()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
