"""No free tile: all 25 are lit and can be pressed at any time; a press flips one."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.deals import by_score, next_seat, put
from controller.rules.game import Event, Game, Options, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn
from controller.tabletop.pictures import SEATS, grid
from controller.tabletop.places import TILES
from controller.tabletop.plain import on_tiles
from controller.tabletop.staging import Staging, View, seat_lamps

TURNS = 13


@record
class Flip(NamedTuple):
    seat: int
    tile: int


class Position(NamedTuple):
    seats: int
    active: int
    turn: int
    sides: tuple[int, ...]


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, 0, tuple(tile % 2 for tile in range(len(TILES))))


def flips(position: Position) -> tuple[Flip, ...]:
    return tuple(Flip(position.active, tile) for tile in range(len(TILES)))


def apply(position: Position, action: Flip) -> tuple[Position, tuple[Event, ...]]:
    seat, turn = next_seat(action.seat, position.seats), position.turn + 1
    sides = put(position.sides, action.tile, 1 - position.sides[action.tile])
    return Position(position.seats, seat, turn, sides), ()


def result(position: Position) -> Result | None:
    if position.turn < TURNS:
        return None
    return by_score(
        [position.sides.count(side) for side in (0, 1)], verbatim("Thirteen turns.")
    )


def picture(view: View) -> dict[str, tuple[int, int, int]]:
    sides = view["state"]["sides"]
    return {**grid({t: SEATS[s] for t, s in enumerate(sides)}), **seat_lamps(view)}


GAME: Game[Position, Flip] = Game(
    name="no-free-tile",
    title="NO FREE TILE",
    seats=(2, 2),
    steps=in_turn(
        Flip,
        flips,
        one_of("tile", range(len(TILES))),
        rule="NF-01",
        end_rule="NF-02",
        is_over=lambda position: position.turn == TURNS,
    ),
    start=start,
    apply=apply,
    result=result,
)
STAGING = Staging(script=on_tiles(Flip), picture=picture)
