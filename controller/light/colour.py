"""Colours, their rhythms (a second cue for each), and lamps by place."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Self, TypeAlias

# Red, green and blue, each from 0 to 255.
Colour: TypeAlias = tuple[int, int, int]
# By place; a place that is not listed stays as in the layer below.
Lamps: TypeAlias = Mapping[str, Colour]

DARK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Rhythm(StrEnum):
    """A lamp's rhythm, the second cue beside its colour: `#` is lit, `.` is a wink."""

    STEADY = "############"
    ONE = "##.#########"
    TWO = "##.#.#######"
    THREE = "##.#.#.#####"
    FOUR = "##.#.#.#.###"
    SLOW = "######......"
    QUICK = "#.#.#.#.#.#."


class Tint(tuple[int, int, int]):
    """A lamp's colour, and the colour that a screen shows for it."""

    screen: str

    def __new__(cls, colour: Colour, screen: str) -> Self:
        tint = super().__new__(cls, colour)
        tint.screen = screen
        return tint


class Ink(Tint):
    """A colour with a meaning, and the rhythm that is its second cue."""

    rhythm: Rhythm

    def __new__(cls, colour: Colour, rhythm: Rhythm, screen: str = "") -> Self:
        ink = super().__new__(cls, colour, screen)
        ink.rhythm = rhythm
        return ink


class Keyframe(NamedTuple):
    """One picture of an effect, and how long it stays."""

    seconds: float
    lamps: Lamps
    # The sound that plays when it appears.
    sounds: tuple[str, ...] = ()
    # The index of the effect's event that it shows.
    event: int = 0


def on_screen(colours: Mapping[str, Colour]) -> dict[str, str]:
    """Return the screen colours, by name, of inks that have one."""
    return {
        name: colour.screen
        for name, colour in colours.items()
        if isinstance(colour, Tint) and colour.screen
    }


def rhythm(colour: Colour) -> Rhythm:
    return colour.rhythm if isinstance(colour, Ink) else Rhythm.STEADY


def dim(colour: Colour, share: float) -> Colour:
    """Return a darker colour in the same rhythm."""
    red, green, blue = colour
    return inked((int(red * share), int(green * share), int(blue * share)), colour)


def lit_up(colour: Colour) -> Colour:
    """Return this colour at its brightest; a dark lamp becomes white."""
    red, green, blue = colour
    most = max(colour)
    if not most:
        return WHITE
    return inked((red * 255 // most, green * 255 // most, blue * 255 // most), colour)


def inked(colour: Colour, like: Colour) -> Colour:
    """Return a colour in the rhythm of another; a dark lamp has none."""
    if isinstance(like, Ink) and colour != DARK:
        return Ink(colour, like.rhythm)
    return colour


def steady(colour: Colour) -> Colour:
    """Return the colour without its rhythm, for places that need no second cue."""
    red, green, blue = colour
    return red, green, blue
