"""Runs a simulation from its first game to its last line of output."""

import sys
from pathlib import Path
from typing import NamedTuple

from controller.tools.simulate import compare, report
from controller.tools.simulate.plan import Plan
from controller.tools.simulate.results import BadResults, Results
from controller.tools.simulate.workers import Finished, played


class Output(NamedTuple):
    """The files that the results are written to, if any."""

    results: Path | None = None
    json: Path | None = None


def simulate(
    plans: list[Plan],
    games: int,
    processes: int,
    output: Output,
    cluster: str | None = None,
) -> int:
    """Print the table, and compare two plans; return the exit status.

    Raises BadResults, before any game is played, for a file that cannot be written.
    """
    _write(output.json, "", "a")
    results = Results(plans, games, output.results)
    wanted = games * len(plans)
    is_shown = sys.stderr is not None and sys.stderr.isatty()
    try:
        for task, game in _played(plans, results, processes, cluster):
            results.add(task, game)
            if is_shown:
                end = "\r" if results.done < wanted else "\n"
                sys.stderr.write(f"{results.done} of {wanted} games{end}")
    except KeyboardInterrupt:
        _print(_stopped(output.results, results.done, wanted))
        return 130
    _report(plans, results, output)
    return 0


def _played(
    plans: list[Plan], results: Results, processes: int, cluster: str | None
) -> Finished:
    """Play on the cluster, if there is one, and the rest here."""
    if cluster is not None:
        from controller.tools.simulate import cluster as dask

        yield from dask.played(cluster, plans, results.left(), _print)
    yield from played(plans, results.left(), processes, _print)


def _stopped(file: Path | None, done: int, wanted: int) -> str:
    if file is None:
        return "stopped; use --results FILE to keep the games of a run"
    return f"stopped after {done} of {wanted} games; run the command again to continue"


def _report(plans: list[Plan], results: Results, output: Output) -> None:
    found = [tally.figures() for tally in results.tallies]
    texts = [report.table(*pair) for pair in zip(plans, found, strict=True)]
    if len(plans) == 2:
        names = (plans[0].name, plans[1].name)
        changes = compare.differences(*results.tallies)
        texts.append(compare.report(names, changes))
    sys.stdout.write("\n\n".join(texts) + "\n")
    _write(output.json, report.as_json(plans, found) + "\n")


def _write(file: Path | None, text: str, how: str = "w") -> None:
    if file is not None:
        try:
            with file.open(how) as out:
                out.write(text)
        except OSError as error:
            raise BadResults(f"{file}: {error.strerror}; choose another file") from None


def _print(sentence: str) -> None:
    if sys.stderr:
        sys.stderr.write(f"undertow: {sentence}\n")
