"""What a game gives to be printed: faces of cards, a rule card, markers, figures.

A game defines it in its `printing.py`, which only `undertow print` loads.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from controller.tabletop.staging import DeckCard
from controller.words.catalogue import Catalogue
from controller.words.files import ENGLISH, catalogue

# As on a screen: "#ed4d4a".
Hue = str
GREY: Hue = "#59636b"


class Face(NamedTuple):
    """The front of a card: its title on a band, a drawing, and what it does."""

    title: str
    symbol: str  # a name in the game's `printing.svg`
    hue: Hue = GREY
    words: str = ""
    value: str = ""  # large, over the right of the drawing
    letter: str = ""  # for the colour, because some people cannot tell it
    called: str = ""  # the table's name for the card; by default its title


class Marker(NamedTuple):
    """A disc to cut out."""

    name: str
    copies: int
    symbol: str
    hue: Hue
    letter: str = ""
    diameter_mm: float = 20


class Figure(NamedTuple):
    """A piece to fold, which stands on a place with a magnet in its foot."""

    name: str
    symbol: str
    hue: Hue
    letter: str = ""


def words_of(printing: str) -> Catalogue:
    """Return the game's catalogue, given the path of its `printing.py`."""
    return catalogue(Path(printing).parent / "words", ENGLISH)


def about(words: Catalogue, key: str) -> str:
    """Return what a card does, without its name."""
    does = words.render(f"about.{key}").rpartition(": ")[2]
    return does[:1].upper() + does[1:]


def plain_face(card: DeckCard) -> Face:
    """Draw a card by its label, for a game that draws none of its own."""
    return Face(card.label, "")


class Printing(NamedTuple):
    face: Callable[[DeckCard], Face] = plain_face
    # A turn in brief, one sentence per line.
    rules: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()
    figures: tuple[Figure, ...] = ()
    # The texts on tiles, by place, and beside lanes, in their order.
    tiles: Mapping[str, str] = MappingProxyType({})
    # The drawings above those texts: name and colour.
    tile_symbols: Mapping[str, tuple[str, Hue]] = MappingProxyType({})
    lanes: tuple[str, ...] = ()
    # The colours of the lanes, in their order; () if lanes have no colours of their
    # own.
    lane_hues: tuple[Hue, ...] = ()
    # The drawings at the beginnings of lanes.
    lane_symbols: tuple[str, ...] = ()
    # The texts above a lane's lamps, by position.
    scale: Mapping[int, str] = MappingProxyType({})

    def called(self, card: DeckCard) -> str:
        """Return the table's name for the card, which is printed small at its foot."""
        face = self.face(card)
        return face.called or face.title


def letters(names: tuple[str, ...]) -> dict[str, str]:
    """Return for each name its first letter that no earlier name has."""
    found: dict[str, str] = {}
    for name in names:
        free = (letter.upper() for letter in name)
        found[name] = next(
            (letter for letter in free if letter not in found.values()), "?"
        )
    return found
