"""The finished table from above, to scale, with its chain of pixels."""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.geometry.bodies import Block
from wiring.geometry.features import (
    CUT_PIXEL_MM,
    HALL_BODY_MM,
    STRIP_MM,
    SWITCH_BODY_MM,
)
from wiring.geometry.shapes import Box, Circle, Point, Shape
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power
from wiring.papers.pictures.svg import document, element, mm, text

NEW, DONE, LATER = "new", "done", "later"
_STYLE = (
    ".new{fill:#ffb27a;stroke:#b34700;stroke-width:1.6}"
    ".done{fill:#c3ced4;stroke:#71838c;stroke-width:.7}"
    ".later{fill:#fff;stroke:#d3dce0;stroke-width:.5}"
    ".wire{fill:none}.wire.new{stroke-width:2.4}"
    ".way{fill:none;stroke:#c2185b}.feed{fill:none;stroke:#d00000;stroke-width:2}"
)


class Thing(NamedTuple):
    part: str
    shape: Shape
    words: str = ""  # its label while it is new


def overview(geometry: Geometry, power: Power) -> str:
    """Draw the finished table from above, to scale, with every pixel's number.

    The table's own page shows it too.
    """
    width, height = geometry.layout.width, geometry.layout.height
    unit = width / 100
    size = f"{geometry.board.name}: {width:.0f} × {height:.0f} mm"
    found = [*_fields(geometry), *things(geometry)]
    return document(
        (-2 * unit, -6 * unit, width + 4 * unit, height + 8 * unit),
        size,
        _STYLE,
        (
            text(Point(0, -2 * unit), size, 3 * unit),
            _board(width, height, unit),
            *(
                f'<g class="{LATER if thing.part == "tiles" else DONE}">'
                f"{element(thing.shape)}</g>"
                for thing in found
            ),
            *_chain(geometry, power),
        ),
    )


def _board(width: float, height: float, unit: float) -> str:
    return (
        f'<rect width="{mm(width)}" height="{mm(height)}" rx="{mm(unit)}" '
        'fill="#f7f1e6" stroke="#a58b62"/>'
    )


def _chain(geometry: Geometry, power: Power) -> Iterator[str]:
    """Draw the path of the data, and a red ring at each 5 V feed."""
    places, pixels = geometry.layout.places, geometry.board.pixels
    order = sorted(pixels, key=lambda name: pixels[name])
    lamps = [(pixels[name], places[name].lamp) for name in order]
    found = [(pixel, lamp) for pixel, lamp in lamps if lamp]
    points = " ".join(f"{mm(lamp.x)},{mm(lamp.y)}" for _, lamp in found)
    yield f'<polyline class="way" points="{points}"/>'
    feeds = {feed.pixel for feed in power.feeds}
    for pixel, lamp in found:
        if pixel in feeds:
            yield f'<g class="feed">{element(Circle(lamp, 2 * STRIP_MM))}</g>'
        yield text(lamp.moved(0, 2), str(pixel), 6, "middle")


def _fields(geometry: Geometry) -> Iterator[Thing]:
    for field in geometry.layout.fields.values():
        yield Thing("tiles", field)


def things(geometry: Geometry) -> Iterator[Thing]:
    """Yield what lies on the carrier or goes through the table."""
    board = geometry.board
    depth = board.depth.board if board.depth else None
    grid = board.grid.board if board.grid else None
    for name, place in geometry.layout.places.items():
        area = name.partition(":")[0]
        lamps = {"depth": "depth lamps", "tile": "tile lamps"}.get(area, "button lamps")
        owner = f"board {depth if area == 'depth' else grid}"
        if place.button:
            part = "eliminator" if name in ("arm", "fire") else "buttons"
            hole = Circle(place.button, _hole_mm(geometry, name))
            yield Thing(part, hole, name.replace(":", " "))
        if place.tile and place.switch:
            side = geometry.sizes.tiles.tile_mm
            yield Thing("tiles", Box(place.tile, side, side))
        if place.lamp:
            yield Thing(lamps, Box(place.lamp, CUT_PIXEL_MM * 0.8, STRIP_MM))
        if place.hall:
            yield Thing(owner, Box(place.hall, *HALL_BODY_MM))
        if place.switch:
            yield Thing(owner, Box(place.switch, *SWITCH_BODY_MM))
    for one in board.boards:
        for reader in one.readers:
            yield Thing(f"board {one.name}", geometry.layout.readers[reader], reader)
    yield from (Thing("eliminator", shape) for shape in puck(geometry))


def _hole_mm(geometry: Geometry, name: str) -> float:
    buttons = geometry.sizes.buttons
    if name.startswith("seat:"):
        return buttons.seat_hole_mm
    return buttons.key_hole_mm if name == "arm" else buttons.control_hole_mm


def puck(geometry: Geometry) -> Iterator[Shape]:
    """Yield the puck under the middle tile: plates and walls of its parts."""
    row = geometry.board.eliminator
    tiles = [p for p in geometry.layout.places.values() if p.striker]
    if not row or not tiles:
        return
    axis = tiles[len(tiles) // 2].striker
    assert axis
    for solid in geometry.solids:
        if solid.name not in ("puck", "bracket", "tower"):
            continue
        for step in solid.steps:
            if not step.cut and isinstance(step.body, Block):
                low, high = step.body
                centre = axis.moved((low.x + high.x) / 2, (low.y + high.y) / 2)
                yield Box(centre, high.x - low.x, high.y - low.y)
