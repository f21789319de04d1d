"""One seat alone against the table: guess high or low five times; three right win."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.game import Event, Game, Options, Outcome, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn

GUESSES, ENOUGH = 5, 3


@record
class Guess(NamedTuple):
    """A seat's guess: 1 for high, 0 for low."""

    seat: int
    high: int


@record
class Fall(NamedTuple):
    """The side on which chance lets it fall."""

    high: int


class Position(NamedTuple):
    seats: int
    active: int
    guess: int | None
    right: int
    wrong: int


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, None, 0, 0)


def guesses(_position: Position) -> tuple[Guess, ...]:
    return Guess(0, 0), Guess(0, 1)


def falls(position: Position) -> tuple[Outcome[Fall], ...]:
    if position.guess is None:
        return ()
    return Outcome(Fall(0), 1), Outcome(Fall(1), 1)


def apply(
    position: Position, action: Guess | Fall
) -> tuple[Position, tuple[Event, ...]]:
    if isinstance(action, Guess):
        return position._replace(guess=action.high), ()
    hit = int(action.high == position.guess)
    right, wrong = position.right + hit, position.wrong + 1 - hit
    return Position(position.seats, 0, None, right, wrong), ()


def is_over(position: Position) -> bool:
    return position.right + position.wrong == GUESSES


def result(position: Position) -> Result | None:
    if not is_over(position):
        return None
    has_won = position.right >= ENOUGH
    words = verbatim("You have beaten the table." if has_won else "The table has won.")
    return Result((0,) if has_won else (), (1,), words)


GAME: Game[Position, Guess | Fall] = Game(
    name="alone",
    title="ALONE",
    seats=(1, 1),
    steps=in_turn(
        Guess,
        guesses,
        one_of("side", (0, 1)),
        rule="AL-01",
        end_rule="AL-02",
        is_over=is_over,
        chance={Fall: (falls, one_of("side", (0, 1)))},
    ),
    start=start,
    apply=apply,
    result=result,
)
