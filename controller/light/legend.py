"""What the lamps of a game mean: each game says it in its `testing.py`, as `LEGEND`.

The suite looks for two meanings that somebody could take for one another, and LIGHT.md
is made from it.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from controller.light.colour import Colour, dim

Shades: TypeAlias = tuple[Colour, ...]


class Lamp(NamedTuple):
    """Some lamps of the table, and each thing that one of them can mean."""

    where: str  # in words: "the tiles"
    # A pattern of their places. Where it has brackets, what they hold tells lamps
    # apart, so that these need not differ in colour.
    places: str
    # By what it means, all its shades.
    means: Mapping[str, Shades]
    # What the place alone tells, in words.
    alone: str = ""


Legend: TypeAlias = tuple[Lamp, ...]


def shades(colour: Colour, *shares: float) -> Shades:
    """Return a colour at its full brightness, and at these shares of it."""
    return tuple(dim(colour, share) for share in (1.0, *shares))
