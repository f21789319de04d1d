"""The table seen from a corner: a picture for each step, and an exploded view.

Pictures have their printed size, so that all words have the same size.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import cos, dist, pi, radians, sin

from wiring.geometry.shapes import Box, Circle, Point, Shape, edges, spanning
from wiring.geometry.table import Geometry
from wiring.papers.bundle import Bundle
from wiring.papers.pages.steps import Step
from wiring.papers.pictures.components import (
    OUTLINE,
    OVERLAY,
    PLATE,
    SOLID,
    Part,
    frame,
    levels,
    parts,
    plates,
)
from wiring.papers.pictures.marks import Line, Mark, Picture, Words, rounded

WIDE_MM = 180.0
_STEP_MM, _WOOD_MM, _ALL_MM = 92.0, 165.0, 168.0  # the most height of a drawing
_TURN = radians(30)
_TILT = 0.36  # flatter than isometric, so that three layers fit a page
_NEW, _DONE = ("#ffb27a", "#b34700"), ("#c3ced4", "#71838c")
_WOOD, _SEEN_THROUGH = ("#f3e6cf", "#a58b62"), "#d8c7a6"
_LINE_MM, _TITLE_MM, _WORDS_MM, _TOOLS_MM = 0.2, 5.0, 3.2, 3.6
_TOP_MM, _ROW_MM, _COLUMNS = 12.0, 5.0, 3
_BALLOON_MM, _POINTER = 4.6, "#b34700"
_SEAT = re.compile(r"button seat \d+")


def picture(found: Bundle, done: Sequence[Step], step: Step) -> Picture:
    """Draw a step: new parts highlighted and numbered, then the list of them."""
    geometry, title = found.table, f"{len(done) + 1}. {step.title}"
    tools = [f"Tools: {tool}" for tool in step.tools]
    if PLATE in step.parts:
        lifted = _lifted(geometry, frame(geometry))
        marks = list(_apart(geometry, lifted))
        return _framed(step.name, title, marks, lifted, _WOOD_MM, tools)
    before = {part for one in done for part in one.parts}
    shown = [p for p in parts(found) if p.step in before or p.step in step.parts]
    marks = list(_plates(geometry))
    for part in _sorted(shown):
        marks += _solid(part, *(_NEW if part.step in step.parts else _DONE))
    new = [part for part in shown if part.step in step.parts]
    return _framed(step.name, title, marks, new, _STEP_MM, tools)


def exploded(found: Bundle) -> Picture:
    """Draw floor, carrier and top far apart, with every part on its own layer."""
    geometry = found.table
    lifted = _lifted(geometry, (*parts(found), *frame(geometry)))
    # The seats are alike, and the picture from above names them.
    named = [p._replace(name=_SEAT.sub("seats' buttons", p.name)) for p in lifted]
    title, marks = f"{geometry.board.name}, taken apart", _apart(geometry, named)
    return _framed("exploded", title, list(marks), named, _ALL_MM)


def _lifted(geometry: Geometry, found: Iterable[Part]) -> list[Part]:
    """Return plates and parts, with each layer lifted by a plate's height."""
    apart = (geometry.layout.width + geometry.layout.height) * _TILT
    at, has_floor = levels(geometry), "floor" in geometry.sheets
    lifted = []
    for part in (*plates(geometry), *found):
        number = (part.low >= at.carrier) + (part.low >= at.top)
        lift = apart * (number if has_floor else max(0, number - 1))
        lift += apart / 2 if part.step == OVERLAY else 0
        lifted.append(part._replace(low=part.low + lift, high=part.high + lift))
    return lifted


def _apart(geometry: Geometry, lifted: list[Part]) -> Iterator[Mark]:
    """Yield the plates with their holes and parts, from the bottom up."""
    wooden = (PLATE, SOLID)
    for part in sorted(_sorted(lifted), key=lambda p: p.step == OUTLINE):
        if part.step == OUTLINE:
            yield from _edges_of(part)
            continue
        yield from _solid(part, *(_WOOD if part.step in wooden else _DONE))
        if part.step == PLATE:
            yield from _holes(geometry, part)
            left, _, _, bottom = edges(part.shape)
            pieces = len(geometry.sheets[part.name.partition(",")[0]])
            words = f"{part.name}, {pieces} pieces" if pieces > 1 else part.name
            yield Words(_at(left, bottom, part.low), words, _WORDS_MM)


def _edges_of(part: Part) -> Iterator[Line]:
    """Yield the edges of a see-through part."""
    low, high = (_outline(part.shape, level) for level in (part.low, part.high))
    for ends in (low, high, *zip(low, high, strict=True)):
        yield Line(tuple(ends), _WOOD[1], _LINE_MM)


def _holes(geometry: Geometry, plate: Part) -> Iterator[Line]:
    """Yield a plate's cuts, and the seams between its pieces."""
    layer = plate.name.partition(",")[0]
    for feature in geometry.cuts(layer):
        outline = _outline(feature.shape, plate.high)
        yield Line(outline, _WOOD[1], _LINE_MM / 2, "#ffffff")
    for sheet in geometry.sheets[layer]:
        yield Line(_outline(spanning(*sheet), plate.high), _WOOD[1], _LINE_MM)


