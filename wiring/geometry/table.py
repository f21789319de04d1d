"""A whole table in millimetres, made from its board map and checked."""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from controller.basics.sheet import Sheet as MapSheet
from wiring import boardmap
from wiring.boardmap import BoardMap
from wiring.geometry import checks, clearance, sensing
from wiring.geometry import sizes as measures
from wiring.geometry.bodies import Solid
from wiring.geometry.features import Feature, features, layers
from wiring.geometry.places import Layout, lay_out
from wiring.geometry.sheets import Sheet, split
from wiring.geometry.sizes import Sizes
from wiring.geometry.solids import solids


class Geometry(NamedTuple):
    board: BoardMap
    sizes: Sizes
    layout: Layout
    features: tuple[Feature, ...]
    sheets: Mapping[str, tuple[Sheet, ...]]  # by layer
    solids: tuple[Solid, ...]

    def cuts(self, layer: str) -> list[Feature]:
        return [f for f in self.features if f.layer == layer]


def load(path: Path) -> Geometry:
    """Build a table; raises SheetError: `PATH:LINE: what is wrong; what to do`."""
    board, sheet = boardmap.load(path), MapSheet(path, "the board map")
    sizes = measures.load(sheet)
    layout = lay_out(board, sizes)
    found = features(board, sizes, layout)
    for where, words in chain(
        checks.faults(board, sizes, layout, found),
        sensing.faults(board, sizes, layout),
        clearance.faults(board, sizes, layout, found),
    ):
        raise sheet.error(where, words)
    sheets = {
        layer: _split(sheet, sizes, layout, layer, found) for layer in layers(sizes)
    }
    return Geometry(board, sizes, layout, found, sheets, solids(board, sizes))


def _split(
    sheet: MapSheet,
    sizes: Sizes,
    layout: Layout,
    layer: str,
    found: tuple[Feature, ...],
) -> tuple[Sheet, ...]:
    bed = sizes.table.bed_mm
    cuts = [f.shape for f in found if f.layer == layer]
    if layer == "carrier" and "grid" in layout.fields:
        # A seam under the tiles would bend under pressing hands.
        cuts.append(layout.fields["grid"])
    # A machine cannot cut closer to the edge of its bed.
    room = bed[0] - 2, bed[1] - 2
    sheets = split(layout.width, layout.height, room, cuts, sizes.table.seam_mm)
    if sheets is None:
        words = (
            f"the {layer} is {layout.width:.0f} × {layout.height:.0f} mm, larger than "
            f"the bed (table.bed_mm = {bed[0]:g} × {bed[1]:g}), and has no room "
            "for seams; use a larger bed and write its size here"
        )
        raise sheet.error(("table", "bed_mm"), words)
    return sheets
