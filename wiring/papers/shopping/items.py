"""Lines of the parts list, as a table and as CSV; `catalogue.toml` has the wares."""

import csv
import io
import tomllib
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from typing import NamedTuple

from wiring.papers.pages.text import table


class Ware(NamedTuple):
    number: str
    instead: str
    price: str


_DATA = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
WARES = {name: Ware(*row) for name, row in _DATA["wares"].items()}
SUPPLIES = {float(amps): Ware(*row) for amps, row in _DATA["supplies"].items()}
FUSES = {float(amps): number for amps, number in _DATA["fuses"].items()}
WIRES = {int(awg): number for awg, number in _DATA["wires"].items()}
SPARE = 1.1  # a tenth more wire than the drawings have
HEADS = (
    "quantity",
    "part",
    "for",
    "part number",
    "alternative",
    f"unit price ({_DATA['priced']})",
)


class Item(NamedTuple):
    quantity: str
    part: str
    used_for: str
    number: str
    instead: str
    price: str


def item(
    quantity: object, part: str, used_for: str, ware: str, number: str = ""
) -> Item:
    """Return a line; `number` is for wares that come in several sizes."""
    row = WARES[ware]
    return Item(
        str(quantity), part, used_for, number or row.number, row.instead, row.price
    )


def supply(amps: float) -> Ware:
    """Return the smallest supply that gives this current."""
    return next((SUPPLIES[a] for a in sorted(SUPPLIES) if a >= amps), WARES["supply"])


def in_metres(millimetres: int) -> str:
    """Return how much wire or wood to buy, with some to spare."""
    return f"{ceil(millimetres * SPARE / 100) / 10:g} m"


def as_csv(items: Iterable[Item]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(items)
    return text.getvalue()


def as_table(items: Iterable[Item]) -> list[str]:
    return [
        "Everything for one table; `parts.csv` is the same list for a spreadsheet. "
        "Prices are rough estimates, not offers.",
        "",
        *table(HEADS, items),
    ]
