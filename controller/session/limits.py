"""Says once, at the start, what this table's buttons cannot do."""

from collections.abc import Iterator

from controller.basics.sentence import Sentence, say
from controller.words.files import in_english
from controller.words.table import joined
from hardware.parts.registry import Parts
from wiring.boardmap import BoardMap

_SEATS = 6  # on a full table


def tell_limits(board: BoardMap, parts: Parts) -> None:
    """List among the parts what a smaller table cannot do."""
    if said := joined(tuple(limits(board))):
        parts.fitted("without pages", in_english(said), said)


def limits(board: BoardMap) -> Iterator[Sentence]:
    controls = {button.control for button in board.buttons}
    steps = {"next", "ok"} <= controls
    yield from _seats(controls)
    if not steps:
        yield say("limit.no-steps")
    yield from _tiles(board, steps)
    if steps and not {f"seat:{n}" for n in range(_SEATS)} <= set(board.pixels):
        yield say("limit.seat-lamps")
    if "undo" not in controls:
        yield say("limit.no-undo")
    if "why" not in controls:
        yield say("limit.no-why")
    if board.depth is None:
        yield say("limit.no-depth")
    if board.eliminator is None:
        yield say("limit.no-eliminator")


def _seats(controls: set[str]) -> Iterator[Sentence]:
    there = sum(control.startswith("seat:") for control in controls)
    if there == 0:
        yield say("limit.no-seats")
    elif there < _SEATS:
        yield say("limit.some-seats", there=there, seats=_SEATS)


def _tiles(board: BoardMap, steps: bool) -> Iterator[Sentence]:
    sensors = [sensor for one in board.boards for sensor in one.sensors if sensor]
    if any(sensor.kind == "switch" for sensor in sensors):
        return
    yield say("limit.step-tiles" if steps and board.grid else "limit.no-tiles")
