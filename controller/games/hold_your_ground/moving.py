"""HOLD YOUR GROUND, the moving phase: battlers walk, and push where it is full.

Battlers move one after another: `Pick` chooses one, and `Step` leads it tile by tile to
the full distance, or as far as it can go from where it started. On a full tile it
pushes others out, in the direction of its last step, and these may push on (`Push`).
"""

from controller.games.hold_your_ground.ending import credited, fallen, lost
from controller.games.hold_your_ground.pieces import (
    TEAM,
    TEAMS,
    Crowd,
    Move,
    Pick,
    Position,
    Push,
    Shoved,
    Step,
)
from controller.games.hold_your_ground.squares import (
    AHEAD,
    AT,
    BESIDE,
    NAMES,
    NEIGHBOURS,
    SQUARES,
    longest_walk,
)
from controller.rules.deals import less_one, more_one
from controller.rules.game import Event

PICKS = tuple(tuple(Pick(seat, at) for at in NAMES) for seat in range(len(TEAMS)))
STEPS = tuple(tuple(Step(seat, to) for to in NAMES) for seat in range(len(TEAMS)))
PUSHES = tuple(
    tuple(tuple(Push(seat, at, team) for team in TEAMS) for at in NAMES)
    for seat in range(len(TEAMS))
)
NONE_MOVED = (0,) * len(SQUARES)


def picks(position: Position) -> tuple[Pick, ...]:
    """HYG-11, HYG-14: list the tiles with unmoved battlers that can move."""
    active, tiles = position.active, position.tiles
    own = PICKS[active]
    standing = zip(own, position.board, position.moved, BESIDE, strict=True)
    return tuple(
        [
            pick
            for pick, counts, moved, beside in standing
            if counts[active] > moved and tiles & beside
        ]
    )


def steps(position: Position) -> tuple[Step, ...]:
    move = moving(position)
    own = STEPS[position.active]
    return tuple(
        own[to] for to in NEIGHBOURS[move.at] if can_continue(position.tiles, move, to)
    )


def can_continue(tiles: int, move: Move, to: int) -> bool:
    """HYG-13, HYG-15: return whether a path may go here: no tile twice, no dead end."""
    free = tiles & ~move.way
    if not free >> to & 1:
        return False
    rest = move.left - 1
    return rest == 0 or longest_walk(free & ~(1 << to), to, rest) == rest


def pushes(position: Position) -> tuple[Push, ...]:
    crowd = position.crowds[-1]
    own = PUSHES[position.active][crowd.at]
    return tuple(
        own[team]
        for team, number in enumerate(position.board[crowd.at])
        if number > (team == crowd.team)  # HYG-20: not the one just arriving
    )


def begin(position: Position, battlers: int, tiles: int) -> Position:
    """Begin a move of these battlers and tiles, or as many as can (HYG-10)."""
    return _pick_or_end(position, battlers, tiles)


def pick(position: Position, action: Pick) -> Position:
    at = AT[action.at]
    battlers, tiles = moving(position)[:2]
    way = 1 << at
    # HYG-12: the distance is fixed where the battler starts.
    left = longest_walk(position.tiles & ~way, at, tiles)
    move = Move(battlers, tiles, at, way, left)
    return position._replace(phase="step", move=move)


def step(position: Position, action: Step) -> Position:
    battlers, tiles, at, way, left, _ = moving(position)
    to = AT[action.to]
    board = list(position.board)
    board[at] = less_one(board[at], position.active)
    board[to] = more_one(board[to], position.active)
    move = Move(battlers, tiles, to, way | 1 << to, left - 1, to - at)
    if left > 1:
        return position._replace(board=tuple(board), move=move)
    moved = more_one(position.moved, to)
    position = position._replace(board=tuple(board), move=move, moved=moved)
    return _arrived(position, Crowd(to, 0, position.active, True))


def push(position: Position, action: Push, events: list[Event]) -> Position:
    """HYG-19, HYG-21: push straight on; one pushed onto a full tile pushes too."""
    team, crowd = TEAM[action.team], position.crowds[-1]
    at, owed = crowd.at, crowd.owed - 1
    board, moved = list(position.board), list(position.moved)
    was_moved = team == position.active and _is_moved_one(position, crowd)
    board[at] = less_one(board[at], team)
    moved[at] -= was_moved
    to = ahead(position, at)
    if to is not None:
        board[to] = more_one(board[to], team)
        moved[to] += was_moved
    events.append(Shoved(action.team, action.at, None if to is None else NAMES[to]))
    position = position._replace(
        board=tuple(board),
        moved=tuple(moved),
        crowds=position.crowds[:-1] + ((crowd._replace(owed=owed),) if owed else ()),
    )
    if to is None:
        return _pushed_out(position, team, events)
    return _arrived(position, Crowd(to, 0, team, was_moved))


def ahead(position: Position, at: int) -> int | None:
    """HYG-19, HYG-22: return where a push from here leads; None is off the island."""
    to = AHEAD[moving(position).heading][at]
    return to if to is not None and position.tiles >> to & 1 else None


def moving(position: Position) -> Move:
    assert position.move is not None
    return position.move


def _arrived(position: Position, newcomer: Crowd) -> Position:
    """HYG-24, HYG-55: owe pushes until this tile has its maximum; newest tile first."""
    owed = sum(position.board[newcomer.at]) - position.variant.cap
    if owed > 0:
        crowds = (*position.crowds, newcomer._replace(owed=owed))
        return position._replace(phase="push", crowds=crowds)
    return _push_on_or_end(position)


def _is_moved_one(position: Position, crowd: Crowd) -> bool:
    """HYG-54: return whether only moved battlers of the active team are left here."""
    own, moved = position.board[crowd.at][position.active], position.moved[crowd.at]
    newcomer = crowd.team == position.active and not crowd.moved
    return own - moved - newcomer == 0


def _pushed_out(position: Position, team: int, events: list[Event]) -> Position:
    """HYG-22, HYG-23: credit the active seat; its own battlers only by option."""
    if team == position.active and not position.variant.own_push_counts:
        position = lost(position, team)
    else:
        position = credited(position, position.active, team)
    position = fallen(position, (team,), events)
    return position if position.phase == "over" else _push_on_or_end(position)


def _push_on_or_end(position: Position) -> Position:
    if position.crowds:
        return position._replace(phase="push")
    battlers, tiles = moving(position)[:2]
    return _pick_or_end(position, battlers - 1, tiles)


def _pick_or_end(position: Position, battlers: int, tiles: int) -> Position:
    """HYG-14: end the phase early if no more battlers can move."""
    if battlers and picks(position):
        return position._replace(phase="pick", move=Move(battlers, tiles))
    return position._replace(phase="next", move=None, moved=NONE_MOVED)
