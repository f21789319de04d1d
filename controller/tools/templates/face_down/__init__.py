"""A NEW GAME: turn up a tile in turn; pearls are points, a shark takes all of yours.

Chance decides what lies below a tile only when it is turned up, so nobody, not even the
program, can know it before.

The rulings (NG-..) are in `rulings.md` beside this file, the sentences in `words/`.
"""

from typing import NamedTuple

from controller.games.api import (
    SEATS,
    SHARK,
    TILES,
    WATER,
    Event,
    FaceDown,
    Game,
    Options,
    Outcome,
    Refusal,
    Result,
    Staging,
    View,
    by_score,
    finds,
    grid,
    in_turn,
    lay,
    next_seat,
    on_tiles,
    one_of,
    over,
    put,
    record,
    seat_lamps,
    still_down,
    turn_up,
)

THINGS = ("pearl", "sand", "shark")
BELOW = (10, 11, 4)  # how many of each lie under the 25 tiles


@record
class Dive(NamedTuple):
    """The tile that a seat turns up, counted row by row from 0."""

    seat: int
    tile: int


@record
class Find(NamedTuple):
    """What chance finds under the tile."""

    thing: str


class Position(NamedTuple):
    seats: int
    active: int
    diving: int | None  # the tile being turned up
    ground: FaceDown
    owners: tuple[int, ...]  # by tile: the owner of its pearl; -1: nobody


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, None, lay(len(TILES), BELOW), (-1,) * len(TILES))


def dives(position: Position) -> tuple[Dive, ...]:
    return tuple(Dive(position.active, tile) for tile in still_down(position.ground))


def found(position: Position) -> tuple[Outcome[Find], ...]:
    is_asked = position.diving is not None
    return finds(Find, THINGS, position.ground) if is_asked else ()


def why_not(position: Position, action: Dive) -> Refusal | None:
    if position.ground.up[action.tile]:
        return Refusal("NG-02", "refused.turned-up")
    return None


def apply(
    position: Position, action: Dive | Find
) -> tuple[Position, tuple[Event, ...]]:
    if isinstance(action, Dive):
        return position._replace(diving=action.tile), ()
    seat, tile = position.active, position.diving
    assert tile is not None
    owners = position.owners
    if action.thing == "pearl":
        owners = put(owners, tile, seat)
    if action.thing == "shark":  # NG-03
        owners = tuple(-1 if owner == seat else owner for owner in owners)
    after = Position(
        position.seats,
        next_seat(seat, position.seats),
        None,
        turn_up(position.ground, tile, THINGS, action.thing),
        owners,
    )
    ended = result(after)
    return after, (over(ended),) if ended else ()


def result(position: Position) -> Result | None:
    if still_down(position.ground):
        return None
    scores = [position.owners.count(seat) for seat in range(position.seats)]
    return by_score(scores, "ending.full")


def picture(view: View) -> dict[str, tuple[int, int, int]]:
    lit: dict[int, tuple[int, int, int]] = {}
    for tile, thing in enumerate(view["state"]["ground"]["up"]):
        owner = view["state"]["owners"][tile]
        lit[tile] = SHARK if thing == "shark" else (0, 0, 0) if thing else WATER
        if owner >= 0:
            lit[tile] = SEATS[owner]
    return {**grid(lit), **seat_lamps(view)}


GAME: Game[Position, Dive | Find] = Game(
    name="a-new-game",
    title="A NEW GAME",
    seats=(2, 4),
    steps=in_turn(
        Dive,
        dives,
        one_of("tile", range(len(TILES))).by("NG-01"),
        rule="NG-01",
        end_rule="NG-04",
        why_not=why_not,
        waits="waits.dive",
        chance={Find: (found, one_of("thing", THINGS))},
    ),
    start=start,
    apply=apply,
    result=result,
)

STAGING = Staging(
    script=on_tiles(Dive),
    picture=picture,
)
