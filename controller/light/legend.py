"""The meanings of a game's lamps: `LEGEND` in the game's `testing.py`.

The contract suite looks for two meanings that people could confuse, and LIGHT.md is
generated from it.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from controller.light.colour import Colour, dim

Shades: TypeAlias = tuple[Colour, ...]


class Lamp(NamedTuple):
    """A group of lamps, and everything that one of them can mean."""

    where: str  # in words: "the tiles"
    # A regular expression for their places. Lamps whose groups match differently need
    # not differ in colour.
    places: str
    # For each meaning, all its shades.
    means: Mapping[str, Shades]
    # What the place alone means, in words.
    alone: str = ""


Legend: TypeAlias = tuple[Lamp, ...]


def shades(colour: Colour, *shares: float) -> Shades:
    """Return a colour at full brightness, and at these fractions of it."""
    return tuple(dim(colour, share) for share in (1.0, *shares))
