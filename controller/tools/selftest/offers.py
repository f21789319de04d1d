"""What was found out, offered to the board map."""

from collections.abc import Iterable
from pathlib import Path

from controller.basics.locate import Where
from controller.tools.selftest.bench import Bench
from controller.tools.selftest.report import Finding
from wiring.amend import CannotAmend, Changes, amend, by_hand, row_of
from wiring.boardmap import BoardMap


async def offer(
    bench: Bench, found: Iterable[Finding], changes: Changes
) -> list[Finding]:
    """The findings, mended if the builder lets the board map say what was found."""
    found = list(found)
    if not changes:
        return found
    path = Path(bench.board.path)
    for finding in found:
        bench.say(f"Found: {finding.says}.")
    for line in by_hand(path.read_text(encoding="utf-8"), changes):
        bench.say(f"    {path.name}, {line}")
    answer = await bench.ask(
        "Shall the board map say so?", ok="write it", undo="leave it, I mend the wires"
    )
    if answer == "undo":
        return found
    try:
        # The old file is the one from before the whole walk.
        backup = amend(path, changes, keep=not bench.has_written)
        bench.has_written = True
    except CannotAmend as error:
        bench.say(f"{error}; change these lines by hand:")
        for line in error.by_hand:
            bench.say(f"    {line}")
        return found
    bench.say(f"Written to {path}; as it was: {backup}.")
    return [finding._replace(is_mended=True) for finding in found]


def row(board: BoardMap, control: str) -> Where:
    """Where the board map has a seat or a control."""
    path = Path(board.path)
    if control.startswith("seat:"):
        return "seat", row_of(path, "seat", "seat", int(control.removeprefix("seat:")))
    return "control", row_of(path, "control", "name", control)
