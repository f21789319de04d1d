"""The optional parts: each is a `[[part]]` of the board map, and names its driver.

    [[part]]
    driver = "encoder"   # hardware/parts/encoder.py
    a_gpio = 20
    b_gpio = 26

The map claims its pins: `gpio`, and each key that ends in `_gpio`. The driver defines
all other keys; `read` checks them and names file and line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from controller.basics.locate import Where
from controller.basics.sheet import WORD, Shape, Sheet
from wiring.claims import GPIO, Claims

SECTION = "part"
_EVERY = ("driver", "name")


class Part(NamedTuple):
    driver: str
    name: str  # shown to users; by default the driver's name
    row: int  # the index of its [[part]] in the map
    pins: tuple[tuple[str, int], ...]  # by key

    @property
    def where(self) -> Where:
        return SECTION, self.row


def parts(sheet: Sheet, claims: Claims) -> Iterator[Part]:
    """Yield every part of the map and claim its pins."""
    for row, values in enumerate(sheet.raw_rows(SECTION)):
        where = SECTION, row
        driver = _word(sheet, where, values, "driver", None)
        name = _word(sheet, where, values, "name", driver)
        claims.once(f"part {name}", (*where, "name" if "name" in values else "driver"))
        pins = tuple(_pins(sheet, where, values))
        for key, gpio in pins:
            claims.pin(gpio, f"{name}.{key}", (*where, key))
        yield Part(driver, name, row, pins)


def _word(
    sheet: Sheet, where: Where, values: dict[str, Any], key: str, usual: str | None
) -> str:
    value = values.get(key, usual)
    if value is None:
        raise sheet.error(where, f"[[{SECTION}]] has no {key}; add it: {WORD.expected}")
    if not WORD.fits(value):
        words = f"{SECTION}.{key} must be {WORD.expected}"
        raise sheet.error((*where, key), words)
    return str(value)


def _pins(
    sheet: Sheet, where: Where, values: dict[str, Any]
) -> Iterator[tuple[str, int]]:
    for key, value in values.items():
        if key == "gpio" or key.endswith("_gpio"):
            if not GPIO.fits(value):
                words = f"{SECTION}.{key} must be {GPIO.expected}"
                raise sheet.error((*where, key), words)
            yield key, value


def read(path: str, part: Part, shape: type[Shape]) -> Shape:
    """Read a part's row as its driver's type; may raise SheetError."""
    return Sheet(Path(path), "the board map").row(SECTION, part.row, shape, _EVERY)


def error(path: str, part: Part, words: str) -> Exception:
    """Return an error that names the part's line."""
    return Sheet(Path(path), "the board map").error((*part.where, "driver"), words)
