"""The table taken apart: its layers one above the other, seen from a corner."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple

from wiring.geometry.features import GAP
from wiring.geometry.shapes import Box, Point, Shape
from wiring.geometry.table import Geometry
from wiring.papers.pictures.scenery import puck
from wiring.papers.pictures.svg import document, element, mm, text

_TURN = radians(30)
_ACROSS, _DOWN = cos(_TURN), sin(_TURN)
_WORDS_MM = 34.0


class _Slice(NamedTuple):
    title: str
    fill: str
    plate: bool  # the whole table's size; False: single things
    shapes: tuple[Shape, ...]


def exploded(geometry: Geometry) -> str:
    """Draw the layers as SVG, from the overlay down to the floor."""
    slices = list(_slices(geometry))
    width, height = geometry.layout.width, geometry.layout.height
    apart = 0.6 * (width + height) * _DOWN + 20
    high = (width + height) * _DOWN + apart * (len(slices) - 1) + 40
    wide = (width + height) * _ACROSS + 0.75 * width
    # The lowest comes first, so that upper layers cover it.
    pairs = reversed(list(enumerate(slices)))
    return document(
        (0, 0, wide, high),
        f"{geometry.board.name}, taken apart",
        "",
        (
            line
            for number, one in pairs
            for line in _drawn(one, geometry, 20 + number * apart)
        ),
    )


def _slices(geometry: Geometry) -> Iterator[_Slice]:
    sizes, places = geometry.sizes, geometry.layout.places
    top = tuple(f.shape for f in geometry.cuts("top"))
    printed = tuple(
        field
        for name, field in geometry.layout.fields.items()
        # Loose tiles have their faces glued on.
        if name == "depth" or not _is_pressed(geometry)
    )
    if printed:
        words = f"overlay, {sizes.layers.overlay_mm:g} mm, printed"
        yield _Slice(words, "#e8f6ff", False, printed)
    yield _Slice(f"top, {sizes.layers.top_mm:g} mm", "#e7c99a", True, top)
    side = sizes.tiles.tile_mm
    plates = tuple(
        Box(p.tile, side, side) for p in places.values() if p.tile and p.switch
    )
    if plates:
        words = f"{len(plates)} tiles, {sizes.tiles.thick_mm:g} mm, opal acrylic"
        yield _Slice(words, "#fdfdfd", False, plates)
    lying = tuple(f.shape for f in geometry.cuts(GAP) if "slot" not in f.owner)
    words = f"on the carrier: pixels, sensors, switches; {sizes.layers.gap_mm:g} mm"
    yield _Slice(words, "#7fb08a", False, lying)
    cuts = tuple(f.shape for f in geometry.cuts("carrier"))
    yield _Slice(f"carrier, {sizes.layers.carrier_mm:g} mm", "#e7c99a", True, cuts)
    if "floor" not in geometry.sheets:
        return
    if geometry.board.eliminator:
        words = f"the puck, in {sizes.layers.space_mm:g} mm of space"
        yield _Slice(words, "#d0605a", False, tuple(puck(geometry)))
    floor = tuple(f.shape for f in geometry.cuts("floor"))
    yield _Slice(f"floor, {sizes.layers.floor_mm:g} mm", "#e7c99a", True, floor)


def _is_pressed(geometry: Geometry) -> bool:
    return any(place.switch for place in geometry.layout.places.values())


def _drawn(one: _Slice, geometry: Geometry, down: float) -> Iterator[str]:
    width, height = geometry.layout.width, geometry.layout.height
    left = height * _ACROSS + 10
    matrix = " ".join(
        mm(value) for value in (_ACROSS, _DOWN, -_ACROSS, _DOWN, left, down)
    )
    yield (
        f'<g transform="matrix({matrix})" stroke="#333" stroke-width="0.6" '
        f'fill="{one.fill}">'
    )
    inner = "#fff" if one.plate else one.fill
    if one.plate:
        whole = Box(Point(width / 2, height / 2), width, height)
        yield element(whole)
    yield f'<g fill="{inner}">'
    for shape in one.shapes:
        yield element(shape)
    yield "</g></g>"
    x, y = left + width * _ACROSS + 10, down + width * _DOWN
    yield text(Point(x, y), one.title, _WORDS_MM)
