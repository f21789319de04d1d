"""HAI NOON: who has won, and why."""

from controller.games.hai_noon.pieces import DIVERS, Position
from controller.rules.deals import competition_ranks
from controller.rules.game import Result


def result(position: Position) -> Result | None:
    if position.step != "over":
        return None
    fell = position.fell
    # HN-40, HN-48: who still swims has done best, then the latest to fall.
    ranks = competition_ranks([(turn == 0, turn) for turn in fell])
    winners = tuple(seat for seat, turn in enumerate(fell) if not turn)
    return Result(winners, ranks, _reason(position, winners))


def end_rule(position: Position) -> str:
    if not is_decided(position):
        return "HN-55"
    return "HN-49" if position.variant.last_diver else "HN-39"


def is_decided(position: Position) -> bool:
    """HN-39, HN-49: what is tested after the whole attack."""
    if position.variant.last_diver:
        return position.fell.count(0) <= 1
    return any(position.fell)


def _reason(position: Position, winners: tuple[int, ...]) -> str:
    if not is_decided(position):
        return f"Turn {position.turn}, the last one, is over: who still swims has won."
    if position.variant.last_diver:
        if not winners:
            return "The last two were caught together, so it is a draw between them."
        last = _divers(position, "healthy", "injured")
        return f"{_listed(last)} {_is(last)} left: the last to swim has won."
    prey = _divers(position, "prey")
    caught = f"{_listed(prey)} {_have(prey)} become the sharks' prey"
    if not winners:
        return f"{caught}: both seats have lost a diver, so it is a draw."
    return f"{caught}; everybody else has won."


def _divers(position: Position, *states: str) -> list[str]:
    pairs = zip(DIVERS, position.health, strict=True)
    return [diver for diver, health in pairs if health in states]


def _listed(names: list[str]) -> str:
    return " and ".join(names).capitalize()


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _have(names: list[str]) -> str:
    return "has" if len(names) == 1 else "have"
