"""Games that were simulated, on disk: a run can be resumed after a kill.

The first line says what was asked for and by which version of the rules, each further
one is a game. A last line that was cut off in the middle is left out, and its game is
played again.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from controller import games as games_of
from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.tools.simulate.figures import Tally
from controller.tools.simulate.plan import Plan, Played


class BadResults(UndertowError):
    """A file of a simulation cannot be read, resumed or written."""


class Task(NamedTuple):
    """A game of one of the plans."""

    plan: int
    number: int


class Results:
    def __init__(self, plans: list[Plan], games: int, file: Path | None) -> None:
        """Take up what the file has of `games` games of each plan.

        Raises BadResults if the file is about something else.
        """
        self._games = games
        rules = games_of.find(plans[0].game).version
        asked = {"rules": rules, "plans": [plan._asdict() for plan in plans]}
        self._header = json.dumps(asked)
        self._file = file
        self.tallies = [Tally(plan) for plan in plans]
        self._played = [set[int]() for _ in plans]
        if file is not None:
            try:
                self._take_up(file)
            except OSError as error:
                why = f"{file}: {error.strerror}; choose another file"
                raise BadResults(why) from None

    @property
    def done(self) -> int:
        return sum(tally.games for tally in self.tallies)

    def left(self) -> Iterator[Task]:
        """Yield what has yet to be played."""
        for number in range(self._games):
            for plan, played in enumerate(self._played):
                if number not in played:
                    yield Task(plan, number)

    def _take_up(self, file: Path) -> None:
        regular(file).touch()
        with file.open("rb+") as kept:
            first = kept.readline()
            if not f"{self._header}\n".encode().startswith(first):
                raise BadResults(
                    f"{file} has the results of another simulation, or of another "
                    "version of the rules; choose another file, or delete this one"
                )
            kept.seek(0)
            kept.write(f"{self._header}\n".encode())
            whole = kept.tell()
            for number, line in enumerate(kept, start=2):
                if line.endswith(b"\n"):
                    self._count_line(line, f"{file}:{number}")
                    whole += len(line)
            kept.truncate(whole)

    def _count_line(self, line: bytes, where: str) -> None:
        try:
            data: dict[str, Any] = json.loads(line)
            self._count(Task(data.pop("plan"), data["number"]), Played(**data))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise BadResults(
                f"{where}: this line is not a game; delete the line or the file"
            ) from None

    def _count(self, task: Task, game: Played) -> None:
        if task.number < self._games and task.number not in self._played[task.plan]:
            self._played[task.plan].add(task.number)
            self.tallies[task.plan].add(game)

    def add(self, task: Task, played: Played) -> None:
        self._count(task, played)
        if self._file is not None:
            line = json.dumps({"plan": task.plan, **played._asdict()})
            try:
                with self._file.open("a") as out:
                    out.write(f"{line}\n")
            except OSError as error:
                raise BadResults(f"{self._file}: {error.strerror}") from None
