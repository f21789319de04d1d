"""HAI NOON: who has won, and by which ruling."""

from controller.basics.sentence import Says, say
from controller.games.hai_noon.pieces import DIVERS, Position
from controller.rules.deals import competition_ranks
from controller.rules.game import Result


def result(position: Position) -> Result | None:
    if position.step != "over":
        return None
    fell = position.fell
    # HN-40, HN-48: surviving seats rank first, then the latest to fall.
    ranks = competition_ranks([(turn == 0, turn) for turn in fell])
    winners = tuple(seat for seat, turn in enumerate(fell) if not turn)
    return Result(winners, ranks, _reason(position, winners))


def end_rule(position: Position) -> str:
    if not is_decided(position):
        return "HN-55"
    return "HN-49" if position.variant.last_diver else "HN-39"


def is_decided(position: Position) -> bool:
    """HN-39, HN-49: return whether the game is over after a whole attack."""
    if position.variant.last_diver:
        return position.fell.count(0) <= 1
    return any(position.fell)


def _reason(position: Position, winners: tuple[int, ...]) -> Says:
    if not is_decided(position):
        return say("ending.last-turn", turn=position.turn)
    if position.variant.last_diver:
        if not winners:
            return "ending.together"
        return say("ending.last", divers=_divers(position, "healthy", "injured"))
    key = "ending.prey" if winners else "ending.prey-of-both"
    return say(key, divers=_divers(position, "prey"))


def _divers(position: Position, *states: str) -> tuple[str, ...]:
    pairs = zip(DIVERS, position.health, strict=True)
    return tuple(diver for diver, health in pairs if health in states)
