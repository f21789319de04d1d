"""The table seen from a corner: a picture for each step, and all of it taken apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, radians, sin
from typing import NamedTuple

from wiring.geometry.features import GAP, SCREW, SHORT_SCREW
from wiring.geometry.mounted import beside, mounted
from wiring.geometry.shapes import Box, Circle, Point, Shape, edges
from wiring.geometry.table import Geometry
from wiring.papers.cutting.battens import battens
from wiring.papers.cutting.plan import walls
from wiring.papers.pages.steps import Step
from wiring.papers.pictures.marks import Line, Mark, Picture, Words, placed
from wiring.papers.pictures.scenery import things

WIDE_MM = 180.0
_TURN = radians(30)
_TILT = 0.36  # flatter than isometric, so that three layers fit a page
_MULTIPLEXER = re.compile(r"multiplexer M\d+")
_NEW, _DONE = ("#ffb27a", "#b34700"), ("#c3ced4", "#71838c")
_WOOD = ("#f3e6cf", "#a58b62")
_LABELLED = ("overlay", "top, ", "carrier, ", "walls", "floor, ")
_WOODEN = ("wood", "frame")
_WORDS_MM, _TOOLS_MM, _ROW_MM = 3.6, 4.4, 5.4


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
    if has_floor:
        for one in mounted(geometry.board, geometry.layout):
            name = _MULTIPLEXER.sub("multiplexers", one.name)
            yield Part(_step(one.name), name, one.shape, floor, floor + 12)
    else:  # beside a table that stands on feet
        for step, (name, shape) in zip(
            ("pi", "chip", "power"), beside(geometry.layout).items(), strict=True
        ):
            yield Part(step, name, shape, floor, floor + 12)
    yield from _held(geometry, board, top)
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


def _held(geometry: Geometry, board: float, top: float) -> Iterator[Part]:
    """Yield what holds the layers together, and the speaker between them."""
    for feature in geometry.cuts("top"):
        if feature.owner in (SCREW, SHORT_SCREW):
            size = feature.shape.size[0]
            head = Circle(feature.shape.centre, 2 * size)
            yield Part("screws", feature.owner.removeprefix("a "), head, top, top + 2)
    for feature in geometry.cuts(GAP):
        if feature.owner == "the speaker":
            yield Part("speaker", "the speaker", feature.shape, board, board + 2)


def _step(name: str) -> str:
    known = {"the Pi": "pi", "the terminal block": "power", "the chip": "chip"}
    return known.get(name) or f"board {name.split()[-1]}"


def picture(geometry: Geometry, done: Sequence[Step], step: Step) -> Picture:
    """Draw a step: new parts highlighted and numbered, then what it needs."""
    title, tools = f"{len(done) + 1}. {step.title}", [f"Tools: {t}" for t in step.tools]
    if "wood" in step.parts:
        marks, rows = _levels(geometry, []), list(_pieces(geometry))
        return _framed(step.name, title, marks, rows, tools)
    before = {part for one in done for part in one.parts}
    shown = [p for p in parts(geometry) if p.step in before or p.step in step.parts]
    size = geometry.layout.width / 40
    marks = [*_plates(geometry)]
    numbers: dict[str, Words] = {}
    for part in _sorted(shown):
        is_new = part.step in step.parts
        marks += _solid(part, *(_NEW if is_new else _DONE))
        if is_new and part.name and part.name not in numbers:
            at = _at(*part.shape.centre, part.high).moved(0, size / 3)
            words = Words(at, str(len(numbers) + 1), size, "middle", bold=True)
            spots = [at.moved(0, -size * n) for n in range(4)]
            numbers[part.name] = placed(words, numbers.values(), spots)
    names = list(numbers)
    marks += numbers.values()  # on top of everything
    legend = [f"{n}. {name}: {_count(shown, name)}" for n, name in enumerate(names, 1)]
    return _framed(step.name, title, marks, legend, tools)


def _pieces(geometry: Geometry) -> Iterator[str]:
    """Yield how many pieces of wood there are of each kind."""
    for layer, sheets in geometry.sheets.items():
        yield f"{layer}: {len(sheets)}"
        if found := len(battens(geometry, layer)):
            yield f"battens of the {layer}: {found}"
    if found := len(list(walls(geometry))):
        yield f"walls: {found}"


def exploded(geometry: Geometry) -> Picture:
    """Draw floor, carrier and top far apart, with every part on its own layer."""
    found = list(parts(geometry))
    found += _frame(geometry)
    marks = _levels(geometry, found)
    names = [p.name for p in found if p.name]
    rows = [f"{name}: {names.count(name)}" for name in dict.fromkeys(names)]
    return _framed("exploded", f"{geometry.board.name}, taken apart", marks, rows)


def _frame(geometry: Geometry) -> Iterator[Part]:
    """Yield walls, battens, the spacers between layers, and the overlay.

    What plates would hide, or what would hide their parts, is a mere outline.
    """
    layers, layout = geometry.sizes.layers, geometry.layout
    floor, board = layers.floor_mm, layers.floor_mm + layers.space_mm
    gap = board + layers.carrier_mm
    top = gap + layers.gap_mm
    whole = Box(Point(layout.width / 2, layout.height / 2), layout.width, layout.height)
    for _ in walls(geometry):
        yield Part("outline", "walls", whole, floor, board - layers.gap_mm)
    for layer, low in (("floor", floor), ("carrier", gap), ("top", top)):
        step = "frame" if layer == "carrier" else "outline"
        for batten in battens(geometry, layer) if layer in geometry.sheets else ():
            yield Part(step, f"battens of the {layer}", batten, low, low + 1)
    for feature in geometry.cuts("top"):
        if feature.owner in (SCREW, SHORT_SCREW):
            spacer = Circle(feature.shape.centre, 3 * feature.shape.size[0])
            yield Part("frame", "spacers above the carrier", spacer, gap, top - 1)
            if feature.owner == SCREW and "floor" in geometry.sheets:
                yield Part("frame", "spacers below it", spacer, floor, board - 1)
    if field := layout.fields.get("depth"):
        lifted = top + _apart(geometry) / 2
        yield Part("frame", "the Depth Board's overlay", field, lifted, lifted)


def _apart(geometry: Geometry) -> float:
    """Return as much as a plate is high on the paper, so that none hides another."""
    return (geometry.layout.width + geometry.layout.height) * _TILT


def _levels(geometry: Geometry, found: Sequence[Part]) -> list[Mark]:
    """Return the plates far apart, with their holes and what lies on them."""
    layers = geometry.sizes.layers
    apart = _apart(geometry)
    size = geometry.layout.width / 35
    marks: list[Mark] = []
    board = layers.floor_mm + layers.space_mm + layers.carrier_mm
    every = [*_plate_parts(geometry), *found]
    levels = (0.0, board - layers.carrier_mm, board + layers.gap_mm)
    for number, low in enumerate(levels):
        end = levels[number + 1] if number + 1 < len(levels) else 1e9
        here = [p for p in every if low <= p.low < end or (number == 0 and p.low < 0)]
        lifted = [
            p._replace(low=p.low + number * apart, high=p.high + number * apart)
            for p in here
        ]
        for part in _sorted([p for p in lifted if p.step != "outline"]):
            marks += _solid(part, *(_DONE if part.step not in _WOODEN else _WOOD))
            if part.step == "wood":
                marks += _holes(geometry, part)
        for part in lifted:
            if part.step == "outline":
                marks += _edges_of(part)
        for name in _LABELLED:
            for part in [p for p in lifted if name in p.name][:1]:
                left, _, _, bottom = edges(part.shape)
                at = _at(left, bottom, part.low if part.step == "wood" else part.high)
                below = 4 * size if part.step != "outline" else -size
                marks.append(Words(at.moved(0, below), part.name, size))
    return marks


def _edges_of(part: Part) -> Iterator[Line]:
    """Yield the edges of a part through which one sees."""
    low, high = (_outline(part.shape, level) for level in (part.low, part.high))
    for ends in (low, high, *zip(low, high, strict=True)):
        yield Line(tuple(ends), _WOOD[1], 0.8)


def _holes(geometry: Geometry, plate: Part) -> Iterator[Line]:
    """Yield what is cut into a plate, and the seams between its pieces."""
    layer = plate.name.partition(",")[0]
    for feature in geometry.cuts(layer):
        yield Line(_outline(feature.shape, plate.high), _WOOD[1], 0.5, "#ffffff")
    for sheet in geometry.sheets[layer]:
        middle = Point((sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2)
        shape = Box(middle, sheet.width, sheet.height)
        yield Line(_outline(shape, plate.high), _WOOD[1], 0.8)


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
    return Point((x - y) * cos(_TURN), (x + y) * _TILT - z)


def _framed(
    name: str,
    title: str,
    marks: list[Mark],
    rows: list[str],
    last: Sequence[str] = (),
) -> Picture:
    """Scale the marks to the page; below are rows in two columns, then whole ones."""
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
    low = high + 20 + half * _ROW_MM
    for number, words in enumerate(last):
        at = Point(0, low + number * _ROW_MM)
        scaled.append(Words(at, words, _TOOLS_MM, bold=True).fitted(WIDE_MM))
    height = low + len(last) * _ROW_MM
    return Picture(name, title, WIDE_MM, height, tuple(scaled))
