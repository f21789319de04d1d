"""A drawing in millimetres: cuts, engravings, and marks for people.

All of a layer's files (SVG, DXF and PDF) come from the same plan.
"""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from wiring.geometry.features import GAP
from wiring.geometry.mounted import INLET, PI_INLET, mounted
from wiring.geometry.puck import swept_areas
from wiring.geometry.shapes import (
    Box,
    Circle,
    Point,
    Shape,
    clipped,
    edges,
    moved,
    resized,
    spanning,
)
from wiring.geometry.sheets import Sheet
from wiring.geometry.table import Geometry
from wiring.papers.pictures.marks import Mark, Words

CUT, MARK, SEAM = "cut", "mark", "seam"
KINDS = (CUT, MARK, SEAM)
WALLS = ("far", "left", "right", "front")
INLET_MM = 12.5  # hole for a PG7 gland
PI_INLET_MM = 16.0  # lets a USB plug through
RIM_MM = 1.0  # kept free along the edges of the bed
_DRILL_MM, _LARGE_MM = 2.0, 15.0


class Ink(NamedTuple):
    kind: str
    shape: Shape
    owner: str


class Svg(NamedTuple):
    """A drawing, scaled to fit a box."""

    box: Box
    svg: bytes


class Plan(NamedTuple):
    name: str
    title: str
    width: float
    height: float
    inks: tuple[Ink, ...]
    marks: tuple[Mark | Svg, ...] = ()  # areas and drawings below these, and words

    @property
    def words(self) -> list[Words]:
        return [mark for mark in self.marks if isinstance(mark, Words)]

    def of(self, kind: str) -> list[Ink]:
        return [ink for ink in self.inks if ink.kind == kind]


def layers(geometry: Geometry) -> Iterator[Plan]:
    """Yield each whole layer at its true size, with the seams between sheets."""
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
    """Yield the pieces of each layer, corrected by half the machine's kerf."""
    for whole in layers(geometry):
        parts = geometry.sheets[whole.name]
        for number, part in enumerate(parts, 1):
            name = whole.name if len(parts) == 1 else f"{whole.name} {number}"
            yield _sheet(whole, part, name, geometry.sizes.table.kerf_mm)


def walls(geometry: Geometry) -> Iterator[Plan]:
    """Yield the walls between carrier and floor.

    The far wall has an inlet with a gland that holds the cable; the front wall is open
    where the puck's handle comes out.
    """
    if "floor" not in geometry.sheets:
        return
    high, kerf = geometry.sizes.layers.space_mm, geometry.sizes.table.kerf_mm
    for name, start, end in _wall_pieces(geometry):
        openings = [
            Ink(CUT, resized(moved(shape, -start, 0), -kerf), owner)
            for shape, owner in _openings(geometry, name, start, end)
        ]
        yield loose_part(f"{name} wall", end - start, high, kerf, openings)


def tiles(geometry: Geometry) -> Iterator[Plan]:
    side, kerf = geometry.sizes.tiles.tile_mm, geometry.sizes.table.kerf_mm
    for name, place in geometry.layout.places.items():
        if place.switch:
            yield loose_part(name.replace(":", " "), side, side, kerf)


def loose_part(
    name: str, width: float, height: float, kerf: float, inks: Iterable[Ink] = ()
) -> Plan:
    """Return a loose part, enlarged by the kerf so that it keeps its size."""
    outline = _outline(width, height, name)
    outline = outline._replace(shape=resized(outline.shape, kerf))
    return Plan(name, name, width, height, (outline, *inks))


def _wall_pieces(geometry: Geometry) -> Iterator[tuple[str, float, float]]:
    """Yield name, start and end of each piece that fits the bed."""
    layout, inner = geometry.layout, 2 * geometry.sizes.layers.floor_mm
    across, down = layout.width, layout.height - inner
    for name, long in zip(WALLS, (across, down, down, across), strict=True):
        parts = ceil(long / (max(geometry.sizes.table.bed_mm) - 2 * RIM_MM))
        for part in range(parts):
            yield name, long * part / parts, long * (part + 1) / parts


def _openings(
    geometry: Geometry, name: str, start: float, end: float
) -> Iterator[tuple[Shape, str]]:
    middle = geometry.sizes.layers.space_mm / 2
    slides = swept_areas(geometry.board, geometry.sizes, geometry.layout)
    for at, wide, owner in (
        (INLET, INLET_MM, "the inlet, with a gland as strain relief"),
        (PI_INLET, PI_INLET_MM, "the Pi's cable"),
    ):
        if name == "far" and start < at.x < end:
            yield Circle(Point(at.x, middle), wide), owner
    if name == "front" and slides:
        left, _, right, _ = edges(slides.handle)
        left, right = max(left - 10, start), min(right + 10, end)
        handle = Box(Point((left + right) / 2, middle), right - left, middle)
        yield handle, "the puck's handle"


def _outline(width: float, height: float, owner: str) -> Ink:
    return Ink(CUT, Box(Point(width / 2, height / 2), width, height), owner)


def _drills(geometry: Geometry, layer: str) -> Iterator[Words]:
    """Label each hole with its width, and a large one also with its owner."""
    for feature in geometry.cuts(layer):
        if not isinstance(feature.shape, Circle):
            continue
        (x, y), wide = feature.shape.centre, feature.shape.diameter
        if wide < _LARGE_MM:
            below = Point(x, y + wide / 2 + _DRILL_MM + 1.4)
            yield Words(below, f"{wide:g}", _DRILL_MM, "middle")
        else:
            owner = feature.owner.partition("'")[0]
            below = Point(x, y + 2 * _DRILL_MM)
            yield Words(below, f"{owner}, {wide:g}", _DRILL_MM, "middle")


def _marks(geometry: Geometry, layer: str) -> Iterator[Ink]:
    """Yield the outlines of mounted parts, for engraving or drawing."""
    if layer == "carrier":
        cut = {feature.shape for feature in geometry.cuts(layer)}
        for feature in geometry.cuts(GAP):
            if feature.shape not in cut:
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
    inks = []
    for ink in whole.inks[1:]:
        if ink.kind != SEAM and _overlaps(ink.shape, part):
            shape = moved(ink.shape, -part.left, -part.top)
            if ink.kind == CUT:
                shape = resized(shape, -kerf)
            elif isinstance(shape, Box):  # strips cross seams
                shape = clipped(shape, spanning(0, 0, part.width, part.height))
            inks.append(ink._replace(shape=shape))
    return loose_part(name, part.width, part.height, kerf, inks)


def _overlaps(shape: Shape, part: Sheet) -> bool:
    left, top, right, bottom = edges(shape)
    across = left < part.right and right > part.left
    return across and top < part.bottom and bottom > part.top
