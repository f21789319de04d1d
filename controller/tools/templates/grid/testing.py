"""A NEW GAME: what always holds; `controller.testing.known` lists what can be told."""

from collections.abc import Iterator, Mapping
from typing import Any

from . import NOBODY, Position


def longest(_seats: int, _options: Mapping[str, Any]) -> int:
    return 25


def broken(position: Position) -> Iterator[str]:
    claimed = [owner for owner in position.owners if owner != NOBODY]
    if any(owner not in range(position.seats) for owner in claimed):
        yield f"somebody owns a tile who does not play: {claimed}"
