"""The pin-out of the Pi's header and of each Pico."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing
from wiring.papers.pages.text import table


class Used(NamedTuple):
    number: int
    name: str
    goes_to: str
    colour: str
    cable: str
    length_m: float


def pinout(board: BoardMap, drawings: Iterable[Drawing]) -> list[str]:
    drawings = tuple(drawings)
    used = sorted(_used(drawings))
    rows = [
        (u.number, u.name, u.goes_to, u.colour, u.cable, f"{u.length_m:g} m")
        for u in used
    ]
    heads = ("header pin", "GPIO (BCM)", "goes to", "wire", "cable", "length")
    lines = [
        "Pin 1 is the corner nearest to the card slot on a Pi 4, and has a square pad "
        "underneath; odd numbers are on the inner side. Each pin takes one socket.",
        "",
        *table(heads, rows),
    ]
    if board.strip.driver == "spi":
        lines += ["", "GPIO7, 8, 9 and 11 belong to the strip's SPI bus: leave them."]
    for drawing in drawings:
        lines += _pico(drawing)
    return lines


def _pico(drawing: Drawing) -> list[str]:
    """List the pins of a sensor board's Pico, if it is on this drawing."""
    labels = {c.name: dict(c.pins) for c in drawing.connectors}
    rows = []
    for number, name in labels.get("Pico", {}).items():
        ends = [
            f"{wire.end.connector} {labels[wire.end.connector][wire.end.pin]}"
            for cable in drawing.cables
            for wire in cable.wires
            if wire.start.pin == number
        ]
        rows.append((number, name, ", ".join(dict.fromkeys(ends))))
    if not rows:
        return []
    heads = ("pin of the Pico", "GPIO", "goes to")
    return ["", f"## {drawing.title}: the Pico's pins", "", *table(heads, rows)]


def _used(drawings: Iterable[Drawing]) -> Iterator[Used]:
    names = dict(header.pins())
    for drawing in drawings:
        for cable in drawing.cables:
            for wire in cable.wires:
                if wire.start.connector == "J8":
                    number = int(wire.start.pin)
                    to = f"{wire.end.connector}, pin {wire.end.pin}"
                    yield Used(
                        number,
                        names[number],
                        to,
                        wire.colour,
                        cable.name,
                        cable.length_m,
                    )
