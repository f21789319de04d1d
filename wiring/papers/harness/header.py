"""The Pi's 40-pin header, from gpiozero's data; every Pi since the 2B has the same."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from gpiozero.pins.pi import PiBoardInfo

_A_PI_4B = 0xC03115


class HeaderPin(NamedTuple):
    number: int
    name: str  # "GPIO10", "GND", "5V", "3V3"


@cache
def pins() -> tuple[HeaderPin, ...]:
    header = PiBoardInfo.from_revision(_A_PI_4B).headers["J8"]
    return tuple(HeaderPin(n, pin.name) for n, pin in sorted(header.pins.items()))


def position(gpio: int) -> int:
    """Return this GPIO's header pin."""
    return next(pin.number for pin in pins() if pin.name == f"GPIO{gpio}")


def nearest(name: str, number: int, taken: Collection[int] = ()) -> int:
    """Return the pin with this name that is nearest to another pin."""

    def way(pin: HeaderPin) -> tuple[int, int]:
        row, column = divmod(number - 1, 2)
        other_row, other_column = divmod(pin.number - 1, 2)
        return abs(row - other_row) + abs(column - other_column), pin.number

    found = [pin for pin in pins() if pin.name == name]
    # A pin takes one socket; only a large table has to join wires.
    free = [pin for pin in found if pin.number not in taken]
    return min(free or found, key=way).number
