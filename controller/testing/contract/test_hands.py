"""Everything can be done by hand, and each script leads to only one action."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from controller.games import staging
from controller.input.gestures import Gestures
from controller.input.scripts import scripts as offered
from controller.tabletop.gestures import Count, Hold, Press, Script, Scripted
from controller.testing.cases import CASES, Case, dice, every_case, new_match, steps
from wiring import boardmap
from wiring.boardmap import BoardMap

# How many positions of a game to check, and on each table.
MOST, ON_EACH = 40, 12
# How often to press `next` before giving up.
PATIENCE = 100
MAPS = sorted((Path(boardmap.__file__).parent / "maps").glob("*.toml"))


def scripts(case: Case, position: Any) -> list[tuple[Any, Script]]:
    """Return each legal action that can be done by hand now, with its gestures."""
    script = staging(case.game).script
    found = [(action, script(position, action)) for action in case.game.legal(position)]
    return [(action, way) for action, way in found if way is not None]


@every_case
def test_hands_that_have_done_an_action_are_through(case: Case) -> None:
    """If its script also began another one, players would have to wait for the rest."""
    match = new_match(case, 8)
    for _ in islice(steps(match, dice(case, 8)), MOST):
        ways = scripts(case, match.position)
        begun = {way[:n]: action for action, way in ways for n in range(len(way))}
        for action, way in ways:
            other = begun.get(way)
            assert other is None, (
                f"{action} is meant by {way}, and {other} begins with the same: hands "
                "cannot tell which; give one of them another script"
            )


@every_case
def test_whoever_is_asked_can_answer_with_hands(case: Case) -> None:
    match = new_match(case, 9)
    for _ in islice(steps(match, dice(case, 9)), MOST):
        asked = {action.seat for action in case.game.legal(match.position)}
        able = {action.seat for action, _ in scripts(case, match.position)}
        assert able == asked, (
            f"seats {sorted(asked - able)} are asked and can do nothing with hands: "
            "give their actions a script"
        )


def controls(board: BoardMap) -> set[str]:
    """Return what can be pressed on this table."""
    switches = (s for one in board.boards for s in one.sensors if s)
    felt = {switch.place for switch in switches if switch.kind == "switch"}
    return {button.control for button in board.buttons} | felt


def is_reached(
    board: BoardMap, case: Case, ways: tuple[Scripted, ...], meant: Scripted
) -> bool:
    """Do an action by hand: press what exists, and step to the rest with `next`."""
    there, (action, script) = controls(board), meant
    hands = Gestures(lambda _action: True, lambda place: place in board.pixels)
    hands.use(staging(case.game).menu)
    hands.offer(ways)
    for gesture in script:
        assert isinstance(gesture, Press | Hold)
        if gesture.place in there:
            hands.press(gesture.place)
            continue
        for _ in range(PATIENCE):
            hands.press("next")
            if hands.coming == action:
                return True
            if hands.pointed == gesture.place:
                hands.press("ok")
                break
        else:
            return False
    return bool(hands.coming == action)


def of_each_kind(case: Case, position: Any) -> Iterator[Any]:
    """Yield an open action of each kind that is not left to phones."""
    left_to_phones, found = staging(case.game).on_phones, {}
    for action, way in scripts(case, position):
        is_open = not any(isinstance(gesture, Hold | Count) for gesture in way)
        if is_open and type(action) not in left_to_phones:
            found[type(action)] = action
    yield from found.values()


@pytest.mark.parametrize("board", MAPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("case", [c for c in CASES if not c.changed], ids=str)
def test_every_open_action_is_reached_on_each_table(case: Case, board: Path) -> None:
    table, match = boardmap.load(board), new_match(case, 10)
    for _ in islice(steps(match, dice(case, 10)), ON_EACH):
        ways = offered(match, staging(case.game), match.position, with_cards=False)
        scripted = dict(ways)
        for action in of_each_kind(case, match.position):
            assert is_reached(table, case, ways, (action, scripted[action])), (
                f"on {board.stem} no hand can do {action}, meant by {scripted[action]}:"
                " begin it with a tile, or name its kind in `Staging.on_phones`"
            )
