"""HOLD YOUR GROUND: battlers on the board, in front of a seat, and lost."""

from controller.games.hold_your_ground.pieces import TEAMS, Counts, Position
from controller.rules.deals import more_one, put


def named(counts: Counts) -> dict[str, int]:
    """Return the counts by team, without zeros."""
    return {TEAMS[team]: n for team, n in enumerate(counts) if n}


def credited(position: Position, seat: int, team: int) -> Position:
    """Put a battler of this team in front of that seat, for the tie-breakers."""
    pile = more_one(position.captured[seat], team)
    return position._replace(captured=put(position.captured, seat, pile))


def lost(position: Position, team: int) -> Position:
    """Lose a battler of this team; nobody gets it."""
    return position._replace(lost=more_one(position.lost, team))
