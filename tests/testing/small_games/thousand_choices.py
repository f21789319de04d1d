"""A thousand choices: each seat names a number, once; what it is worth is odd."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.deals import by_score
from controller.rules.game import Event, Game, Options, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn

NUMBERS = range(1000)


@record
class Name(NamedTuple):
    seat: int
    number: int


class Position(NamedTuple):
    seats: int
    active: int
    named: tuple[int, ...]


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, ())


def names(position: Position) -> tuple[Name, ...]:
    return tuple(Name(position.active, number) for number in NUMBERS)


def apply(position: Position, action: Name) -> tuple[Position, tuple[Event, ...]]:
    named = (*position.named, action.number)
    return Position(position.seats, len(named) % position.seats, named), ()


def result(position: Position) -> Result | None:
    if len(position.named) < position.seats:
        return None
    worth = [number * 7919 % len(NUMBERS) for number in position.named]
    return by_score(worth, verbatim("Everybody has named a number."))


GAME: Game[Position, Name] = Game(
    name="thousand-choices",
    title="THOUSAND CHOICES",
    seats=(2, 3),
    steps=in_turn(
        Name,
        names,
        one_of("number", NUMBERS),
        rule="TH-01",
        end_rule="TH-02",
        is_over=lambda position: len(position.named) == position.seats,
    ),
    start=start,
    apply=apply,
    result=result,
)
