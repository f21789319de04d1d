"""A NEW GAME: its invariants."""

from collections.abc import Iterator, Mapping
from typing import Any

from . import PEARLS, Position


def longest(_seats: int, _options: Mapping[str, Any]) -> int:
    return PEARLS


def broken(position: Position) -> Iterator[str]:
    if not 0 <= position.pearls <= PEARLS:
        yield f"there are {position.pearls} pearls"
