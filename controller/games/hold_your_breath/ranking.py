"""HOLD YOUR BREATH!: who has won, and who comes after."""

from controller.basics.sentence import Says, say
from controller.games.hold_your_breath.pieces import Position
from controller.rules.deals import best, competition_ranks
from controller.rules.game import Result


def result(position: Position) -> Result | None:
    if position.phase != "over":
        return None
    seats = range(position.variant.seats)
    ranks = competition_ranks([_standing(position, seat) for seat in seats])
    winners = best(ranks)
    return Result(winners, ranks, _reason(position, winners))


def _standing(position: Position, seat: int) -> tuple[int, ...]:
    """HYB-50, HYB-51, HYB-55: the returned by Anchor, then by who was back first."""
    anchors, order = position.anchors or position.depths, position.surfaced[seat]
    if order is not None:
        return 1, anchors[seat], -order
    return 0, distance(position, seat), 0


def distance(position: Position, seat: int) -> int:
    """HYB-53: down and back up; HYBD-11: in the draft, hindrances cost ten each."""
    anchors = position.anchors or position.depths
    penalty = 10 * len(position.fronts[seat]) if position.variant.draft else 0
    return 2 * anchors[seat] - position.depths[seat] - penalty


def is_home(position: Position, seat: int) -> bool:
    """HYB-49: a deepest diver who is back at the Surface ends the game."""
    anchors = position.anchors or ()
    return anchors[seat] == max(anchors) and position.depths[seat] == 0


def end_rule(position: Position) -> str:
    if not any(position.anchors or ()):
        return "HYB-52"
    seats = range(position.variant.seats)
    return "HYB-49" if any(is_home(position, seat) for seat in seats) else "HYB-56"


def _reason(position: Position, winners: tuple[int, ...]) -> Says:
    depth = (position.anchors or position.depths)[winners[0]]
    match end_rule(position):
        case "HYB-52":
            return "ending.nobody-dived"
        case "HYB-49":
            return say("ending.home", seats=winners, depth=depth)
    if position.surfaced[winners[0]] is not None:
        return say("ending.came-back", seats=winners, depth=depth)
    score = distance(position, winners[0])
    return say("ending.furthest", seats=winners, score=score)
