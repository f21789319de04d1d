"""What several games share: who starts, how long, drawing from a deck, and ranks.

A deck is a bag: how many there are of each card, in the order of the game's list of
cards. Shuffling is nothing; drawing is chance.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from controller.rules.game import Option

Bag: TypeAlias = tuple[int, ...]


class First(NamedTuple):
    """Chance: this seat starts."""

    seat: int


class Draw(NamedTuple):
    """Chance: this seat draws that card."""

    seat: int
    card: str


def _is_seat_or_none(value: Any, seats: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < seats)


def _is_cap_or_none(value: Any, _seats: int) -> bool:
    return value is None or (type(value) is int and value >= 1)


FIRST = Option(
    "first",
    None,
    (None, 0, 1, 2, 3),
    "the seat that starts; without it chance decides",
    _is_seat_or_none,
)
TURN_CAP = Option(
    "turn_cap",
    None,
    "null or a whole number from 1",
    "the game ends after so many turns at the latest",
    _is_cap_or_none,
)


def less_one(bag: Bag, index: int) -> Bag:
    return (*bag[:index], bag[index] - 1, *bag[index + 1 :])


def more_one(bag: Bag, index: int) -> Bag:
    return (*bag[:index], bag[index] + 1, *bag[index + 1 :])


def competition_ranks(scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """1, 2, 2, 4 by score, the highest first; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
