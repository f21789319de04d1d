"""The input for all papers of a map, and the harness's pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wiring import boardmap, harness, settling
from wiring.geometry import table as geometry
from wiring.papers.harness import pi_side, sensor_side
from wiring.papers.harness.cables import Drawing, levers
from wiring.papers.harness.power import Power, power
from wiring.papers.harness.sheets import sheets
from wiring.papers.pictures.breadboard import breadboard
from wiring.papers.pictures.marks import Picture
from wiring.papers.pictures.rows import header_pins, pin_outs, row_pictures
from wiring.papers.pictures.runs import runs
from wiring.papers.shopping.items import Item
from wiring.papers.shopping.parts import parts


class Bundle(NamedTuple):
    table: geometry.Geometry
    wiring: harness.Wiring
    power: Power
    drawings: tuple[Drawing, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        return parts(self.table, self.wiring, self.power, self.drawings)

    @property
    def levers(self) -> dict[str, int]:
        return levers(self.drawings)

    @property
    def breadboard(self) -> Picture | None:
        """The electronics of a table small enough for a breadboard."""
        if self.power.strip_supply_a is not None:
            return None
        return breadboard(self.table.board, self.wiring, self.drawings)

    def pictures(self) -> Iterator[Picture]:
        """Yield the cables' routes, pins, the cables' wires, then rows of sensors."""
        if "floor" in self.table.sheets:  # a breadboard has few cables
            yield runs(self.table, self.drawings)
        if self.breadboard:
            yield self.breadboard
        else:  # the breadboard's picture shows them
            yield header_pins(self.drawings)
        yield pin_outs(self.table.board)
        for drawing in self.drawings:
            yield from sheets(drawing)
        yield from row_pictures(self.table.board, self.table.layout, self.wiring)


def bundle(path: Path) -> Bundle:
    """Collect the input; raise SheetError for an unusable map."""
    wires = harness.load(path)
    settling.check(boardmap.load(path), wires.lengths)
    table = geometry.load(path)
    supplies = power(table.board, wires)
    drawings = (
        *pi_side.drawings(table.board, wires, supplies),
        *sensor_side.drawings(table.board, wires),
    )
    return Bundle(table, wires, supplies, drawings)
