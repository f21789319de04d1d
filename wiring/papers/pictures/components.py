"""Every part of the table as a solid in its place, with the step that adds it."""

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from wiring.geometry.features import (
    CUT_PIXEL_MM,
    GAP,
    SCREW,
    SHORT_SCREW,
    SPEAKER,
    speaker_at,
)
from wiring.geometry.mounted import INLET, Mounted, beside, mounted
from wiring.geometry.shapes import Box, Circle, Point, Shape, edges, spanning
from wiring.geometry.table import Geometry
from wiring.papers.bundle import Bundle
from wiring.papers.cutting.battens import battens
from wiring.papers.cutting.plan import INLET_MM, walls
from wiring.papers.pictures.puck import bought_parts
from wiring.papers.pictures.scenery import Thing, lamps, puck, puck_at, things

# Steps of what is no part of its own: what is drawn as a solid or as an outline.
SOLID, OUTLINE = "frame", "outline"
PLATE, OVERLAY = "wood", "overlay"
_FIELDS = {"depth": "the Depth Board", "grid": "the tiles"}
_MULTIPLEXER = re.compile(r"multiplexer M\d+")
# Lever connectors on the floor, by their names in the harness.
_BLOCKS = {
    "the terminal block": "D1",
    "the ground block": "D2",
    "the inlet's block": "PS1",
}
_HIGH_MM = 12.0  # of boards on the floor
_LEVER_MM = (8.4, 18.6)  # thick and high, on its edge
_FUSE_MM, _C1_MM, _TIE_MM = 10.0, 10.0, 2.5
_FOAM_MM, _FOAM_INSET_MM = 8.0, 6.0


class Part(NamedTuple):
    step: str  # its name in the steps
    name: str  # only the first of a part's shapes has one
    shape: Shape
    low: float
    high: float


class _Levels(NamedTuple):
    """The heights of the surfaces for parts."""

    floor: float
    carrier: float  # below it
    board: float  # on it
    top: float


def levels(geometry: Geometry) -> _Levels:
    layers = geometry.sizes.layers
    carrier = layers.floor_mm + layers.space_mm
    board = carrier + layers.carrier_mm
    return _Levels(layers.floor_mm, carrier, board, board + layers.gap_mm)


def whole(geometry: Geometry) -> Box:
    layout = geometry.layout
    return Box(Point(layout.width / 2, layout.height / 2), layout.width, layout.height)


def plates(geometry: Geometry) -> Iterator[Part]:
    """Yield the layers from the bottom up."""
    layers, at, shape = geometry.sizes.layers, levels(geometry), whole(geometry)
    if "floor" in geometry.sheets:
        yield Part(PLATE, f"floor, {layers.floor_mm:g} mm", shape, 0, at.floor)
    name = f"carrier, {layers.carrier_mm:g} mm"
    yield Part(PLATE, name, shape, at.carrier, at.board)
    name = f"top, {layers.top_mm:g} mm"
    yield Part(PLATE, name, shape, at.top, at.top + layers.top_mm)


def parts(found: Bundle) -> Iterator[Part]:
    """Yield everything that a step adds to the wood."""
    geometry, at = found.table, levels(found.table)
    if "floor" in geometry.sheets:
        for one in mounted(geometry.board, geometry.layout):
            yield from _at_its_place(found, one, at.floor)
            high = _LEVER_MM[1] if one.name in _BLOCKS else _HIGH_MM
            yield from _holders(one, at.floor + high)
        middle = at.floor + geometry.sizes.layers.space_mm / 2
        gland = Box(INLET, INLET_MM, INLET_MM)
        yield Part("power", "cable gland", gland, middle - 6, middle + 6)
        yield _r1(geometry, at.board)
    else:  # beside a table on feet
        names = "the Pi", "breadboard: U1, C1, C2, R1, R2", "F1, fuse holders"
        shapes = beside(geometry.layout).values()
        steps = "pi", "chip", "power"
        for step, name, shape in zip(steps, names, shapes, strict=True):
            yield Part(step, name, shape, at.floor, at.floor + _HIGH_MM)
    yield from _held(geometry)
    yield from _puck(geometry, at.floor)
    for thing in things(geometry):
        yield _part(thing, geometry)


def _at_its_place(found: Bundle, one: Mounted, floor: float) -> Iterator[Part]:
    """Yield the parts at a place on the floor: a board, connectors or fuses."""
    step, (left, _, right, _) = _step(one.name), edges(one.shape)
    if block := _BLOCKS.get(one.name):
        name = f"{block.replace('PS1', 'inlet')}, lever connectors"
        for shape, row in _side_by_side(one.shape, _LEVER_MM[0], found.levers[block]):
            low = floor + row * _LEVER_MM[1]
            yield Part(step, name, shape, low, low + _LEVER_MM[1])
    if block == "D1":
        can = Circle(one.shape.centre._replace(x=left - _C1_MM / 2), _C1_MM)
        yield Part(step, "C1, capacitor", can, floor, floor + 2 * _C1_MM)
    elif block == "PS1" and found.table.board.eliminator:
        at = one.shape.centre._replace(x=right - _FUSE_MM / 2)
        body = Box(at, _FUSE_MM, one.shape.height)
        yield Part("eliminator", "F2, fuse holder", body, floor, floor + _FUSE_MM)
    elif one.name == "the fuses":
        for shape, row in _side_by_side(one.shape, _FUSE_MM, len(found.power.feeds)):
            low = floor + row * _FUSE_MM
            yield Part(step, "F1, fuse holders", shape, low, low + _FUSE_MM)
    elif not block:
        name = _MULTIPLEXER.sub("multiplexers", one.name)
        if name == "the chip":
            has_amplifier = speaker_at(found.table.features)
            name = "chip, amplifier, C2, R2, R4" if has_amplifier else "chip, C2, R2"
        yield Part(step, name, one.shape, floor, floor + _HIGH_MM)


