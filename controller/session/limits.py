"""What cannot be done with the table's own buttons, said once at the start."""

from collections.abc import Iterator

from hardware.parts.registry import Parts
from wiring.boardmap import BoardMap

_SEATS = 6  # of a full table


def tell_limits(board: BoardMap, parts: Parts) -> None:
    """A full table has nothing to tell; a smaller one says it among its parts."""
    sentences = "; ".join(limits(board))
    if sentences:
        parts.fitted("without pages", sentences)


def limits(board: BoardMap) -> Iterator[str]:
    controls = {button.control for button in board.buttons}
    steps = {"next", "ok"} <= controls
    yield from _seats(controls)
    if not steps:
        yield "without `next` and `ok` nothing is counted or stepped through here"
    yield from _tiles(board, steps)
    if steps and not {f"seat:{n}" for n in range(_SEATS)} <= set(board.pixels):
        yield "what only a seat's lamp could show is chosen on the seats' pages"
    if "undo" not in controls:
        yield "`undo` is on the seats' pages, and an offered game is put away on `/`"
    if "why" not in controls:
        yield "`why` is on the pages"
    if board.depth is None:
        yield "what the Depth Board would show is on the pages"
    if board.eliminator is None:
        yield "explosions are shown, nothing strikes"


def _seats(controls: set[str]) -> Iterator[str]:
    there = sum(control.startswith("seat:") for control in controls)
    if there == 0:
        yield "no seat has a button: secrets are chosen on the seats' pages"
    elif there < _SEATS:
        yield f"only {there} of {_SEATS} seats have a button; the others have pages"


def _tiles(board: BoardMap, steps: bool) -> Iterator[str]:
    sensors = [sensor for one in board.boards for sensor in one.sensors if sensor]
    if any(sensor.kind == "switch" for sensor in sensors):
        return
    if steps and board.grid:
        yield "tiles cannot be pressed: `next` steps through them and `ok` takes one"
    else:
        yield "there are no tiles to press: what they mean is chosen on the pages"
