"""A NEW GAME: its invariants."""

from collections.abc import Iterator, Mapping
from typing import Any

from . import BELOW, THINGS, Position


def longest(_seats: int, _options: Mapping[str, Any]) -> int:
    return 2 * 25


def broken(position: Position) -> Iterator[str]:
    up, below = position.ground
    for thing, number, left in zip(THINGS, BELOW, below, strict=True):
        if up.count(thing) + left != number:
            yield f"there is not {number} of {thing}"
