"""HOLD YOUR BREATH!: the house's Dive Deck, read from a file or a log, and checked."""

from pathlib import Path
from typing import Any

from controller.basics.sheet import Sheet
from controller.games.hold_your_breath.pieces import (
    CARDS,
    CREATURES,
    DECK_SIZE,
    FACES,
    ICONS,
    INDEX,
)
from controller.rules.deals import Bag
from controller.tabletop.house_data import counts, house_data, rows

OURS = Path(__file__).with_name("data.toml")
MOST = 40  # copies of a card


def _deck(sheet: Sheet, values: Any) -> Bag:
    copies: dict[str, int] = dict(zip(CREATURES, values.creatures, strict=True))
    for face, *numbers in values.dual:
        for icon, number in zip(ICONS, numbers, strict=True):
            copies[f"{face}-{icon}"] = number
    total = sum(copies.values())
    if total != DECK_SIZE:
        words = f"the Dive Deck has {DECK_SIZE} cards, and these make {total}"
        raise sheet.error(("creatures",), f"{words}; change some of the counts")
    return tuple(copies[card] for card in CARDS)


def _parts(deck: Bag) -> tuple[Any, ...]:
    def copies(*cards: str) -> tuple[int, ...]:
        return tuple(deck[INDEX[card]] for card in cards)

    dual = [(face, *copies(*(f"{face}-{icon}" for icon in ICONS))) for face in FACES]
    return dual, copies(*CREATURES)


HOUSE = house_data(
    __file__,
    "the deck of HOLD YOUR BREATH!",
    _deck,
    _parts,
    dual=rows("face", FACES, **dict.fromkeys(ICONS, (0, MOST))),
    creatures=counts(*CREATURES, most=MOST),
)
usual, load, read, write = HOUSE
