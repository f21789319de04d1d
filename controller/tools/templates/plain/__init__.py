"""A NEW GAME: take one, two or three pearls in turn; the last pearl loses.

The rulings (NG-..) are in `rulings.md` beside this file, the sentences in `words/`.
"""

from typing import NamedTuple

from controller.games.api import (
    Event,
    Game,
    Options,
    Refusal,
    Result,
    by_score,
    in_turn,
    next_seat,
    one_of,
    over,
    record,
)

PEARLS = 21
MOST = 3


@record
class Take(NamedTuple):
    """The number of pearls that a seat takes."""

    seat: int
    pearls: int


class Position(NamedTuple):
    seats: int
    active: int
    pearls: int


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, PEARLS)


def takes(position: Position) -> tuple[Take, ...]:
    most = min(MOST, position.pearls)
    return tuple(Take(position.active, number) for number in range(1, most + 1))


def why_not(position: Position, action: Take) -> Refusal | None:
    if action.pearls > position.pearls:
        return Refusal("NG-02", "refused.too-many")
    return None


def apply(position: Position, action: Take) -> tuple[Position, tuple[Event, ...]]:
    left = position.pearls - action.pearls
    after = Position(position.seats, next_seat(action.seat, position.seats), left)
    return after, () if left else (over(result(after)),)


def result(position: Position) -> Result | None:
    if position.pearls:
        return None
    last = (position.active - 1) % position.seats  # NG-03
    scores = [int(seat != last) for seat in range(position.seats)]
    return by_score(scores, "ending.last")


GAME: Game[Position, Take] = Game(
    name="a-new-game",
    title="A NEW GAME",
    seats=(2, 4),
    steps=in_turn(
        Take,
        takes,
        one_of("pearls", range(1, MOST + 1)).by("NG-01"),
        rule="NG-01",
        end_rule="NG-03",
        why_not=why_not,
    ),
    start=start,
    apply=apply,
    result=result,
)
