"""The chain of pixels in pieces: each is uncut strip, the next one hangs on a cable."""

from itertools import groupby
from typing import NamedTuple

from wiring.boardmap import BoardMap

_AREAS = {"depth": "the Depth Board", "tile": "the tile grid"}


class Piece(NamedTuple):
    name: str
    first: int
    last: int


def pieces(board: BoardMap) -> tuple[Piece, ...]:
    """From the Pi on; pixels that belong to nothing are pieces too."""
    owners = {pixel: _owner(place) for place, pixel in board.pixels.items()}
    names = [owners.get(pixel, "spare pixels") for pixel in range(board.strip.pixels)]
    found = []
    first = 0
    for name, run in groupby(names):
        last = first + len(list(run)) - 1
        found.append(Piece(name, first, last))
        first = last + 1
    return tuple(found)


def _owner(place: str) -> str:
    kind = place.partition(":")[0]
    if kind == "seat":
        return place.replace(":", " ")
    return _AREAS.get(kind, f"`{place}`")
