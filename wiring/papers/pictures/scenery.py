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
from wiring.geometry.shapes import Box, Circle, Point, Shape, spanning
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power
from wiring.papers.pictures.marks import (
    Line,
    Mark,
    Picture,
    Words,
    backed,
    headed,
    outline,
    rounded,
)

_WIDE, _TOP = 180.0, 12.0
_WOOD, _DONE, _TILE = "#f7f1e6", "#c3ced4", "#ffffff"
_KEY = "Numbers: pixels; the line is the way of their data."
_SENSORS = "Small squares: Hall sensors, and switches in the middle of tiles."
_FEEDS = " Rings: 5 V and ground are fed there."
_WAY, _FEED = "#c2185b", "#d00000"


class Thing(NamedTuple):
    part: str
    shape: Shape
    words: str = ""  # its label when it is new


def overview(geometry: Geometry, power: Power) -> Picture:
    """Draw the finished table from above, to scale, with every pixel's number.

    The table's own page also shows it.
    """
    width, height = geometry.layout.width, geometry.layout.height
    scale = _WIDE / width
    title = f"{geometry.board.name} from above: {width:.0f} × {height:.0f} mm"
    marks = headed(title)
    whole = Box(Point(width / 2, height / 2), width, height)
    found = [thing for thing in things(geometry) if "lamps" not in thing.part]
    tiles = [thing.shape for thing in found if thing.part == "tiles"]
    marks += _drawn(whole, scale, _WOOD)
    for shape in (*geometry.layout.fields.values(), *tiles):
        marks += _drawn(shape, scale, _TILE)
    order = sorted(geometry.board.pixels.items(), key=lambda item: item[1])
    places = geometry.layout.places
    lamps = [(n, at) for name, n in order if (at := places[name].lamp)]
    marks.append(Line(tuple(_at(lamp, scale) for _, lamp in lamps), _WAY, 0.3))
    found += [Thing("eliminator", shape) for shape in puck(geometry)]
    for thing in found:
        if thing.part != "tiles":
            marks += _drawn(thing.shape, scale, _DONE)
    marks += _pixels(lamps, {feed.pixel for feed in power.feeds}, scale)
    for thing in found:
        if thing.words:
            at = _at(thing.shape.centre, scale).moved(0, 0.8)
            name = Words(at, thing.words, 2.8, "middle")
            marks += backed(name.fitted(thing.shape.size[0] * scale), _DONE)
    words = _KEY + (_FEEDS if len(power.feeds) > 1 else "")
    low = _TOP + height * scale + 6
    marks.append(Words(Point(0, low), words, 3.2).fitted(_WIDE))
    if geometry.board.boards:
        low += 5
        marks.append(Words(Point(0, low), _SENSORS, 3.2).fitted(_WIDE))
    return Picture("table", title, _WIDE, low + 2, tuple(marks))


def _at(point: Point, scale: float) -> Point:
    return Point(point.x * scale, point.y * scale + _TOP)


def _drawn(shape: Shape, scale: float, fill: str) -> Iterator[Line]:
    middle = _at(shape.centre, scale)
    if isinstance(shape, Circle):
        yield from rounded(Circle(middle, shape.diameter * scale), fill, "#71838c")
    else:
        wide, high = (mm * scale for mm in shape.size)
        yield from outline(Box(middle, wide, high), fill, "#71838c")


def _pixels(
    lamps: list[tuple[int, Point]], feeds: set[int], scale: float
) -> Iterator[Mark]:
    """Draw the pixels with their numbers, and a red ring at each 5 V feed."""
    for pixel, lamp in lamps:
        if pixel in feeds:
            yield from rounded(Circle(_at(lamp, scale), 6.0), "", _FEED, 0.6)
    wide = CUT_PIXEL_MM * 0.88
    longest = Words(Point(0, 0), str(lamps[-1][0]), 3.0)
    size = longest.fitted(wide * scale - 0.2).size
    # Draw the numbers over line and rings, so that nothing crosses them.
    for pixel, lamp in lamps:
        yield from _drawn(Box(lamp, wide, STRIP_MM), scale, _DONE)
        yield Words(_at(lamp, scale).moved(0, size / 3), str(pixel), size, "middle")


def things(geometry: Geometry) -> Iterator[Thing]:
    """Yield the parts that lie on the carrier or go through the table."""
    board = geometry.board
    depth = board.depth.board if board.depth else None
    grid = board.grid.board if board.grid else None
    for name, place in geometry.layout.places.items():
        owner = f"board {depth if name.startswith('depth:') else grid}"
        if place.button:
            part = "eliminator" if name in ("arm", "fire") else "buttons"
            hole = Circle(place.button, _hole_mm(geometry, name))
            yield Thing(part, hole, name.replace(":", " "))
        if place.tile and place.switch:
            side = geometry.sizes.tiles.tile_mm
            yield Thing("tiles", Box(place.tile, side, side))
        if place.lamp:
            yield Thing(lamps(name), Box(place.lamp, CUT_PIXEL_MM * 0.8, STRIP_MM))
        if place.hall:
            yield Thing(owner, Box(place.hall, *HALL_BODY_MM))
        if place.switch:
            yield Thing(owner, Box(place.switch, *SWITCH_BODY_MM))
    for one in board.boards:
        for reader in one.readers:
            yield Thing(f"board {one.name}", geometry.layout.readers[reader], reader)


def lamps(place: str) -> str:
    area = place.partition(":")[0]
    return {"depth": "depth lamps", "tile": "tile lamps"}.get(area, "button lamps")


def _hole_mm(geometry: Geometry, name: str) -> float:
    buttons = geometry.sizes.buttons
    if name.startswith("seat:"):
        return buttons.seat_hole_mm
    return buttons.key_hole_mm if name == "arm" else buttons.control_hole_mm


def puck_at(geometry: Geometry) -> Point | None:
    """Return the puck's axis under the middle tile, or None without a puck."""
    tiles = [p.striker for p in geometry.layout.places.values() if p.striker]
    return tiles[len(tiles) // 2] if geometry.board.eliminator and tiles else None


def puck(geometry: Geometry) -> Iterator[Shape]:
    """Yield the plates and walls of the puck's parts."""
    axis = puck_at(geometry)
    for solid in geometry.solids:
        if not axis or solid.name not in ("puck", "bracket", "tower"):
            continue
        for step in solid.steps:
            if not step.cut and isinstance(step.body, Block):
                low, high = step.body
                box = spanning(low.x, low.y, high.x, high.y)
                yield box._replace(centre=axis.moved(*box.centre))
