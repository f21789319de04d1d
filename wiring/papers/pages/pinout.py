"""The pin-out of the Pi's header and of each Pico."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing
from wiring.papers.pages.text import filled, table


class Used(NamedTuple):
    number: int
    name: str
    goes_to: str
    colour: str
    cable: str
    length_m: float


def pinout(board: BoardMap, drawings: Iterable[Drawing]) -> Iterator[str]:
    drawings = tuple(drawings)
    used = sorted(used_pins(drawings))
    rows = [
        (u.number, u.name, u.goes_to, u.colour, u.cable, f"{u.length_m:g} m")
        for u in used
    ]
    heads = ("header pin", "GPIO (BCM)", "goes to", "wire", "cable", "length")
    yield filled("pins", "header", table=table(heads, rows))
    if board.strip.driver == "spi":
        yield filled("pins", "spi")
    for drawing in drawings:
        yield from _pico(drawing)


def _pico(drawing: Drawing) -> Iterator[str]:
    """Yield a sensor board's Pico pins, if this drawing has them."""
    labels = {c.name: dict(c.pins) for c in drawing.connectors}
    rows = []
    for number, name in labels.get("Pico", {}).items():
        ends = [
            f"{wire.end.connector} {labels[wire.end.connector][wire.end.pin]}"
            for _, wire in drawing.wires
            if wire.start.pin == number
        ]
        rows.append((number, name, ", ".join(dict.fromkeys(ends))))
    if rows:
        lines = table(("pin of the Pico", "GPIO", "goes to"), rows)
        yield filled("pins", "pico", title=drawing.title, table=lines)


def used_pins(drawings: Iterable[Drawing]) -> Iterator[Used]:
    """Yield the header's pins that have wires."""
    names = dict(header.pins())
    for drawing in drawings:
        for cable, wire in drawing.wires:
            if wire.start.connector == "J8":
                number = int(wire.start.pin)
                to = f"{wire.end.connector}, pin {wire.end.pin}"
                ends = number, names[number], to
                yield Used(*ends, wire.colour, cable.name, cable.length_m)
