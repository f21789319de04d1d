"""HOLD YOUR GROUND, the doom actions: Battle Royale, Move Eliminator, Explosion.

Each begins with the function of its name, and sets the phase to "next" at its end. A
Battle Royale goes from tile to tile and asks the majority holders one by one; an
explosion throws the tile's battlers one by one.
"""

from controller.games.hold_your_ground.ending import (
    credited,
    fallen,
    living,
    lost,
    named,
)
from controller.games.hold_your_ground.pieces import (
    TEAM,
    TEAMS,
    Action,
    Battle,
    Blast,
    Collapse,
    Counts,
    Eliminator,
    Fight,
    Position,
    Scatter,
    Spare,
    Take,
)
from controller.games.hold_your_ground.squares import (
    AT,
    CENTRE,
    NAMES,
    around,
    joined_to_centre,
    members,
)
from controller.rules.deals import clockwise, less_one, more_one, put
from controller.rules.game import Event, Outcome

_SEATS = range(len(TEAMS))
TAKES = tuple(
    tuple(tuple(Take(seat, at, team) for team in TEAMS) for at in NAMES)
    for seat in _SEATS
)
SPARES = tuple(tuple(Spare(seat, at) for at in NAMES) for seat in _SEATS)
GOES = tuple(tuple(Eliminator(seat, to) for to in NAMES) for seat in _SEATS)


# Battle Royale


def royale(position: Position, events: list[Event]) -> Position:
    events.append(Battle(position.active))
    return _fight_on(position, -1)


def answers(position: Position) -> tuple[Take | Spare, ...]:
    """HYG-33, HYG-34: let the current majority holder take one victim, or spare all."""
    at, holders, victims = fighting(position)
    seat, counts = holders[0], position.board[at]
    takes = tuple(TAKES[seat][at][team] for team in victims if counts[team])
    return (*takes, SPARES[seat][at])


def answer(position: Position, action: Take | Spare, events: list[Event]) -> Position:
    at, holders, victims = fighting(position)
    counts = position.board[at]
    if isinstance(action, Take):
        team = TEAM[action.team]
        counts = less_one(counts, team)
        position = position._replace(board=put(position.board, at, counts))
        position = credited(position, action.seat, team)
    if len(holders) > 1 and any(counts[team] for team in victims):
        return position._replace(fight=Fight(at, holders[1:], victims))
    # HYG-56: battlers that fall on one tile fall together.
    gone = [team for team in victims if not counts[team]]
    position = fallen(position, gone, events) if gone else position
    return position if position.phase == "over" else _fight_on(position, at)


def fighting(position: Position) -> Fight:
    assert position.fight is not None
    return position.fight


def _fight_on(position: Position, after: int) -> Position:
    """HYG-32: move on to the next tile with a majority, in reading order."""
    board = position.board
    for at in range(after + 1, len(board)):
        counts = board[at]
        most = max(counts)
        victims = tuple(team for team, n in enumerate(counts) if 0 < n < most)
        if victims:  # HYG-31: if all there are equal, nobody has a majority
            order = clockwise(position.variant.seats, position.active)
            holders = tuple(team for team in order if counts[team] == most)
            fight = Fight(at, holders, victims)
            return position._replace(phase="royale", fight=fight)
    return position._replace(phase="next", fight=None)


# Move Eliminator


def eliminator(position: Position) -> Position:
    """HYG-37: begin the Eliminator's move; HYG-38: it stays if it has none."""
    return position._replace(phase="eliminator" if ways(position) else "next")


def ways(position: Position) -> tuple[Eliminator, ...]:
    own, tiles = GOES[position.active], position.tiles
    return tuple(own[to] for to in around(position.eliminator, 1) if tiles >> to & 1)


def move_eliminator(position: Position, action: Eliminator) -> Position:
    return position._replace(phase="next", eliminator=AT[action.to])


# Explosion


def explosion(position: Position, events: list[Event]) -> Position:
    at = position.eliminator
    if at == CENTRE or not position.tiles >> at & 1:
        return eliminator(position)  # HYG-39
    air = position.board[at]
    events.append(Blast(NAMES[at], named(air)))
    position = position._replace(
        phase="scatter",
        tiles=position.tiles & ~(1 << at),
        board=put(position.board, at, (0,) * len(air)),
        air=air,
    )
    return position if any(air) else _collapse(position, events)


def landings(position: Position) -> tuple[Outcome[Action], ...]:
    """Return the landings: some are lost, the rest land nearby at random (HYG-40)."""
    house, tiles = position.variant.house, position.tiles
    team = TEAMS[thrown(position)]
    near = [s for s in around(position.eliminator, house.reach) if tiles >> s & 1]
    safe = house.thrown - house.lost
    lost_weight = house.lost * len(near) if near else 1
    gone: Outcome[Action] = Outcome(Scatter(team, None), lost_weight)
    landed: list[Outcome[Action]] = [
        Outcome(Scatter(team, NAMES[square]), safe) for square in near
    ]
    return tuple(outcome for outcome in (gone, *landed) if outcome.weight)


def thrown(position: Position) -> int:
    """Return the team of the next battler to come down."""
    return next(team for team, number in enumerate(position.air) if number)


def scatter(position: Position, action: Scatter, events: list[Event]) -> Position:
    team = TEAM[action.team]
    position = position._replace(air=less_one(position.air, team))
    if action.to is None:
        position = lost(position, team)
    else:
        at = AT[action.to]
        counts = more_one(position.board[at], team)
        position = position._replace(board=put(position.board, at, counts))
    return position if any(position.air) else _collapse(position, events)


def _collapse(position: Position, events: list[Event]) -> Position:
    """HYG-41: remove tiles cut off from the centre; nobody gets credit for them."""
    tiles = joined_to_centre(position.tiles)
    cut_off = members(position.tiles & ~tiles)
    if cut_off:
        gone = _all_on(position.board, cut_off)
        events.append(Collapse(tuple(NAMES[at] for at in cut_off), named(gone)))
        position = position._replace(
            tiles=tiles,
            board=_cleared(position.board, cut_off),
            lost=tuple(a + b for a, b in zip(position.lost, gone, strict=True)),
        )
    return fallen(position._replace(phase="next"), living(position), events)


def _all_on(board: tuple[Counts, ...], squares: list[int]) -> Counts:
    return tuple(map(sum, zip(*(board[square] for square in squares), strict=True)))


def _cleared(board: tuple[Counts, ...], squares: list[int]) -> tuple[Counts, ...]:
    nobody = (0,) * len(board[0])
    return tuple(nobody if at in squares else n for at, n in enumerate(board))
