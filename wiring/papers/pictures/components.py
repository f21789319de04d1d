"""Every part of the table as a solid where it belongs, with the step that adds it."""

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from wiring.geometry.features import GAP, SCREW, SHORT_SCREW, SPEAKER, speaker_at
from wiring.geometry.mounted import INLET, beside, mounted
from wiring.geometry.shapes import Box, Circle, Point, Shape
from wiring.geometry.table import Geometry
from wiring.papers.cutting.battens import battens
from wiring.papers.cutting.plan import INLET_MM, walls
from wiring.papers.pictures.scenery import Thing, things

# Steps of what is no part of its own: what is drawn as a solid or as an outline.
SOLID, OUTLINE = "frame", "outline"
PLATE, OVERLAY = "wood", "overlay"
_FIELDS = {"depth": "the Depth Board", "grid": "the tiles"}
_MULTIPLEXER = re.compile(r"multiplexer M\d+")
_HIGH_MM = 12.0  # of boards on the floor
_FOAM_MM, _FOAM_INSET_MM = 8.0, 6.0


class Part(NamedTuple):
    step: str  # as steps name it
    name: str  # of several shapes of a part, only the first has one
    shape: Shape
    low: float
    high: float


class _Levels(NamedTuple):
    """Heights on which parts lie."""

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
    """Yield the layers from below."""
    layers, at, shape = geometry.sizes.layers, levels(geometry), whole(geometry)
    if "floor" in geometry.sheets:
        yield Part(PLATE, f"floor, {layers.floor_mm:g} mm", shape, 0, at.floor)
    name = f"carrier, {layers.carrier_mm:g} mm"
    yield Part(PLATE, name, shape, at.carrier, at.board)
    name = f"top, {layers.top_mm:g} mm"
    yield Part(PLATE, name, shape, at.top, at.top + layers.top_mm)


def parts(geometry: Geometry) -> Iterator[Part]:
    """Yield everything that a step adds to the wood."""
    at, layout = levels(geometry), geometry.layout
    if "floor" in geometry.sheets:
        for one in mounted(geometry.board, layout):
            name = _MULTIPLEXER.sub("multiplexers", one.name)
            if name == "the chip" and speaker_at(geometry.features):
                name = "chip and amplifier"
            yield Part(_step(one.name), name, one.shape, at.floor, at.floor + _HIGH_MM)
        middle = at.floor + geometry.sizes.layers.space_mm / 2
        gland = Box(INLET, INLET_MM, INLET_MM)
        yield Part("power", "cable gland", gland, middle - 6, middle + 6)
    else:  # beside a table that stands on feet
        for step, (name, shape) in zip(
            ("pi", "chip", "power"), beside(layout).items(), strict=True
        ):
            yield Part(step, name, shape, at.floor, at.floor + _HIGH_MM)
    yield from _held(geometry)
    is_puck = False
    for thing in things(geometry):
        part = _part(thing, geometry)
        if not is_puck or part.name != "the puck":
            yield part
        else:
            yield part._replace(name="")
        is_puck = is_puck or part.name == "the puck"


def _part(thing: Thing, geometry: Geometry) -> Part:
    at, top = levels(geometry), geometry.sizes.layers.top_mm
    low, high = at.board, at.board + 2
    name = thing.part
    if thing.part == "eliminator" and not thing.words:
        low, high, name = at.floor, at.floor + _HIGH_MM, "the puck"
    elif thing.part in ("buttons", "tiles", "eliminator"):
        low, high = at.top + top, at.top + top + 4
        name = f"{_kind(thing.words)} {thing.words}" if thing.words else name
    elif thing.part.startswith("board "):
        name = f"card reader {thing.words}" if thing.words else f"sensors of {name}"
    return Part(thing.part, name, thing.shape, low, high)


def _kind(control: str) -> str:
    return "key switch" if control == "arm" else "button"


def _held(geometry: Geometry) -> Iterator[Part]:
    """Yield what holds the layers together, the speaker between them, and overlays."""
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
    """Yield four dots below the corners of each loose tile."""
    at, tiles = levels(geometry).board, geometry.sizes.tiles
    far = tiles.tile_mm / 2 - _FOAM_INSET_MM
    for place in geometry.layout.places.values():
        for x, y in product((-far, far), repeat=2) if place.switch else ():
            assert place.tile
            dot = Circle(place.tile.moved(x, y), _FOAM_MM)
            yield Part("tiles", "dots of foam", dot, at, at + tiles.switch_mm)


def _step(name: str) -> str:
    known = {"the Pi": "pi", "the terminal block": "power", "the chip": "chip"}
    return known.get(name) or f"board {name.split()[-1]}"


def frame(geometry: Geometry) -> Iterator[Part]:
    """Yield walls and battens.

    What plates would hide, or what would hide their parts, is a mere outline.
    """
    at = levels(geometry)
    high = at.carrier - geometry.sizes.layers.gap_mm
    for _ in walls(geometry):
        yield Part(OUTLINE, "walls", whole(geometry), at.floor, high)
    for layer, low in (("floor", at.floor), ("carrier", at.board), ("top", at.top)):
        step = SOLID if layer == "carrier" else OUTLINE
        for batten in battens(geometry, layer) if layer in geometry.sheets else ():
            yield Part(step, f"battens of the {layer}", batten, low, low + 1)
