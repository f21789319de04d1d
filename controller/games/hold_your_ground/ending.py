"""HOLD YOUR GROUND: who is out, when the game ends, and who has won.

The game ends when at most one team is left, or when the centre is the only tile. Teams
left at the end are ranked by battlers on the centre, then by the battlers that lie in
front of them; the others by when they fell.
"""

from collections.abc import Iterable

from controller.basics.sentence import Says, Sentence, say
from controller.games.hold_your_ground.pieces import TEAMS, Counts, Out, Position
from controller.games.hold_your_ground.squares import CENTRE, FLAG
from controller.rules.deals import Over, best, competition_ranks, more_one, put
from controller.rules.game import Event, Result


def named(counts: Counts) -> dict[str, int]:
    """Return the nonzero counts by team."""
    return {TEAMS[team]: n for team, n in enumerate(counts) if n}


def credited(position: Position, seat: int, team: int) -> Position:
    """Put a battler of this team in front of that seat, for the tie-breakers."""
    pile = more_one(position.captured[seat], team)
    return position._replace(captured=put(position.captured, seat, pile))


def lost(position: Position, team: int) -> Position:
    """Remove a battler of this team without crediting anybody."""
    return position._replace(lost=more_one(position.lost, team))


def is_out(position: Position, team: int) -> bool:
    return any(team in group for group in position.out)


def living(position: Position) -> list[int]:
    gone = {team for group in position.out for team in group}
    return [team for team in range(position.variant.seats) if team not in gone]


def fallen(position: Position, teams: Iterable[int], events: list[Event]) -> Position:
    """HYG-43, HYG-56: put out all teams without battlers, together."""
    group = tuple(
        team for team in teams if not any(counts[team] for counts in position.board)
    )
    if group:
        events.append(Out(tuple(TEAMS[team] for team in group)))
        position = position._replace(out=(*position.out, group))
    if len(living(position)) < 2 or position.tiles == FLAG:
        return over(position, events)
    return position


def over(position: Position, events: list[Event]) -> Position:
    """End the game; drop the remaining pushes and the rest of the turn."""
    position = position._replace(
        phase="over",
        agenda=(),
        move=None,
        moved=(0,) * len(position.moved),
        crowds=(),
        fight=None,
    )
    events.append(Over(best(ranks(position))))
    return position


def result(position: Position) -> Result | None:
    if position.phase != "over":
        return None
    placed = ranks(position)
    return Result(best(placed), placed, _reason(position, best(placed)))


def ranks(position: Position) -> tuple[int, ...]:
    """HYG-50: rank teams left at the end, then the others, the last to fall first."""
    last = _at_the_end(position)
    scores: dict[int, tuple[int, ...]] = {}
    for age, group in enumerate(position.out):
        scores.update(dict.fromkeys(group, (0, age)))
    totals = {
        team: (position.board[CENTRE][team], sum(position.captured[team]))
        for team in last
    }
    for team in last:
        # HYG-45, HYG-58: recount only the colours of seats that are still tied.
        tied = [other for other in last if totals[other] == totals[team]]
        again = sum(position.captured[team][other] for other in tied)
        scores[team] = (1, *totals[team], again)
    return competition_ranks([scores[seat] for seat in range(position.variant.seats)])


def _at_the_end(position: Position) -> tuple[int, ...]:
    """HYG-44: return the remaining teams or, if none remains, the last ones out."""
    return tuple(living(position)) or position.out[-1]


def _reason(position: Position, winners: tuple[int, ...]) -> Says:
    left = living(position)
    if len(left) == 1:
        return say("ending.last", winner=left[0])
    decided = _decided(position, winners)
    if not left:
        return say("ending.together", teams=position.out[-1], decided=decided)
    if position.tiles == FLAG:
        return say("ending.only-centre", decided=decided)
    return say("ending.last-turn", turn=position.turn, decided=decided)


def _decided(position: Position, winners: tuple[int, ...]) -> Sentence:
    """Return the tie-breaker that decided: centre, piles or recounted piles."""
    if len(winners) > 1:
        return say("ending.shared", winners=winners)
    winner = winners[0]
    centre, piles = position.board[CENTRE], position.captured
    level = tuple(t for t in _at_the_end(position) if centre[t] == centre[winner])
    if level == (winner,):
        return say("ending.centre", winner=winner)
    equal = tuple(t for t in level if sum(piles[t]) == sum(piles[winner]))
    if equal == (winner,):
        return say("ending.piles", tied=level, winner=winner)
    return say("ending.recount", tied=equal, winner=winner)
