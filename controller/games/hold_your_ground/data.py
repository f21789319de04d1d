"""HOLD YOUR GROUND: the house data, read from a file or a log and checked."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from controller.basics.sheet import Bounds, Document, Sheet, whole
from controller.games.hold_your_ground.cards import is_card
from controller.games.hold_your_ground.pieces import FACES, House
from controller.rules import game
from controller.rules.game import State

OURS = Path(__file__).with_name("data.toml")
DECK = 13
SIDES = 6
_CARD = Bounds(
    "n, t or b, a number from 1 to 6, and -royale, -explosion or -eliminator if it has "
    'one, such as "n2" or "n1-royale"',
    lambda v: type(v) is str and is_card(v),
)


class _Card(NamedTuple):
    name: Annotated[str, _CARD]
    number: Annotated[int, whole(1, DECK)]


class _Die(NamedTuple):
    royale: Annotated[int, whole(0, SIDES)]
    eliminator: Annotated[int, whole(0, SIDES)]
    explosion: Annotated[int, whole(0, SIDES)]
    choice: Annotated[int, whole(0, SIDES)]


class _Explosion(NamedTuple):
    thrown: Annotated[int, whole(1, 100)]
    lost: Annotated[int, whole(0, 100)]
    reach: Annotated[int, whole(1, 4)]


class _Nothing(NamedTuple):
    """The top level of the file, which has no keys of its own."""


@cache
def usual() -> House:
    return load(OURS)


def load(path: Path) -> House:
    """Read the house data; raises SheetError, which names the line."""
    return _checked(Sheet(path, "the house data of HOLD YOUR GROUND"))


def read(data: Any) -> House:
    """Read the same from JSON in the shape of the file."""
    return _checked(Document(data, "house"))


def write(house: House) -> State:
    cards = zip(house.cards, house.deck, strict=True)
    return {
        "card": [{"name": name, "number": number} for name, number in cards],
        "die": dict(zip(FACES, house.die, strict=True)),
        "explosion": {
            "thrown": house.thrown,
            "lost": house.lost,
            "reach": house.reach,
        },
    }


HOUSE = game.House(usual, load, read, write)


def _checked(sheet: Sheet) -> House:
    sheet.top(_Nothing, ("card", "die", "explosion"))
    cards = _cards(sheet)
    die = sheet.one("die", _Die)
    explosion = sheet.one("explosion", _Explosion)
    if die is None or explosion is None:
        missing = "[die]" if die is None else "[explosion]"
        raise sheet.error((), f"there is no {missing}; copy it from our data.toml")
    if sum(die) != SIDES:
        words = f"the die has {sum(die)} faces; a Doom Die has {SIDES}"
        raise sheet.error(("die",), words)
    if explosion.lost > explosion.thrown:
        words = f"{explosion.lost} are lost of {explosion.thrown} thrown; lower it"
        raise sheet.error(("explosion", "lost"), words)
    names = tuple(sorted(cards))
    deck = tuple(cards[name] for name in names)
    faces = tuple(getattr(die, face) for face in FACES)
    return House(names, deck, faces, *explosion)


def _cards(sheet: Sheet) -> dict[str, int]:
    cards: dict[str, int] = {}
    for row, (name, number) in enumerate(sheet.rows("card", _Card)):
        if name in cards:
            words = f"{name} is listed twice; add up its numbers"
            raise sheet.error(("card", row, "name"), words)
        cards[name] = number
    if sum(cards.values()) != DECK:
        total = sum(cards.values())
        words = f"the deck has {total} cards; a team has {DECK}"
        raise sheet.error(("card",), words)
    return cards
