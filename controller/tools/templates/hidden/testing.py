"""A NEW GAME: its invariants and secrets."""

from collections.abc import Iterator, Mapping
from typing import Any

from controller.games.api import Viewer, put

from . import NUMBERS, ROUNDS, Choose, Position

SECRETS = {Choose: ("number",)}


def longest(seats: int, _options: Mapping[str, Any]) -> int:
    return seats * ROUNDS


def broken(position: Position) -> Iterator[str]:
    if min(position.points) < 0:
        yield f"somebody has less than nothing: {position.points}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Change the number that another seat has chosen."""
    for seat, number in enumerate(position.chosen):
        if number and viewer != seat:
            other = NUMBERS[number % len(NUMBERS)]
            yield position._replace(chosen=put(position.chosen, seat, other))
