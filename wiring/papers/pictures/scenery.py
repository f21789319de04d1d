"""A picture of each step: the table from above, with the new parts highlighted.

Everything on the table is in its true place. The parts below the Depth Board (the Pi,
the supply's terminals, the chip, the sensor boards) are drawn beyond the far edge, with
their wires.
"""

from collections.abc import Iterator, Sequence
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
from wiring.papers.pages.steps import Step
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


class Cable(NamedTuple):
    part: str
    way: tuple[Point, ...]


class _Case(NamedTuple):
    """Something below the Depth Board: its label and its width."""

    part: str
    words: str
    wide: float


def picture(geometry: Geometry, power: Power, done: Sequence[Step], step: Step) -> str:
    """Draw a step as SVG; `done` are the steps before it."""
    states = {part: DONE for one in done for part in one.parts}
    states |= dict.fromkeys(step.parts, NEW)
    width, height = geometry.layout.width, geometry.layout.height
    unit = width / 100
    above = 22 * unit
    drawn = sorted(_drawn(geometry, power, states, unit), key=lambda row: row[0] == NEW)
    return document(
        (-3 * unit, -above, width + 6 * unit, height + above + 3 * unit),
        f"{geometry.board.name}: {step.title}",
        _STYLE,
        (
            text(
                Point(0, 4 * unit - above), f"{len(done) + 1}. {step.title}", 3.4 * unit
            ),
            text(
                Point(width * 0.52, 4 * unit - above),
                "orange, bold: new · grey: done · pale: later",
                2 * unit,
            ),
            _board(width, height, unit),
            *(line for _, line in drawn),
        ),
    )


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


def _drawn(
    geometry: Geometry, power: Power, states: dict[str, str], unit: float
) -> Iterator[tuple[str, str]]:
    """Yield each line with its state; new things lie on top."""
    for cable in _cables(geometry, power, unit):
        state = states.get(cable.part, LATER)
        if state != LATER:
            points = " ".join(f"{mm(p.x)},{mm(p.y)}" for p in cable.way)
            yield state, f'<polyline class="wire {state}" points="{points}"/>'
    for thing in things(geometry):
        state = states.get(thing.part, LATER)
        words = ""
        if thing.words and state == NEW:
            size = min(2.2 * unit, 14.0)
            below = thing.shape.centre.moved(0, thing.shape.size[1] / 2 + size)
            words = text(below, thing.words, size, "middle")
        yield state, f'<g class="{state}">{element(thing.shape)}</g>{words}'
    for case, box in _cases(geometry, unit):
        state = states.get(case.part, LATER)
        if state == LATER:
            continue
        at = Point(box.centre.x - box.width / 2 + unit, box.centre.y + 0.7 * unit)
        words = text(at, case.words, 2 * unit)
        yield state, f'<g class="{state}">{element(box)}</g>{words}'


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


def _cases(geometry: Geometry, unit: float) -> Iterator[tuple[_Case, Box]]:
    cases = [
        _Case("pi", "Raspberry Pi", 15),
        _Case("power", "5 V, fuses, C1", 17),
        _Case("chip", "74AHCT125", 13),
        *(
            _Case(f"board {b.name}", f"Pico: {b.name}", 15)
            for b in geometry.board.boards
        ),
    ]
    x, high = 0.0, 7 * unit
    for case in cases:
        wide = case.wide * unit
        yield case, Box(Point(x + wide / 2, -8 * unit), wide, high)
        x += wide + 2 * unit


def _cables(geometry: Geometry, power: Power, unit: float) -> Iterator[Cable]:
    board, places = geometry.board, geometry.layout.places
    start = {
        case.part: box.centre.moved(0, box.height / 2)
        for case, box in _cases(geometry, unit)
    }
    lamps = {pixel: places[name].lamp for name, pixel in board.pixels.items()}
    for feed in power.feeds:
        yield from _way("power", start["power"], lamps.get(feed.pixel), -unit)
    yield from _way("chip", start["chip"], lamps.get(0), unit)
    for name, place in places.items():
        if place.button:
            part = "eliminator" if name in ("arm", "fire") else "buttons"
            yield from _way(part, start["pi"], place.button, 0)
    strikers = [place.striker for place in places.values() if place.striker]
    if board.eliminator and strikers and (key := places["arm"].button):
        end = strikers[len(strikers) // 2]
        # Its 5 V comes through F2 and the key's second pole.
        yield from _way("eliminator", start["power"], key, unit)
        yield Cable("eliminator", (key, Point(end.x, key.y), end))
    for one in board.boards:
        part = f"board {one.name}"
        for reader in one.readers:
            centre = geometry.layout.readers[reader].centre
            yield from _way(part, start[part], centre, 0)
        first = {
            sensor.place: places[sensor.place].hall or places[sensor.place].switch
            for sensor in one.sensors
            if sensor and sensor.place[-2:] in (":0", ",0")
        }
        for at in first.values():
            yield from _way(part, start[part], at, 0)


def _way(part: str, start: Point, end: Point | None, aside: float) -> Iterator[Cable]:
    """Down into the table, along its far edge, then to the place."""
    if end:
        edge = -2.5 if aside == 0 else -4 if aside < 0 else -1.2
        corner = Point(end.x + aside, edge)
        yield Cable(
            part, (start, Point(start.x, edge), corner, Point(corner.x, end.y), end)
        )
