"""A drawing in millimetres: cuts, marks, and labels.

All files of a layer, SVG, DXF and PDF, are written from the same plan.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from wiring.geometry.features import GAP
from wiring.geometry.shapes import Box, Circle, Point, Shape, edges, resized
from wiring.geometry.sheets import Sheet
from wiring.geometry.table import Geometry

CUT, MARK, SEAM = "cut", "mark", "seam"
KINDS = (CUT, MARK, SEAM)
_BETWEEN_TILES_MM = 4.0
_DRILL_MM, _LARGE_MM = 2.0, 15.0


class Ink(NamedTuple):
    kind: str
    shape: Shape
    owner: str


class Label(NamedTuple):
    at: Point
    words: str
    size_mm: float


class Tint(NamedTuple):
    """An area in a colour, 0 to 255, printed below all lines."""

    shape: Shape
    colour: tuple[int, int, int]


class Plan(NamedTuple):
    name: str
    title: str
    width: float
    height: float
    inks: tuple[Ink, ...]
    labels: tuple[Label, ...] = ()
    tints: tuple[Tint, ...] = ()

    def of(self, kind: str) -> list[Ink]:
        return [ink for ink in self.inks if ink.kind == kind]


def layers(geometry: Geometry) -> Iterator[Plan]:
    """Yield each whole layer in its true size, with the seams between sheets."""
    for layer, sheets in geometry.sheets.items():
        yield Plan(
            layer,
            f"{geometry.board.name}: {layer}",
            geometry.layout.width,
            geometry.layout.height,
            (
                _outline(geometry.layout.width, geometry.layout.height, layer),
                *(Ink(CUT, f.shape, f.owner) for f in geometry.cuts(layer)),
                *_marks(geometry, layer),
                *_seams(sheets, geometry),
            ),
            tuple(_drills(geometry, layer)),
        )


def sheets(geometry: Geometry) -> Iterator[Plan]:
    """Yield what one run of the machine cuts, corrected by half its kerf."""
    for whole in layers(geometry):
        parts = geometry.sheets[whole.name]
        for number, part in enumerate(parts, 1):
            name = whole.name if len(parts) == 1 else f"{whole.name}-{number}"
            yield _sheet(whole, part, name, geometry.sizes.table.kerf_mm)
    yield from tiles(geometry)


def tiles(geometry: Geometry) -> Iterator[Plan]:
    """Yield all tiles, as many on a sheet as its bed holds."""
    count = sum(bool(place.switch) for place in geometry.layout.places.values())
    side, table = geometry.sizes.tiles.tile_mm, geometry.sizes.table
    step = side + _BETWEEN_TILES_MM
    columns, rows = (int((mm - _BETWEEN_TILES_MM) // step) for mm in table.bed_mm)
    for first in range(0, count, max(1, columns * rows)):
        spots = list(product(range(rows), range(columns)))[: count - first]
        inks = tuple(
            Ink(CUT, Box(_corner(row, column, step, side), side, side), "a tile")
            for row, column in spots
        )
        wide = max(column for _, column in spots) + 1
        high = max(row for row, _ in spots) + 1
        width, height = (n * step + _BETWEEN_TILES_MM for n in (wide, high))
        name = "tiles" if first == 0 else f"tiles-{first // (columns * rows) + 1}"
        title = f"{geometry.board.name}: {len(spots)} tiles"
        plan = Plan(name, title, width, height, inks)
        yield _grown(plan, table.kerf_mm)


def _corner(row: int, column: int, step: float, side: float) -> Point:
    middle = _BETWEEN_TILES_MM + side / 2
    return Point(middle + column * step, middle + row * step)


def _grown(plan: Plan, kerf: float) -> Plan:
    """Enlarge loose parts by the kerf, so that they keep their size."""
    inks = (ink._replace(shape=resized(ink.shape, kerf)) for ink in plan.inks)
    return plan._replace(inks=tuple(inks))


def _outline(width: float, height: float, owner: str) -> Ink:
    return Ink(CUT, Box(Point(width / 2, height / 2), width, height), owner)


def _drills(geometry: Geometry, layer: str) -> Iterator[Label]:
    """Label each hole with its width, and a large one with its owner too."""
    for feature in geometry.cuts(layer):
        if not isinstance(feature.shape, Circle):
            continue
        (x, y), wide = feature.shape.centre, feature.shape.diameter
        if wide < _LARGE_MM:
            below = Point(x, y + wide / 2 + _DRILL_MM + 1.4)
            yield Label(below, f"{wide:g}", _DRILL_MM)
        else:
            owner = feature.owner.partition("'")[0]
            yield Label(Point(x, y + 2 * _DRILL_MM), f"{owner}, {wide:g}", _DRILL_MM)


def _marks(geometry: Geometry, layer: str) -> Iterator[Ink]:
    """Yield what is mounted there, to be engraved or drawn."""
    if layer == "carrier":
        for feature in geometry.cuts(GAP):
            # Buttons and slots are cut into the carrier already.
            if "button" not in feature.owner and "slot" not in feature.owner:
                yield Ink(MARK, feature.shape, feature.owner)
        for place in geometry.layout.places.values():
            if place.lamp:
                yield Ink(MARK, Box(place.lamp, 5, 5), "a lamp")
    if layer == "top":
        for name, card in geometry.layout.readers.items():
            yield Ink(MARK, card, f"the reader {name}")


def _seams(sheets: Iterable[Sheet], geometry: Geometry) -> Iterator[Ink]:
    for sheet in sheets:
        if sheet.right < geometry.layout.width:
            middle = Point(sheet.right, (sheet.top + sheet.bottom) / 2)
            yield Ink(SEAM, Box(middle, 0, sheet.height), "a seam")
        if sheet.bottom < geometry.layout.height:
            middle = Point((sheet.left + sheet.right) / 2, sheet.bottom)
            yield Ink(SEAM, Box(middle, sheet.width, 0), "a seam")


def _sheet(whole: Plan, part: Sheet, name: str, kerf: float) -> Plan:
    inks = [_outline(part.width, part.height, name)]
    inks[0] = inks[0]._replace(shape=resized(inks[0].shape, kerf))
    for ink in whole.inks[1:]:
        if ink.kind != SEAM and _overlaps(ink.shape, part):
            shape = _moved(ink.shape, -part.left, -part.top)
            if ink.kind == CUT:
                shape = resized(shape, -kerf)
            elif isinstance(shape, Box):
                shape = _clipped(shape, part)
            inks.append(ink._replace(shape=shape))
    return Plan(name, f"{whole.title}, {name}", part.width, part.height, tuple(inks))


def _overlaps(shape: Shape, part: Sheet) -> bool:
    left, top, right, bottom = edges(shape)
    across = left < part.right and right > part.left
    return across and top < part.bottom and bottom > part.top


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Circle):
        return shape._replace(centre=shape.centre.moved(x, y))
    return shape._replace(centre=shape.centre.moved(x, y))


def _clipped(box: Box, part: Sheet) -> Box:
    """Cut a mark off at its sheet's edge, because strips lie across seams."""
    left, top, right, bottom = edges(box)
    left, right = max(left, 0.0), min(right, part.width)
    top, bottom = max(top, 0.0), min(bottom, part.height)
    middle = Point((left + right) / 2, (top + bottom) / 2)
    return Box(middle, right - left, bottom - top)
