"""HOLD YOUR BREATH! on paper: the Dive Deck, pirates and anchors to fold."""

import re

from controller.games.hold_your_breath.layout import (
    COLOURS,
    DECK,
    FINISH,
    NAMES,
    USES,
    hindrances,
)
from controller.light.colour import on_screen
from controller.tabletop.places import FEET
from controller.tabletop.printing import (
    GREY,
    Face,
    Figure,
    Marker,
    Printing,
    about,
    letters,
    words_of,
)
from controller.tabletop.staging import DeckCard

_HUES = on_screen(COLOURS)
_LETTERS = letters(NAMES)
_AIR, _SWIM, _BEAST = "#4aa7c9", "#2f6fb0", "#b5533c"
_WORDS = words_of(__file__)


def face(card: DeckCard) -> Face:
    kind, _, rest = card.card.partition("-")
    title = _WORDS.called("card", card.card)
    if not rest:
        # Only the first sentence; the rest is about tapping on phones.
        does = about(_WORDS, kind).partition(".")[0]
        return Face(title, kind, _BEAST, f"{does}.")
    feet, _, icon = rest.partition("-")
    hue = _AIR if kind == "air" else _SWIM
    does = _WORDS.render(f"about.{icon}")
    return Face(title, kind, hue, does, feet, icon[:2].capitalize())


def _tiles() -> dict[str, str]:
    words = {tile: _WORDS.called("use", use) for use, tile in USES.items()}
    for seat, name in enumerate(NAMES):
        for mark in ("panic", "shark"):
            hindrance = _WORDS.called("use", mark)
            words[hindrances(seat, mark)] = f"{name}: {hindrance}"
    return words | dict.fromkeys(DECK, "deck") | {FINISH: "done, end"}


def _symbols() -> dict[str, tuple[str, str]]:
    hues = {"air": _AIR, "swim": _SWIM, "shark": _BEAST, "kraken": _BEAST}
    drawn = dict.fromkeys(DECK, ("back", GREY))
    for use, tile in USES.items():
        kind = re.split("[- ]", use)[0]
        drawn[tile] = kind, hues.get(kind, GREY)
    for seat, name in enumerate(NAMES):
        for mark in ("panic", "shark"):
            drawn[hindrances(seat, mark)] = mark, _HUES[name]
    return drawn


PRINTING = Printing(
    face,
    (
        "Play a card for its amount or its icon, never both.",
        "Play Air first: you can swim only as far as your air this turn.",
        "No Air to play? Lay a card face down in front of you as a Panic.",
        "With a Panic or the Shark in front of you, you can't swim.",
        "At the end of your turn, discard what you like and draw up to five cards.",
        "When the deck runs out, the Descent is over: drop your Anchor where you are.",
        "Ascent: the pirate with the deepest Anchor wins by getting back to the "
        "Surface. If the deck runs out first, the deepest Anchor that is back wins.",
    ),
    # Flat, so that a pirate can stand on its anchor.
    tuple(
        Marker(
            f"{n} anchor: glue it onto a printed anchor, or onto a stand of that width",
            1,
            "anchor",
            _HUES[n],
            _LETTERS[n],
            14,
        )
        for n in NAMES
    ),
    tuple(Figure(f"{n} pirate", n, _HUES[n], _LETTERS[n]) for n in NAMES),
    tiles=_tiles(),
    tile_symbols=_symbols(),
    lanes=tuple(f"{name} pirate" for name in NAMES),
    lane_hues=tuple(_HUES[name] for name in NAMES),
    lane_symbols=NAMES,
    scale={position: f"{position * FEET} ft" for position in range(0, 31, 5)},
)
