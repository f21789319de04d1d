"""All the games of a simulation, on as many processes as there are cores.

Each process has a line of its own and a game ahead; which of them plays a game makes
no difference to it. One that dies costs the time of its games: they are played again,
and another process takes its place. However this process ends, those end with it.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

from controller.tools.simulate.plan import Plan, Played, play
from controller.tools.simulate.results import Task

# How many games each process is given: the one that it plays, and the next.
AHEAD = 2
# How many processes are replaced; if none is left, this one plays the rest.
REPLACED = 3

Say = Callable[[str], None]
Finished = Iterator[tuple[Task, Played]]

_CONTEXT = get_context("spawn")


def played(
    plans: list[Plan], tasks: Iterable[Task], processes: int, say: Say
) -> Finished:
    """Yield each game as it is finished, in any order, taking few tasks ahead."""
    waiting = iter(tasks)
    if processes > 1:
        first = list(islice(waiting, processes))
        crew = _Crew(plans, chain(first, waiting), len(first), say)
        try:
            yield from crew.played()
        finally:
            crew.end()
        waiting = crew.waiting
    for task in waiting:
        yield task, play(plans[task.plan], task.number)


class _Worker:
    def __init__(self, plans: list[Plan]) -> None:
        """Start a process; raises OSError."""
        self.line, theirs = _CONTEXT.Pipe()
        self.tasks: deque[Task] = deque()
        self._process = _CONTEXT.Process(target=_work, args=(theirs, plans))
        # Ctrl-C reaches everybody at a terminal; the answer to it is this process's.
        # The tracker that all processes share would let it through while it starts.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()

    def fill(self, waiting: Iterator[Task]) -> None:
        for task in islice(waiting, AHEAD - len(self.tasks)):
            self.tasks.append(task)
            # A process that is gone is noticed when its games are waited for.
            with suppress(OSError):
                self.line.send(task)

    def end(self) -> None:
        self.line.close()
        self._process.kill()
        self._process.join()


class _Crew:
    def __init__(
        self, plans: list[Plan], waiting: Iterator[Task], many: int, say: Say
    ) -> None:
        """Take games from `waiting`, and leave the unplayed ones there."""
        self._plans = plans
        self.waiting = waiting
        self._many = many
        self._say = say
        # How many more may be started.
        self._more = many + REPLACED
        self._workers: dict[Any, _Worker] = {}

    def played(self) -> Finished:
        while busy := self._busy():
            for line in wait(busy):
                try:
                    game = self._workers[line].line.recv()
                except (EOFError, OSError):
                    self._bury(self._workers.pop(line))
                    continue
                task = self._workers[line].tasks.popleft()
                yield task, game or play(self._plans[task.plan], task.number)

    def end(self) -> None:
        for worker in self._workers.values():
            worker.end()

    def _busy(self) -> list[Any]:
        """Give every idle worker a task, and return the busy ones' pipes."""
        while self._more and len(self._workers) < self._many:
            self._start()
        for worker in self._workers.values():
            worker.fill(self.waiting)
        return [line for line, worker in self._workers.items() if worker.tasks]

    def _start(self) -> None:
        self._more -= 1
        try:
            worker = _Worker(self._plans)
        except OSError as error:
            self._more = 0
            self._say(f"no more processes can be started ({error.strerror})")
        else:
            self._workers[worker.line] = worker

    def _bury(self, worker: _Worker) -> None:
        self._say("a worker process died; its games are played again")
        self.waiting = chain(worker.tasks, self.waiting)
        worker.end()


def _work(line: "Connection[Any, Any]", plans: list[Plan]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            line.send(_tried(plans[task.plan], task.number))


def _tried(plan: Plan, number: int) -> Played | None:
    """Return None if it fails: the parent tries it again, and fails visibly."""
    try:
        return play(plan, number)
    except Exception:  # noqa: BLE001 - whatever it is, it is seen there
        return None


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
