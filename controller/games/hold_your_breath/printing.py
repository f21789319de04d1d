"""HOLD YOUR BREATH! on paper: the Dive Deck, pirates and anchors to fold."""

from controller.games.hold_your_breath.layout import (
    ANCHOR,
    COLOURS,
    DECK,
    FINISH,
    NAMES,
    USES,
    hindrances,
)
from controller.light.colour import on_screen
from controller.stage.printing import Face, Figure, Printing, letters
from controller.stage.staging import DeckCard

_HUES = on_screen(COLOURS)
_LETTERS = letters(NAMES)
_AIR, _SWIM, _BEAST = "#4aa7c9", "#2f6fb0", "#b5533c"
_ICONS = {
    "draw": "or draw a card",
    "discard": "or somebody with five cards discards one",
    "calm": "or calm: clear a Panic of yours, or send your Shark to another player",
    "panic": "or Panic: on a player who has none; no swimming until it is calmed",
}
_BEASTS = {
    "shark": "Put it before any other player: no swimming until Calm sends it on.",
    "kraken": "Remove the Shark before you, or all with five cards discard one.",
    "dolphin": "Play it as any other card.",
}


def face(card: DeckCard) -> Face:
    kind, _, rest = card.card.partition("-")
    if kind in _BEASTS:
        return Face(f"The {kind.capitalize()}", kind, _BEAST, _BEASTS[kind])
    feet, _, icon = rest.partition("-")
    title = f"{kind.capitalize()} {feet} / {icon.capitalize()}"
    hue = _AIR if kind == "air" else _SWIM
    return Face(title, kind, hue, _ICONS[icon], feet, icon[:2].capitalize())


def _tiles() -> dict[str, str]:
    words = {tile: use.replace("-", " ") for use, tile in USES.items()}
    for seat, name in enumerate(NAMES):
        for mark in ("panic", "shark"):
            words[hindrances(seat, mark)] = f"{name}: {mark}"
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
        *(
            Figure(f"{n} anchor", "anchor", ANCHOR.screen, f"{_LETTERS[n]} anchor")
            for n in NAMES
        ),
    ),
    tiles=_tiles(),
    lanes=tuple(f"{name} pirate" for name in NAMES),
)
