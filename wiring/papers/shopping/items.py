"""Lines of the parts list, as a table and as CSV; `catalogue.toml` has the products."""

import csv
import io
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from wiring.papers.pages.text import filled, table

_DATA = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
FUSES = {float(amps): number for amps, number in _DATA["fuses"].items()}
WIRES = {int(awg): number for awg, number in _DATA["wires"].items()}
SUPPLIES = {float(amps): number for amps, number in _DATA["supplies"].items()}
REGIONS = tuple(_DATA["regions"])
SPARE = 1.1  # a tenth more wire and sensors than in the drawings
_PRICE = f"unit price ({_DATA['priced']})"
HEADS = ("quantity", "part", "for", "part number", "alternative", _PRICE, "basket")


class Item(NamedTuple):
    quantity: str
    part: str
    used_for: str
    number: str
    instead: str
    price: str
    basket: str

    @property
    def total(self) -> tuple[float, float]:
        """The lowest and highest price of this line."""
        count = float(self.quantity.removesuffix(" m"))
        low, high = (float(euros) for euros in self.price.split()[:3:2])
        return count * low, count * high


def item(ware: str, quantity: object, number: str = "", **values: Any) -> Item:
    """Return a line; `number` selects the size of a product with several sizes."""
    row = _DATA["wares"][ware]
    words = (text.format(**values) for text in (row["part"], row["for"], row["number"]))
    part, used_for, usual = words
    low, high = row["price"]
    price = f"{low:g} to {high:g} EUR"
    line = (str(quantity), part, used_for, number or usual, row["or"])
    return Item(*line, price, row["basket"])


def has(ware: str) -> bool:
    return ware in _DATA["wares"]


def as_csv(items: Iterable[Item]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(items)
    return text.getvalue()


def totals(items: Iterable[Item]) -> dict[str, str]:
    """Return the price of each basket, and of all baskets last."""
    sums: dict[str, list[float]] = {}
    for one in items:
        for name in (one.basket, "all"):
            basket = sums.setdefault(name, [0.0, 0.0])
            basket[:] = (a + b for a, b in zip(basket, one.total, strict=True))
    order = sorted(sums, key=lambda name: name == "all")
    return {name: f"{sums[name][0]:.0f} to {sums[name][1]:.0f} EUR" for name in order}


def as_table(items: Iterable[Item]) -> list[str]:
    items = list(items)
    return [
        filled("parts", "first"),
        table(HEADS, items),
        "## Totals",
        "\n".join(f"- {basket}: {total}" for basket, total in totals(items).items()),
        "## In your region",
        "\n".join(f"- {words}" for words in REGIONS),
    ]
