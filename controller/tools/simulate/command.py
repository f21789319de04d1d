"""Runs a simulation from its first game to its last line of output."""

import sys
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.tools.simulate import compare, report
from controller.tools.simulate.figures import Tally
from controller.tools.simulate.plan import Plan, Task
from controller.tools.simulate.workers import played


class CannotReport(UndertowError):
    """The file for the figures cannot be written."""


def simulate(
    plans: list[Plan],
    games: int,
    processes: int,
    file: Path | None = None,
    cluster: str | None = None,
) -> int:
    """Print the table, and compare two plans; return the exit status.

    Raises CannotReport before any game is played if the file cannot be written.
    """
    _write(file, "", "a")
    tallies = [Tally(plan) for plan in plans]
    wanted = games * len(plans)
    # Not a list, so that a simulation may have any length.
    tasks = (Task(plan, n) for n in range(games) for plan in range(len(plans)))
    finished = played(plans, tasks, processes, _print)
    if cluster is not None:
        from controller.tools.simulate import cluster as dask

        finished = dask.played(cluster, plans, tasks, processes, _print)
    is_shown = sys.stderr is not None and sys.stderr.isatty()
    try:
        for done, (task, game) in enumerate(finished, start=1):
            tallies[task.plan].add(game)
            if is_shown:
                end = "\r" if done < wanted else "\n"
                sys.stderr.write(f"{done} of {wanted} games{end}")
    except KeyboardInterrupt:
        _print("stopped")
        return 130
    _report(plans, tallies, file)
    return 0


def _report(plans: list[Plan], tallies: list[Tally], file: Path | None) -> None:
    texts = [report.table(*pair) for pair in zip(plans, tallies, strict=True)]
    if len(plans) == 2:
        names = (plans[0].name, plans[1].name)
        texts.append(compare.report(names, compare.differences(*tallies)))
    sys.stdout.write("\n\n".join(texts) + "\n")
    _write(file, report.as_json(plans, tallies) + "\n")


def _write(file: Path | None, text: str, how: str = "w") -> None:
    if file is not None:
        try:
            with file.open(how) as out:
                out.write(text)
        except OSError as error:
            why = f"{file}: {error.strerror}; choose another file"
            raise CannotReport(why) from None


def _print(sentence: str) -> None:
    if sys.stderr:
        sys.stderr.write(f"undertow: {sentence}\n")
