"""HOLD YOUR BREATH! on paper: the Dive Deck, pirates and anchors to fold."""

from controller.games.hold_your_breath.layout import (
    COLOURS,
    DECK,
    FINISH,
    NAMES,
    USES,
    hindrances,
)
from controller.light.colour import on_screen
from controller.tabletop.printing import (
    Face,
    Figure,
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
        # Its first sentence; how it is tapped is for phones.
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


PRINTING = Printing(
    face,
    (
        "A card is played for its amount or for its icon, not for both.",
        "Play Air first: you swim at most as far as the Air you have played this turn.",
        "No Air played? Lay a card face down before you: it is a Panic.",
        "With a Panic or the Shark before you, you cannot swim.",
        "Then discard what you like and draw back to five.",
        "Descent: until the deck is out; your Anchor marks how deep you are then.",
        "Ascent: who has the deepest Anchor and is back at the Surface wins; once the "
        "deck is out again, the deepest of those who are back.",
    ),
    (),
    (
        *(Figure(f"{n} pirate", "pirate", _HUES[n], _LETTERS[n]) for n in NAMES),
        *(Figure(f"{n} anchor", "anchor", _HUES[n], _LETTERS[n]) for n in NAMES),
    ),
    tiles=_tiles(),
    lanes=tuple(f"{name} pirate" for name in NAMES),
    lane_hues=tuple(_HUES[name] for name in NAMES),
)
