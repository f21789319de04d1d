"""What several games share: who starts, drawing from a deck, and ranks.

A deck is a bag: how many there are of each card, in the order of the game's list of
cards. Shuffling is nothing; drawing is chance.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Bag: TypeAlias = tuple[int, ...]


class First(NamedTuple):
    """Chance: this seat starts."""

    seat: int


class Draw(NamedTuple):
    """Chance: this seat draws that card."""

    seat: int
    card: str


def less_one(bag: Bag, index: int) -> Bag:
    return (*bag[:index], bag[index] - 1, *bag[index + 1 :])


def more_one(bag: Bag, index: int) -> Bag:
    return (*bag[:index], bag[index] + 1, *bag[index + 1 :])


def competition_ranks(scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """1, 2, 2, 4 by score, the highest first; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
