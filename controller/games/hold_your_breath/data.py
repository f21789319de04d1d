"""HOLD YOUR BREATH!: the house's Dive Deck, read from a file or a log and checked."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from controller.basics.sheet import Document, Sheet, choice, whole
from controller.games.hold_your_breath.pieces import (
    CARDS,
    CREATURES,
    DECK_SIZE,
    FACES,
    ICONS,
    INDEX,
)
from controller.rules.deals import Bag
from controller.rules.game import House, State

OURS = Path(__file__).with_name("data.toml")

Copies = Annotated[int, whole(0, 40)]


class _Dual(NamedTuple):
    face: Annotated[str, choice(*FACES)]
    draw: Copies
    discard: Copies
    calm: Copies
    panic: Copies


class _Creatures(NamedTuple):
    shark: Copies
    kraken: Copies
    dolphin: Copies


class _Top(NamedTuple):
    """The top level of the file, which has no keys of its own."""


@cache
def usual() -> Bag:
    return load(OURS)


def load(file: Path) -> Bag:
    """Read the number of each card, in the order of CARDS; raises SheetError."""
    return _checked(Sheet(file, "the deck of HOLD YOUR BREATH!"))


def read(data: Any) -> Bag:
    """Read the same from JSON in the shape of the file."""
    return _checked(Document(data, "house"))


def write(deck: Bag) -> State:
    def copies(card: str) -> int:
        return deck[INDEX[card]]

    return {
        "dual": [
            {"face": face, **{icon: copies(f"{face}-{icon}") for icon in ICONS}}
            for face in FACES
        ],
        "creatures": {creature: copies(creature) for creature in CREATURES},
    }


HOUSE = House(usual, load, read, write)


def _checked(sheet: Sheet) -> Bag:
    sheet.top(_Top, ("dual", "creatures"))
    counts = _duals(sheet)
    creatures = sheet.one("creatures", _Creatures)
    if creatures is None:
        raise sheet.error((), "[creatures] is missing; add it with shark, kraken …")
    counts.update(creatures._asdict())
    total = sum(counts.values())
    if total != DECK_SIZE:
        words = f"the Dive Deck has {DECK_SIZE} cards, and these make {total}"
        raise sheet.error(("creatures",), f"{words}; change some of the counts")
    return tuple(counts[card] for card in CARDS)


def _duals(sheet: Sheet) -> dict[str, int]:
    rows = sheet.rows("dual", _Dual)
    counts: dict[str, int] = {}
    for number, row in enumerate(rows):
        if f"{row.face}-draw" in counts:
            words = f"{row.face} has two rows; put its counts into one"
            raise sheet.error(("dual", number, "face"), words)
        for icon in ICONS:
            counts[f"{row.face}-{icon}"] = getattr(row, icon)
    missing = [face for face in FACES if f"{face}-draw" not in counts]
    if missing:
        words = f"{missing[0]} has no row; add a [[dual]] for it"
        raise sheet.error(("dual", len(rows) - 1) if rows else (), words)
    return counts
