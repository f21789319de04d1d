"""The meanings of a game's lamps, which the game gives as `LEGEND` in `testing.py`.

The contract suite looks for two meanings that could be confused, and LIGHT.md is made
from it.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from controller.light.colour import Colour, dim

Shades: TypeAlias = tuple[Colour, ...]


class Lamp(NamedTuple):
    """A group of lamps, and everything that one of them can mean."""

    where: str  # in words: "the tiles"
    # A pattern of their places. Lamps that differ in what its brackets match need not
    # differ in colour.
    places: str
    # By what it means, all its shades.
    means: Mapping[str, Shades]
    # What the place alone means, in words.
    alone: str = ""


Legend: TypeAlias = tuple[Lamp, ...]


def shades(colour: Colour, *shares: float) -> Shades:
    """Return a colour at its full brightness, and at these shares of it."""
    return tuple(dim(colour, share) for share in (1.0, *shares))
