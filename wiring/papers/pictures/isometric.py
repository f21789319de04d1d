"""The table seen from a corner: a picture for each step, and all of it taken apart."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, radians, sin
from typing import NamedTuple

from wiring.geometry.mounted import mounted
from wiring.geometry.shapes import Box, Circle, Point, Shape, edges
from wiring.geometry.table import Geometry
from wiring.papers.pages.steps import Step
from wiring.papers.pictures.marks import Line, Mark, Picture, Words
from wiring.papers.pictures.scenery import things

WIDE_MM = 180.0
_TURN = radians(30)
_NEW, _DONE = ("#ffb27a", "#b34700"), ("#c3ced4", "#71838c")
_WOOD = ("#f3e6cf", "#a58b62")
_WORDS_MM, _ROW_MM = 3.6, 5.4


class Part(NamedTuple):
    step: str  # as steps name it
    name: str
    shape: Shape
    low: float
    high: float


def parts(geometry: Geometry) -> Iterator[Part]:
    """Yield everything that a step adds, where it is."""
    layers = geometry.sizes.layers
    floor, board = (
        layers.floor_mm,
        layers.floor_mm + layers.space_mm + layers.carrier_mm,
    )
    top = board + layers.gap_mm + layers.top_mm
    has_floor = "floor" in geometry.sheets
    for one in mounted(geometry.board, geometry.layout):
        shape = one.shape
        if not has_floor:  # beside a table that stands on feet
            aside = shape.centre.moved(0, -geometry.layout.height)
            shape = shape._replace(centre=aside)
        yield Part(_step(one.name), one.name, shape, floor, floor + 12)
    is_puck = False  # of several shapes, only the first has its name
    for thing in things(geometry):
        name = thing.words if thing.part == "buttons" else thing.part
        if name.startswith("board "):
            name = thing.words or f"sensors of {name}"
        low, high = (
            (top, top + 4) if thing.part in ("buttons", "tiles") else (board, board + 2)
        )
        if thing.part == "eliminator":
            low, high = (top, top + 4) if thing.words else (floor, floor + 12)
            name = thing.words or ("" if is_puck else "the puck")
            is_puck = is_puck or not thing.words
        yield Part(thing.part, name, thing.shape, low, high)


def _step(name: str) -> str:
    known = {"the Pi": "pi", "the terminal block": "power", "the chip": "chip"}
    return known.get(name) or f"board {name.split()[-1]}"


def picture(geometry: Geometry, done: Sequence[Step], step: Step) -> Picture:
    """Draw a step: new parts highlighted and numbered, then what it needs."""
    before = {part for one in done for part in one.parts}
    shown = [p for p in parts(geometry) if p.step in before or p.step in step.parts]
    new = (p.name for p in shown if p.step in step.parts and p.name)
    names = list(dict.fromkeys(new))
    size = geometry.layout.width / 40
    marks = [*_plates(geometry)]
    numbered: set[str] = set()
    for part in _sorted(shown):
        is_new = part.step in step.parts
        marks += _solid(part, *(_NEW if is_new else _DONE))
        if is_new and part.name and part.name not in numbered:
            numbered.add(part.name)
            at = _at(*part.shape.centre, part.high)
            words = str(names.index(part.name) + 1)
            marks.append(Words(at.moved(0, size / 3), words, size, "middle", bold=True))
    legend = [f"{n}. {name}: {_count(shown, name)}" for n, name in enumerate(names, 1)]
    rows = [*legend, *(f"Tools: {words}" for words in step.tools)]
    return _framed(step.name, f"{len(done) + 1}. {step.title}", marks, rows)


def exploded(geometry: Geometry) -> Picture:
    """Draw floor, carrier and top far apart, with every part on its own layer."""
    layers, apart = geometry.sizes.layers, geometry.layout.height * 0.6
    size = geometry.layout.width / 35
    marks: list[Mark] = []
    board = layers.floor_mm + layers.space_mm + layers.carrier_mm
    found = [*_plate_parts(geometry), *parts(geometry)]
    levels = (0.0, board - layers.carrier_mm, board + layers.gap_mm)
    for number, low in enumerate(levels):
        end = levels[number + 1] if number + 1 < len(levels) else 1e9
        here = [p for p in found if low <= p.low < end or (number == 0 and p.low < 0)]
        lifted = [
            p._replace(low=p.low + number * apart, high=p.high + number * apart)
            for p in here
        ]
        for part in _sorted(lifted):
            marks += _solid(part, *(_WOOD if part.step == "wood" else _DONE))
        if plate := next((p for p in lifted if p.step == "wood"), None):
            left, _, _, bottom = edges(plate.shape)
            marks.append(
                Words(_at(left, bottom, plate.low).moved(0, 2 * size), plate.name, size)
            )
    names = [p.name for p in found if p.step != "wood" and p.name]
    rows = [f"{name}: {names.count(name)}" for name in dict.fromkeys(names)]
    return _framed("exploded", f"{geometry.board.name}, taken apart", marks, rows)


def _plate_parts(geometry: Geometry) -> Iterator[Part]:
    layout, layers = geometry.layout, geometry.sizes.layers
    whole = Box(Point(layout.width / 2, layout.height / 2), layout.width, layout.height)
    board = layers.floor_mm + layers.space_mm
    if "floor" in geometry.sheets:
        yield Part("wood", f"floor, {layers.floor_mm:g} mm", whole, 0, layers.floor_mm)
    high = board + layers.carrier_mm
    yield Part("wood", f"carrier, {layers.carrier_mm:g} mm", whole, board, high)
    low = high + layers.gap_mm
    yield Part("wood", f"top, {layers.top_mm:g} mm", whole, low, low + layers.top_mm)


def _plates(geometry: Geometry) -> Iterator[Mark]:
    """Yield the lowest plate, and the outlines of the others."""
    first, *others = _plate_parts(geometry)
    yield from _solid(first, *_WOOD)
    for part in others:
        yield Line(_outline(part.shape, part.low), "#d8c7a6", 1.0)


def _count(shown: Iterable[Part], name: str) -> int:
    return sum(part.name == name for part in shown)


def _sorted(found: Iterable[Part]) -> list[Part]:
    """Sort from below and behind, so that what is nearer covers what is farther."""
    return sorted(
        found, key=lambda p: (round(p.low), p.shape.centre.x + p.shape.centre.y)
    )


def _solid(part: Part, fill: str, colour: str) -> Iterator[Mark]:
    if isinstance(part.shape, Box):
        left, top, right, bottom = edges(part.shape)
        for a, b in (
            ((left, bottom), (right, bottom)),
            ((right, bottom), (right, top)),
        ):
            sides = (
                _at(*a, part.low),
                _at(*b, part.low),
                _at(*b, part.high),
                _at(*a, part.high),
            )
            yield Line(sides, colour, 0.8, fill)
    yield Line(_outline(part.shape, part.high), colour, 0.8, fill)


def _outline(shape: Shape, high: float) -> tuple[Point, ...]:
    if isinstance(shape, Circle):
        turns = [2 * pi * n / 16 for n in range(17)]
        r, (x, y) = shape.diameter / 2, shape.centre
        return tuple(_at(x + r * cos(t), y + r * sin(t), high) for t in turns)
    left, top, right, bottom = edges(shape)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return tuple(_at(*corner, high) for corner in corners)


def _at(x: float, y: float, z: float) -> Point:
    return Point((x - y) * cos(_TURN), (x + y) * sin(_TURN) - z)


def _framed(name: str, title: str, marks: list[Mark], rows: list[str]) -> Picture:
    """Scale the marks to the page, and put the rows below in two columns."""
    points = [p for mark in marks if isinstance(mark, Line) for p in mark.points]
    left, top = min(p.x for p in points), min(p.y for p in points)
    scale = WIDE_MM / (max(p.x for p in points) - left)
    high = (max(p.y for p in points) - top) * scale

    def moved(p: Point) -> Point:
        return Point((p.x - left) * scale, (p.y - top) * scale + 12)

    scaled: list[Mark] = [Words(Point(0, 6), title, 5, bold=True)]
    for mark in marks:
        if isinstance(mark, Words):
            scaled.append(mark._replace(at=moved(mark.at), size=mark.size * scale))
        else:
            ways = tuple(map(moved, mark.points))
            scaled.append(mark._replace(points=ways, width=mark.width * scale))
    half = -(-len(rows) // 2)
    for number, words in enumerate(rows):
        column, row = divmod(number, half)
        at = Point(column * WIDE_MM / 2, high + 20 + row * _ROW_MM)
        scaled.append(Words(at, words, _WORDS_MM).fitted(WIDE_MM / 2 - 2))
    return Picture(name, title, WIDE_MM, high + 20 + half * _ROW_MM, tuple(scaled))
