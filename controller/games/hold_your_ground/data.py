"""HOLD YOUR GROUND: the house data, read from a file or a log and checked."""

from pathlib import Path
from typing import Any

from controller.basics.sheet import Bounds, Sheet
from controller.games.hold_your_ground.cards import is_card
from controller.games.hold_your_ground.pieces import FACES, House
from controller.tabletop.house_data import counts, house_data, numbers, rows

OURS = Path(__file__).with_name("data.toml")
DECK = 13
SIDES = 6
_CARD = Bounds(
    "n, t or b, a number from 1 to 6, and -royale, -explosion or -eliminator if it has "
    'one, such as "n2" or "n1-royale"',
    lambda v: type(v) is str and is_card(v),
)


def _made(sheet: Sheet, values: Any) -> House:
    total = sum(number for _, number in values.card)
    if total != DECK:
        words = f"the deck has {total} cards; a team has {DECK}"
        raise sheet.error(("card",), words)
    thrown, lost, _ = values.explosion
    if lost > thrown:
        words = f"{lost} are lost of {thrown} thrown; lower it"
        raise sheet.error(("explosion", "lost"), words)
    names, deck = zip(*values.card, strict=True)
    return House(names, deck, values.die, *values.explosion)


def _parts(house: House) -> tuple[Any, ...]:
    cards = zip(house.cards, house.deck, strict=True)
    return cards, house.die, (house.thrown, house.lost, house.reach)


HOUSE = house_data(
    __file__,
    "the house data of HOLD YOUR GROUND",
    _made,
    _parts,
    card=rows("name", _CARD, number=(1, DECK)),
    die=counts(*FACES, most=SIDES, total=SIDES),
    explosion=numbers(thrown=(1, 100), lost=(0, 100), reach=(1, 4)),
)
usual, load, read, write = HOUSE
