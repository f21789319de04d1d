"""HAI NOON on paper: cards of four colours, sharks with two sides, divers, the cage."""

from controller.games.hai_noon.layout import (
    CARD_COLOURS,
    CENTRE,
    DIVER_COLOURS,
    FULL,
    HUNGRY,
    PLACE_TILES,
    SHARK_TILES,
    SIDE_TILES,
)
from controller.games.hai_noon.pieces import COLOURS, DIVERS, SHARKS, WILD
from controller.light.colour import on_screen
from controller.stage.printing import Face, Marker, Printing, letters
from controller.stage.staging import DeckCard

_HUES = on_screen(CARD_COLOURS)
_DIVERS = on_screen(DIVER_COLOURS)
_LETTERS = letters(COLOURS)
_DIVER_LETTERS = letters(DIVERS)
_DOES = {
    "cage": "Put the cage on any diver. Or keep it: a harpoon against an attack "
    "from a side of this colour.",
    "camouflage": "Take your own diver off the board until your next turn.",
    "diver": "Your own diver swims to a place beside it, or changes places there.",
    "flip": "Turn any shark over: hungry or full.",
    "rotate": "All sharks swim on by one place, clockwise.",
    "shark": "A shark changes places with the next one.",
}
_TITLES = {
    "cage": "Cage, harpoon",
    "camouflage": "Camouflage",
    "diver": "Diver swims on",
    "flip": "Flip a shark",
    "rotate": "All sharks swim on",
    "shark": "Shark swims on",
}


def face(card: DeckCard) -> Face:
    if card.card == WILD:
        words = "To any side, whatever its colour. No action."
        return Face("Wild", "star", _HUES["wild"], words, letter="W")
    colour, _, kind = card.card.partition("-")
    symbol = kind
    return Face(
        _TITLES[kind], symbol, _HUES[colour], _DOES[kind], letter=_LETTERS[colour]
    )


def _tiles() -> dict[str, str]:
    words = {tile: f"shark {n}" for n, tile in enumerate(SHARK_TILES)}
    words |= {tile: f"diver {place}" for place, tile in PLACE_TILES.items()}
    for side, (first, second) in SIDE_TILES.items():
        words |= {first: f"side {side}", second: f"{side}: 2nd card"}
    return words | {CENTRE: "cage"}


PRINTING = Printing(
    face,
    (
        "Play a card to a side: to the side of its colour if there is one, else to "
        "a side without a colour. Do what it says.",
        "The third card on a side: its two middle sharks attack, then its three "
        "cards are discarded.",
        "A full shark becomes hungry. A hungry one bites the diver before it and is "
        "full.",
        "Bitten once: injured. Bitten twice: prey, and everybody else wins.",
        "Attacked by a hungry shark, a cage card of that side's colour is a "
        "harpoon: nothing happens to your diver.",
        "Draw back to three cards.",
    ),
    (
        Marker("a hungry shark", SHARKS, "shark", HUNGRY.screen, "H"),
        Marker("a full shark, its other side", SHARKS, "shark", FULL.screen, "F"),
        *(
            Marker(f"the {name} diver", 1, "diver", _DIVERS[name], _DIVER_LETTERS[name])
            for name in DIVERS
        ),
        Marker("the cage", 1, "cage", "#59636b"),
    ),
    tiles=_tiles(),
    lanes=tuple(f"{name} diver" for name in DIVERS),
)
