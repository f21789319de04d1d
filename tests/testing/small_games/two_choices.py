"""Two choices in all: each of two seats says a side, once; the second one may match."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.deals import by_score
from controller.rules.game import Event, Game, Options, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn


@record
class Say(NamedTuple):
    seat: int
    side: int


class Position(NamedTuple):
    seats: int
    active: int
    said: tuple[int, ...]


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, ())


def says(position: Position) -> tuple[Say, ...]:
    return Say(position.active, 0), Say(position.active, 1)


def apply(position: Position, action: Say) -> tuple[Position, tuple[Event, ...]]:
    return Position(position.seats, 1, (*position.said, action.side)), ()


def result(position: Position) -> Result | None:
    if len(position.said) < 2:
        return None
    same = position.said[0] == position.said[1]
    return by_score((int(not same), int(same)), verbatim("Both have said a side."))


GAME: Game[Position, Say] = Game(
    name="two-choices",
    title="TWO CHOICES",
    seats=(2, 2),
    steps=in_turn(
        Say,
        says,
        one_of("side", (0, 1)),
        rule="TC-01",
        end_rule="TC-02",
        is_over=lambda position: len(position.said) == 2,
    ),
    start=start,
    apply=apply,
    result=result,
)
