"""Runs a simulation from its first game to its last line of output."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from controller.tools.simulate import compare, plot, report
from controller.tools.simulate.figures import figures
from controller.tools.simulate.plan import Plan
from controller.tools.simulate.progress import Progress
from controller.tools.simulate.results import BadResults, Results, Task
from controller.tools.simulate.workers import Finished, played


class Output(NamedTuple):
    """What is written where."""

    results: Path | None = None
    csv: Path | None = None
    json: Path | None = None
    plot: Path | None = None


def simulate(
    plans: list[Plan],
    games: int,
    processes: int,
    output: Output,
    cluster: str | None = None,
) -> int:
    """Prints the table; two plans are compared. Gives the exit status.

    Raises BadResults, before any game is played, for a file that cannot be written.
    """
    for file in (output.csv, output.json, output.plot):
        _write(file, lambda: "", "a")
    results = Results(plans, output.results)
    wanted = [Task(p, number) for number in range(games) for p in range(len(plans))]
    left = [task for task in wanted if task not in results.played]
    shows = sys.stderr is not None and sys.stderr.isatty()
    bar = Progress(len(wanted), len(wanted) - len(left), monotonic, shows)
    try:
        for task, game in _played(plans, left, processes, cluster):
            results.add(task, game)
            bar.step()
    except KeyboardInterrupt:
        bar.end()
        _say(_stopped(output.results, len(results.played), len(wanted)))
        return 130
    bar.end()
    _tell(plans, results, wanted, output)
    return 0


def _played(
    plans: list[Plan], tasks: list[Task], processes: int, cluster: str | None
) -> Finished:
    """On the cluster, if there is one, and here what that leaves."""
    left = dict.fromkeys(tasks)
    if cluster is not None:
        from controller.tools.simulate import cluster as dask

        for task, game in dask.played(cluster, plans, tasks, _say):
            del left[task]
            yield task, game
    yield from played(plans, list(left), processes, _say)


def _stopped(file: Path | None, done: int, wanted: int) -> str:
    if file is None:
        return "stopped; with --results FILE the games would have been kept"
    return f"stopped after {done} of {wanted} games; the same command goes on"


def _tell(
    plans: list[Plan], results: Results, wanted: list[Task], output: Output
) -> None:
    games = [
        [results.played[task] for task in wanted if task.plan == number]
        for number in range(len(plans))
    ]
    found = [figures(plan, own) for plan, own in zip(plans, games, strict=True)]
    texts = [report.table(*pair) for pair in zip(plans, found, strict=True)]
    if len(plans) == 2:
        names = (plans[0].name, plans[1].name)
        changes = compare.differences(plans[0], games[0], games[1])
        texts.append(compare.told(names, changes))
    sys.stdout.write("\n\n".join(texts) + "\n")
    _write(output.csv, lambda: report.as_csv(plans, found))
    _write(output.json, lambda: report.as_json(plans, found) + "\n")
    _write(output.plot, lambda: plot.svg(plans, found))


def _write(file: Path | None, text: Callable[[], str], how: str = "w") -> None:
    if file is not None:
        try:
            with file.open(how) as out:
                out.write(text())
        except OSError as error:
            raise BadResults(f"{file}: {error.strerror}; give another file") from None


def _say(sentence: str) -> None:
    if sys.stderr:
        sys.stderr.write(f"undertow: {sentence}\n")
