"""A drawing in millimetres: cuts, marks, and labels.

All files of a layer, SVG, DXF and PDF, are written from the same plan.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import ceil
from typing import NamedTuple

from wiring.geometry.features import GAP
from wiring.geometry.mounted import mounted
from wiring.geometry.shapes import Box, Circle, Point, Shape, edges, resized
from wiring.geometry.sheets import Sheet
from wiring.geometry.solids import swept
from wiring.geometry.table import Geometry

CUT, MARK, SEAM = "cut", "mark", "seam"
KINDS = (CUT, MARK, SEAM)
_BETWEEN_TILES_MM = 4.0
WALLS = ("far", "left", "right", "front")
INLET_MM, INLET_X_MM = 12.5, 90.0  # of a gland PG7, and from the left
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
    yield from walls(geometry)


def walls(geometry: Geometry) -> Iterator[Plan]:
    """Yield the walls between carrier and floor, piece below piece.

    The far one has the inlet, for a gland that holds the cable; the front one is open
    where the puck's handle comes out.
    """
    if "floor" not in geometry.sheets:
        return
    high, step = geometry.sizes.layers.space_mm, geometry.sizes.layers.space_mm + 4
    pieces = list(_wall_pieces(geometry))
    inks: list[Ink] = []
    labels: list[Label] = []
    for number, (name, start, end) in enumerate(pieces):
        corner = Point(-start, number * step)
        inks.append(_outline(end - start, high, f"the {name} wall"))
        inks[-1] = inks[-1]._replace(shape=_moved(inks[-1].shape, 0, corner.y))
        labels.append(Label(Point(50, corner.y + 8), f"{name} wall", 5))
        for shape, owner in _openings(geometry, name, start, end):
            inks.append(Ink(CUT, _moved(shape, *corner), owner))
    wide = max(end - start for _, start, end in pieces)
    title = f"{geometry.board.name}: walls"
    yield Plan("walls", title, wide, len(pieces) * step, tuple(inks), tuple(labels))


def _wall_pieces(geometry: Geometry) -> Iterator[tuple[str, float, float]]:
    """Yield name, start and end of pieces that fit the bed."""
    layout, inner = geometry.layout, 2 * geometry.sizes.layers.floor_mm
    across, down = layout.width, layout.height - inner
    for name, long in zip(WALLS, (across, down, down, across), strict=True):
        parts = ceil(long / max(geometry.sizes.table.bed_mm))
        for part in range(parts):
            yield name, long * part / parts, long * (part + 1) / parts


def _openings(
    geometry: Geometry, name: str, start: float, end: float
) -> Iterator[tuple[Shape, str]]:
    middle = geometry.sizes.layers.space_mm / 2
    slides = swept(geometry.board, geometry.sizes, geometry.layout)
    if name == "far" and start < INLET_X_MM < end:
        inlet = Circle(Point(INLET_X_MM, middle), INLET_MM)
        yield inlet, "the inlet, with a gland as strain relief"
    if name == "front" and slides:
        left, _, right, _ = edges(slides.handle)
        left, right = max(left - 10, start), min(right + 10, end)
        handle = Box(Point((left + right) / 2, middle), right - left, middle)
        yield handle, "the puck's handle"


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
    if layer == "floor":
        for part in mounted(geometry.board, geometry.layout):
            yield Ink(MARK, part.shape, part.name)
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
