"""All games of a simulation, on as many processes as there are cores.

Results do not depend on which process plays a game. A process that dies costs time: the
unfinished games are played again. However this process ends, its workers end with it.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from itertools import chain, islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from controller.tools.simulate.plan import Plan, Played, Task, play

# How many games each process holds: the current one, and the next.
AHEAD = 2
# How many crews of processes may fail before this process plays the rest.
CREWS = 3

Say = Callable[[str], None]
Finished = Iterator[tuple[Task, Played]]


def played(
    plans: list[Plan], tasks: Iterable[Task], processes: int, say: Say
) -> Finished:
    """Yield each game as it is finished, in any order, taking few tasks ahead."""
    waiting = iter(tasks)
    for _ in range(CREWS if processes > 1 else 0):
        begun: list[Task] = []
        try:
            yield from _by_crew(plans, waiting, begun, processes)
        except (BrokenExecutor, OSError) as error:
            say(f"a worker process failed ({error}); its games are played again")
            waiting = chain(begun, waiting)
    for task in waiting:
        yield task, play(plans[task.plan], task.number)


def _by_crew(
    plans: list[Plan], waiting: Iterator[Task], begun: list[Task], processes: int
) -> Finished:
    """Play games until none is left; `begun` has the unfinished ones."""
    running: dict[Future[Played], Task] = {}
    crew = ProcessPoolExecutor(processes, get_context("spawn"), _begin)
    try:
        while True:
            for task in islice(waiting, AHEAD * processes - len(running)):
                begun.append(task)
                future = crew.submit(play, plans[task.plan], task.number)
                running[future] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                game = future.result()
                begun.remove(running[future])
                yield running.pop(future), game
    finally:
        for process in active_children():
            process.kill()
        crew.shutdown(cancel_futures=True)


def _begin() -> None:
    # Ctrl-C reaches every process of a terminal; only the parent reacts to it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
