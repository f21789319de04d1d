"""No move can be taken back: each is shouted. Who says ten first has won."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.deals import by_score, next_seat
from controller.rules.game import Event, Game, Options, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn

KERNEL = 1
TEN = 10


@record
class Shout(NamedTuple):
    seat: int
    more: int


class Position(NamedTuple):
    seats: int
    active: int
    said: int
    last: int = -1


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, 0)


def shouts(position: Position) -> tuple[Shout, ...]:
    return Shout(position.active, 1), Shout(position.active, 2)


def apply(position: Position, action: Shout) -> tuple[Position, tuple[Event, ...]]:
    seat = next_seat(action.seat, position.seats)
    said = position.said + action.more
    return Position(position.seats, seat, said, action.seat), ()


def result(position: Position) -> Result | None:
    if position.said < TEN:
        return None
    scores = [int(seat == position.last) for seat in range(position.seats)]
    return by_score(scores, verbatim("Somebody has said ten."))


GAME: Game[Position, Shout] = Game(
    name="no-undo",
    title="NO UNDO",
    seats=(2, 4),
    steps=in_turn(
        Shout,
        shouts,
        one_of("number", (1, 2)),
        rule="NU-01",
        end_rule="NU-02",
        is_over=lambda position: position.said >= TEN,
    ),
    start=start,
    apply=apply,
    result=result,
    reveals=frozenset({Shout}),
)