def _plates(geometry: Geometry) -> Iterator[Mark]:
    """Yield the lowest plate, and the outlines of the others."""
    first, *others = plates(geometry)
    yield from _solid(first, *_WOOD)
    for part in others:
        yield Line(_outline(part.shape, part.low), _SEEN_THROUGH, _LINE_MM)


def _sorted(found: Iterable[Part]) -> list[Part]:
    """Sort from the bottom and back, so that nearer parts cover farther ones."""
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
            yield Line(sides, colour, _LINE_MM, fill)
    yield Line(_outline(part.shape, part.high), colour, _LINE_MM, fill)


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
    found: Iterable[Part],
    most_mm: float,
    last: Sequence[str] = (),
) -> Picture:
    """Scale the drawing to the page, number the new parts, and list them below."""
    points = [p for mark in marks if isinstance(mark, Line) for p in mark.points]
    left, top = min(p.x for p in points), min(p.y for p in points)
    wide, high = max(p.x for p in points) - left, max(p.y for p in points) - top
    room = WIDE_MM - 2 * _BALLOON_MM, most_mm - 2 * _BALLOON_MM
    scale = min(room[0] / wide, room[1] / high)
    start = Point((WIDE_MM - wide * scale) / 2, _TOP_MM + _BALLOON_MM)

    def moved(p: Point) -> Point:
        return start.moved((p.x - left) * scale, (p.y - top) * scale)

    drawn: list[Mark] = [Words(Point(0, 6), title, _TITLE_MM, bold=True)]
    for mark in marks:
        if isinstance(mark, Words):
            # Left of the plate, above its leftmost corner.
            drawn.append(mark._replace(at=Point(0, moved(mark.at).y - 9)))
        else:
            drawn.append(mark._replace(points=tuple(map(moved, mark.points))))
    low = start.y + high * scale + _BALLOON_MM
    named = [part for part in found if part.name and part.step != PLATE]
    # If there are several, take the nearest, which nothing hides.
    spots = {part.name: moved(_spot(part)) for part in _sorted(named)}
    counts = Counter(part.name for part in named)
    drawn += _balloons([spots[name] for name in counts], low)
    rows = [f"{n}. {name}" for n, name in enumerate(counts, 1)]
    rows = [
        f"{words} × {count}" if count > 1 else words
        for words, count in zip(rows, counts.values(), strict=True)
    ]
    drawn += _listed(rows, last, low + _ROW_MM)
    height = low + _ROW_MM * (-(-len(rows) // _COLUMNS) + len(last) + 1)
    return Picture(name, title, WIDE_MM, height, tuple(drawn))


def _spot(part: Part) -> Point:
    """Return the point for a balloon: the middle, or an outline's front edge."""
    x, y = part.shape.centre
    if part.step == OUTLINE:
        return _at(x, edges(part.shape)[3], (part.low + part.high) / 2)
    return _at(x, y, part.high)


def _balloons(spots: list[Point], low: float) -> Iterator[Mark]:
    """Yield a numbered balloon beside each spot, without covering another one."""
    found: list[Point] = []
    # Prefer a place above, because nearer parts are below.
    turns = sorted((pi * n / 8 for n in range(-7, 9)), key=abs)
    ways = [Point(sin(turn), -cos(turn)) for turn in turns]
    for spot in spots:
        tried = [
            spot.moved(way.x * far, way.y * far)
            for far, way in product((5.5, 8.0, 11.0, 15.0, 20.0), ways)
        ]
        inside = (
            one
            for one in tried
            if _BALLOON_MM / 2 <= one.x <= WIDE_MM - _BALLOON_MM / 2
            and _TOP_MM <= one.y <= low
            and all(dist(one, other) > _BALLOON_MM + 0.3 for other in found)
            and all(dist(one, other) > _BALLOON_MM / 2 + 0.5 for other in spots)
        )
        at = next(inside, tried[0])
        found.append(at)
        yield Line((spot, at), _POINTER, 0.25)
        yield from rounded(Circle(spot, 0.9), _POINTER, _POINTER)
    for number, at in enumerate(found, 1):
        yield from rounded(Circle(at, _BALLOON_MM), "#ffffff", _POINTER)
        yield Words(at.moved(0, 0.95), str(number), 2.7, "middle", bold=True)


def _listed(rows: list[str], last: Sequence[str], low: float) -> Iterator[Words]:
    """Yield rows in columns, then full-width rows."""
    high, wide = -(-len(rows) // _COLUMNS), WIDE_MM / _COLUMNS
    for number, words in enumerate(rows):
        column, row = divmod(number, high)
        at = Point(column * wide, low + row * _ROW_MM)
        yield Words(at, words, _WORDS_MM).fitted(wide - 2)
    for number, words in enumerate(last):
        at = Point(0, low + (high + number) * _ROW_MM + 1)
        yield Words(at, words, _TOOLS_MM, bold=True).fitted(WIDE_MM)