def _side_by_side(box: Box, wide: float, count: int) -> Iterator[tuple[Box, int]]:
    """Yield a part's bodies from the left, each with its row from the bottom."""
    for number in range(count):
        row, column = divmod(number, int(box.width / wide))
        x = edges(box)[0] + (column + 0.5) * wide
        yield Box(box.centre._replace(x=x), wide, box.height), row


def _holders(one: Mounted, high: float) -> Iterator[Part]:
    """Yield a board's screws, or the tie across it."""
    if not one.is_tied:
        for at in one.holes:
            yield Part(_step(one.name), "screws M2.5", Circle(at, 5), high, high + 1)
        return
    (x, y), (right, bottom) = one.holes
    band = Box(one.shape.centre, max(right - x, _TIE_MM), max(bottom - y, _TIE_MM))
    yield Part(_step(one.name), "cable ties", band, high, high + 1)


def _r1(geometry: Geometry, carrier: float) -> Part:
    """Return the resistor before the chain's first pixel."""
    name = min(geometry.board.pixels, key=lambda name: geometry.board.pixels[name])
    lamp = geometry.layout.places[name].lamp
    assert lamp
    body = Box(lamp.moved(-CUT_PIXEL_MM, 0), 6.5, 2.5)
    return Part(lamps(name), "R1, resistor", body, carrier, carrier + 2)


def _puck(geometry: Geometry, floor: float) -> Iterator[Part]:
    if not (axis := puck_at(geometry)):
        return
    for number, shape in enumerate(puck(geometry)):
        name = "" if number else "the puck"
        yield Part("eliminator", name, shape, floor, floor + _HIGH_MM)
    low, high = next(bought_parts(geometry.sizes)).edges
    body = spanning(low.x, low.y, high.x, high.y)
    body = body._replace(centre=axis.moved(*body.centre))
    yield Part("eliminator", "servo, C3, R3", body, floor + low.z, floor + high.z)


def _part(thing: Thing, geometry: Geometry) -> Part:
    at, top = levels(geometry), geometry.sizes.layers.top_mm
    low, high = at.board, at.board + 2
    name = thing.part
    if thing.part in ("buttons", "tiles", "eliminator"):
        low, high = at.top + top, at.top + top + 4
        name = f"{_kind(thing.words)} {thing.words}" if thing.words else name
    elif thing.part.startswith("board "):
        name = f"card reader {thing.words}" if thing.words else f"sensors of {name}"
    return Part(thing.part, name, thing.shape, low, high)


def _kind(control: str) -> str:
    return "key switch" if control == "arm" else "button"


def _held(geometry: Geometry) -> Iterator[Part]:
    """Yield the layers' screws, the speaker between them, and overlays."""
    at, top = levels(geometry), geometry.sizes.layers.top_mm
    for feature in geometry.cuts("top"):
        if feature.owner not in (SCREW, SHORT_SCREW):
            continue
        head, spacer = (
            Circle(feature.shape.centre, n * feature.shape.size[0]) for n in (2, 3)
        )
        name = "rods with nuts" if feature.owner == SCREW else "short rods"
        yield Part("screws", name, head, at.top + top, at.top + top + 2)
        yield Part("screws", "spacers on the carrier", spacer, at.board, at.top - 1)
        if feature.owner == SCREW:
            below = "spacers on the floor" if "floor" in geometry.sheets else "feet"
            yield Part("screws", below, spacer, at.floor, at.carrier - 1)
    for name, field in geometry.layout.fields.items():
        if name == "depth" or not any(
            p.switch for p in geometry.layout.places.values()
        ):
            yield Part(
                OVERLAY,
                f"overlay of {_FIELDS[name]}",
                field,
                at.top + top,
                at.top + top,
            )
    for feature in geometry.cuts(GAP):
        if feature.owner == SPEAKER:
            yield Part("speaker", SPEAKER, feature.shape, at.board, at.board + 2)
    yield from _foam(geometry)


def _foam(geometry: Geometry) -> Iterator[Part]:
    """Yield four dots of foam below the corners of each loose tile."""
    at, tiles = levels(geometry).board, geometry.sizes.tiles
    far = tiles.tile_mm / 2 - _FOAM_INSET_MM
    for place in geometry.layout.places.values():
        for x, y in product((-far, far), repeat=2) if place.switch else ():
            assert place.tile
            dot = Circle(place.tile.moved(x, y), _FOAM_MM)
            yield Part("tiles", "dots of foam", dot, at, at + tiles.switch_mm)


def _step(name: str) -> str:
    known = {"the Pi": "pi", "the chip": "chip", "the fuses": "power"}
    known |= dict.fromkeys(_BLOCKS, "power")
    return known.get(name) or f"board {name.split()[-1]}"


def frame(geometry: Geometry) -> Iterator[Part]:
    """Yield walls and battens.

    Draw as mere outlines the parts that plates would hide, or that would hide others.
    """
    at = levels(geometry)
    high = at.carrier - geometry.sizes.layers.gap_mm
    for _ in walls(geometry):
        yield Part(OUTLINE, "walls", whole(geometry), at.floor, high)
    for layer, low in (("floor", at.floor), ("carrier", at.board), ("top", at.top)):
        step = SOLID if layer == "carrier" else OUTLINE
        for batten in battens(geometry, layer) if layer in geometry.sheets else ():
            yield Part(step, f"battens of the {layer}", batten, low, low + 1)
