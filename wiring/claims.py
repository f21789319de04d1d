"""The owner of each pin, pixel and sensor bit, so that a clash can name both owners."""

from collections.abc import Mapping
from typing import NamedTuple

from controller.basics.locate import Where
from controller.basics.sheet import Bounds, Sheet, whole

# Start at 0, so that an error can name the ID EEPROM's pins.
GPIO = Bounds("a GPIO number from 2 to 27", whole(0, 27).fits)


class Pin(NamedTuple):
    gpio: int
    owner: str  # "seat 0's button", "eliminator.servo"
    where: Where


class Claims:
    def __init__(self, sheet: Sheet, reserved: Mapping[int, str], pixels: int) -> None:
        self._sheet = sheet
        self._reserved = reserved
        self._pixels = pixels
        self._owners: dict[str, tuple[str, Where]] = {}
        self._rows: dict[str, Where] = {}
        self.pins: list[Pin] = []

    def once(self, thing: str, where: Where) -> None:
        """Refuse a second row for the same seat, control or board."""
        first = self._rows.setdefault(thing, where)
        if first != where:
            line = self._sheet.line(first)
            words = f"{thing} is already declared on line {line}; remove or rename one"
            raise self._sheet.error(where, words)

    def pin(self, gpio: int, owner: str, where: Where) -> None:
        if gpio in self._reserved:
            use = self._reserved[gpio]
            words = f"GPIO{gpio} is reserved for {use}; give {owner} another pin"
            raise self._sheet.error(where, words)
        self.take(f"GPIO{gpio}", "pin", owner, where)
        self.pins.append(Pin(gpio, owner, where))

    def button(self, who: str, gpio: int, pixel: int | None, row: Where) -> None:
        self.pin(gpio, f"{who}'s button", (*row, "gpio"))
        if pixel is not None:
            self.pixel(pixel, f"{who}'s lamp", (*row, "pixel"))

    def pixel(self, pixel: int, owner: str, where: Where) -> None:
        if pixel >= self._pixels:
            words = (
                f"{owner} is pixel {pixel}, but the chain ends at pixel "
                f"{self._pixels - 1}; give it a lower one or raise strip.pixels"
            )
            raise self._sheet.error(where, words)
        self.take(f"pixel {pixel}", "pixel", owner, where)

    def bit(self, bit: int, board: str, bits: int, owner: str, where: Where) -> None:
        if bit >= bits:
            words = (
                f"{owner} is bit {bit} of sensor board {board}, which has {bits} bits "
                "counted from 0; start lower or add a multiplexer"
            )
            raise self._sheet.error(where, words)
        self.take(f"bit {bit} of sensor board {board}", "bit", owner, where)

    def take(self, thing: str, noun: str, owner: str, where: Where) -> None:
        """Claim a thing; if it is taken, blame the later owner in the file."""
        claim = owner, where
        other = self._owners.setdefault(thing, claim)
        if other == claim:
            return
        both = sorted((other, claim), key=lambda c: self._sheet.line(c[1]) or 0)
        (first, _), (last, where) = both
        words = (
            f"{thing} is claimed by both {first} and {last}; "
            f"give one of them another {noun}"
        )
        raise self._sheet.error(where, words)
