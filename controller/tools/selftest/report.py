"""The findings: printed in a report, and offered as changes to the board map."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from controller.basics.locate import Where
from controller.tools.selftest.bench import Bench
from wiring.amend import CannotAmend, Changes, amend, edit_hints, row_of
from wiring.boardmap import BoardMap


class Finding(NamedTuple):
    says: str  # the problem, in one sentence
    fix: str  # the remedy
    is_fixed: bool = False  # whether the board map was changed to match


def set_aside(part: str, trouble: str, so: str = "") -> Finding:
    """Return a finding from a driver's `what is wrong; what to do`."""
    what, _, fix = trouble.partition("; ")
    return Finding(f"{part}: {what}{so}", fix or "run `undertow doctor`")


class Result(NamedTuple):
    part: str
    says: str  # the result: "10 of 10 heard"
    findings: Sequence[Finding] = ()
    is_done: bool = True

    @property
    def is_well(self) -> bool:
        return self.is_done and all(finding.is_fixed for finding in self.findings)


def report(results: Iterable[Result]) -> str:
    lines = ["", "What was found:"]
    for result in results:
        lines.append(f"  {_sign(result):6} {result.part}: {result.says}")
        for says, fix, is_fixed in result.findings:
            what = "the board map was changed" if is_fixed else fix
            lines.append(f"         - {says}; {what}")
    return "\n".join(lines)


def _sign(result: Result) -> str:
    if not result.is_well:
        return "FAILED"
    return "fixed" if result.findings else "ok"


Thing = TypeVar("Thing")


def rings(moved: Mapping[Thing, Thing]) -> tuple[list[list[Thing]], list[Thing]]:
    """Return cycles in which each one is in the next one's place, and the rest."""
    closed: list[list[Thing]] = []
    strays: list[Thing] = []
    seen: set[Thing] = set()
    for first in moved:
        if first in seen:
            continue
        ring = _ring(first, moved)
        if ring is None:
            strays.append(first)
        elif len(ring) > 1:
            closed.append(ring)
            seen.update(ring)
    return closed, strays


def _ring(first: Thing, moved: Mapping[Thing, Thing]) -> list[Thing] | None:
    ring = [first]
    while (following := moved.get(ring[-1])) != first:
        if following is None or following in ring:
            return None
        ring.append(following)
    return ring


def listed(words: Sequence[str]) -> str:
    """Return `a`, `a and b`, or `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


async def offer(
    bench: Bench, found: Iterable[Finding], changes: Changes
) -> list[Finding]:
    """Offer the changes to the board map; return the findings, fixed if accepted."""
    found = list(found)
    if not changes:
        return found
    path = Path(bench.board.path)
    for finding in found:
        bench.say(f"Found: {finding.says}.")
    for line in edit_hints(path.read_text(encoding="utf-8"), changes):
        bench.say(f"    {path.name}, {line}")
    answer = await bench.ask(
        "Change the board map to match?",
        ok="write it",
        undo="leave it, I'll fix the wires",
    )
    if answer == "undo":
        return found
    try:
        # The backup is the file from before the whole walk.
        backup = amend(path, changes, keep=not bench.has_written)
        bench.has_written = True
    except CannotAmend as error:
        bench.say(f"{error}; change these lines by hand:")
        for line in error.edit_hints:
            bench.say(f"    {line}")
        return found
    bench.say(f"Wrote {path}; the old file is {backup}.")
    return [finding._replace(is_fixed=True) for finding in found]


def row(board: BoardMap, control: str) -> Where:
    """Return where the board map lists a seat or a control."""
    path = Path(board.path)
    if control.startswith("seat:"):
        return "seat", row_of(path, "seat", "seat", int(control.removeprefix("seat:")))
    return "control", row_of(path, "control", "name", control)
