"""Everything can be done by hand, and each script leads to one action only."""

from typing import Any

from controller.games import staging
from controller.tabletop.gestures import Script
from controller.testing.cases import Case, dice, every_case, new_match, steps

# How many positions of a game are checked.
MOST = 40


def scripts(case: Case, position: Any) -> list[tuple[Any, Script]]:
    """Return each legal action that hands can express now, with its gestures."""
    script = staging(case.game).script
    found = [(action, script(position, action)) for action in case.game.legal(position)]
    return [(action, way) for action, way in found if way is not None]


@every_case
def test_hands_that_have_done_an_action_are_through(case: Case) -> None:
    """If its script began another one, they would have to wait for the rest."""
    match, left = new_match(case, 8), MOST
    for _ in steps(match, dice(case, 8)):
        left -= 1
        if left < 0:
            break
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
    match, left = new_match(case, 9), MOST
    for _ in steps(match, dice(case, 9)):
        left -= 1
        if left < 0:
            break
        asked = {action.seat for action in case.game.legal(match.position)}
        able = {action.seat for action, _ in scripts(case, match.position)}
        assert able == asked, (
            f"seats {sorted(asked - able)} are asked and can do nothing with hands: "
            "give their actions a script"
        )
