"""A NEW GAME: claim the tiles in turn; each two neighbours of yours are a point.

The rulings (NG-..) are in `rulings.md` beside this file, the sentences in `words/`.
"""

from typing import NamedTuple

from controller.basics.record import record
from controller.rules.deals import by_score, next_seat, over, put
from controller.rules.game import Event, Game, Options, Refusal, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn
from controller.tabletop.pictures import SEATS, grid
from controller.tabletop.places import GRID, SIDE, TILES
from controller.tabletop.plain import on_tiles
from controller.tabletop.staging import Staging, View, seat_lamps

KERNEL = 1  # of Undertow, for which this was written
NOBODY = -1


@record
class Claim(NamedTuple):
    """A seat: this tile, counted row by row from 0."""

    seat: int
    tile: int


class Position(NamedTuple):
    seats: int
    active: int
    owners: tuple[int, ...]  # by tile


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, (NOBODY,) * len(TILES))


def claims(position: Position) -> tuple[Claim, ...]:
    free = (tile for tile, owner in enumerate(position.owners) if owner == NOBODY)
    return tuple(Claim(position.active, tile) for tile in free)


def why_not(position: Position, action: Claim) -> Refusal | None:
    if action.tile not in range(len(TILES)):
        return Refusal("NG-01", "refused.no-tile")
    if position.owners[action.tile] != NOBODY:
        return Refusal("NG-02", "refused.claimed")
    return None


def apply(position: Position, action: Claim) -> tuple[Position, tuple[Event, ...]]:
    after = Position(
        position.seats,
        next_seat(action.seat, position.seats),
        put(position.owners, action.tile, action.seat),
    )
    ended = result(after)
    return after, (over(ended),) if ended else ()


def result(position: Position) -> Result | None:
    if NOBODY in position.owners:
        return None
    scores = [score(position, seat) for seat in range(position.seats)]
    return by_score(scores, "ending.full")


def score(position: Position, seat: int) -> int:
    """NG-03: how often two neighbours, beside or below each other, are this seat's."""
    mine = {
        cell for cell, who in zip(GRID, position.owners, strict=True) if who == seat
    }
    beside = sum((row, column + 1) in mine for row, column in mine)
    return beside + sum((row + 1, column) in mine for row, column in mine)


def picture(view: View) -> dict[str, tuple[int, int, int]]:
    owners = view["state"]["owners"]
    mine = {tile: SEATS[who] for tile, who in enumerate(owners) if who != NOBODY}
    return {**grid(mine), **seat_lamps(view)}


GAME: Game[Position, Claim] = Game(
    name="a-new-game",
    title="A NEW GAME",
    seats=(2, 4),
    steps=in_turn(
        Claim,
        claims,
        one_of("tile", range(SIDE * SIDE), -1, SIDE * SIDE),
        rule="NG-01",
        end_rule="NG-03",
        is_over=lambda position: NOBODY not in position.owners,
        why_not=why_not,
        waits="waits.claim",
    ),
    start=start,
    apply=apply,
    result=result,
)

STAGING = Staging(script=on_tiles(Claim), picture=picture)
