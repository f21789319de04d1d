"""An exploded view of the puck: every part above the one it sits on."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, radians, sin

from wiring.geometry.bodies import Block, Body, Rod, Solid, Step, Xyz
from wiring.geometry.plunger import axis_x
from wiring.geometry.puck import handle_x, puck
from wiring.geometry.shapes import Circle, Point
from wiring.geometry.sizes import Sizes
from wiring.geometry.table import Geometry
from wiring.papers.pictures.marks import (
    Line,
    Mark,
    Picture,
    Words,
    headed,
    rounded,
)

_TURN = radians(30)
_WIDE, _SCALE, _TOP = 180.0, 1.04, 14.0
_FILLS = ("#dfe7ea", "#c3ced4", "#aab9c1")  # from above, from the front, from the right
_HOLE, _EDGE, _POINTER = "#5d6c74", "#4a5a62", "#b34700"
_LABEL_X, _COILS, _EARS_MM = 118.0, 7, 2.5
# Each part from the top down: how far to move it aside and lift it, and its target.
_PARTS = (
    ("tower", 0.0, 132.0, "over all that follows; two screws M3"),
    ("hook", -44.0, 118.0, "inside the tower; glued to plunger"),
    ("plunger", 0.0, 66.0, "through tower and hook, from below"),
    ("cup", 0.0, 54.0, "on the spring, inside the tower"),
    ("arm", -38.0, 84.0, "on the servo's horn, over the tooth"),
    ("servo", -10.0, 54.0, "ears on the bracket's far side"),
    ("bracket", 0.0, 24.0, "two screws M3"),
    ("handle", 0.0, 0.0, "in the puck's socket"),
    ("puck", 0.0, 0.0, "magnet level with the post's end"),
)


def exploded_puck(geometry: Geometry) -> Picture | None:
    """Return None for a table without a puck."""
    solids = {solid.name: solid for solid in geometry.solids}
    if not geometry.board.eliminator:
        return None
    solids |= {one.name: one for one in bought_parts(geometry.sizes)}
    found: list[Line] = []
    for name, aside, lift, _ in reversed(_PARTS):
        found += _solid(solids[name], aside, lift)
        if name == "puck":
            found += _spring(geometry)
    points = [p for line in found for p in line.points]
    left, top = min(p.x for p in points), min(p.y for p in points)

    def moved(at: Point) -> Point:
        return Point((at.x - left) * _SCALE, (at.y - top) * _SCALE + _TOP)

    title = f"{geometry.board.name}: the puck, taken apart"
    marks = headed(title)
    marks += [line._replace(points=tuple(map(moved, line.points))) for line in found]
    named = [
        (moved(_right(solids[name], aside, lift)), name, words)
        for name, aside, lift, words in _PARTS
    ]
    middle = Xyz(4, 0, geometry.sizes.puck.spring_mm / 2)
    named.append((moved(_at(middle, 0, 0)), "spring", "in the tower, below the cup"))
    marks += _labels(named)
    high = moved(Point(0, max(p.y for p in points))).y + 4
    return Picture("puck", title, _WIDE, high, tuple(marks))


def bought_parts(sizes: Sizes) -> Iterator[Solid]:
    """Yield the parts to buy: the servo and the handle."""
    servo, axis = sizes.servo, Xyz(axis_x(sizes), 0, sizes.puck.axis_mm)
    half, left = sizes.puck.body_above_mm, axis.x - servo.axis_mm
    middle = left + servo.long_mm / 2
    far, near = servo.arm_mm / 2, servo.arm_mm + servo.back_mm
    bodies: list[Body] = [
        Block(
            Xyz(middle - wide, start, axis.z - half),
            Xyz(middle + wide, end, axis.z + half),
        )
        for wide, start, end in (
            (servo.long_mm / 2, far, servo.arm_mm - _EARS_MM),
            (servo.ears_mm / 2, servo.arm_mm - _EARS_MM, servo.arm_mm),
            (servo.long_mm / 2, servo.arm_mm, near),
        )
    ]
    bodies.append(Rod(axis._replace(y=far / 2), "y", far / 2, 5))
    yield Solid("servo", "", tuple(map(Step, bodies)))
    _, front, _ = puck(sizes).edges[1]
    at = Xyz(handle_x(sizes), front + 8, sizes.printer.wall_mm + 4)
    rod = Rod(at, "y", 24, sizes.puck.handle_mm)
    yield Solid("handle", "", (Step(rod),))


def _right(solid: Solid, aside: float, lift: float) -> Point:
    """Return a point on the part's right side."""
    low, high = solid.edges
    z = low.z + 3 if solid.name in ("puck", "bracket") else high.z - 1
    return _at(Xyz(high.x, (low.y + high.y) / 2, z), aside, lift)


def _labels(named: list[tuple[Point, str, str]]) -> Iterator[Mark]:
    """Yield names in a column, each with a line to its part."""
    lowest = 0.0
    for at, name, words in sorted(named, key=lambda row: row[0].y):
        lowest = max(at.y, lowest + 11)
        spot = Point(_LABEL_X, lowest)
        yield Line((at, spot.moved(-2, 0)), _POINTER, 0.25)
        yield from rounded(Circle(at, 0.9), _POINTER, _POINTER)
        yield Words(spot.moved(0, 1), name, 3.6, bold=True)
        yield Words(spot.moved(0, 5.2), words, 3.0)


def _spring(geometry: Geometry) -> Iterator[Line]:
    """Yield the spring on the puck, at its height inside the tower."""
    low, high = geometry.sizes.printer.wall_mm, geometry.sizes.puck.spring_mm
    turns = [2 * pi * n / 16 for n in range(16 * _COILS + 1)]
    coil = (Xyz(4 * cos(t), 4 * sin(t), low + high * t / turns[-1]) for t in turns)
    yield Line(tuple(_at(p, 0, 0) for p in coil), _EDGE, 0.5)


def _solid(solid: Solid, aside: float, lift: float) -> Iterator[Line]:
    """Yield the added bodies from far to near, each with the holes in its faces."""
    rest = [step.body for step in solid.steps if not step.cut]
    cuts = [step.body for step in solid.steps if step.cut]
    while rest:
        free = [one for one in rest if not any(_behind(o, one) for o in rest)]
        body = min(free or rest, key=lambda one: sum(one.edges[0]))
        rest.remove(body)
        yield from _body(body, cuts, aside, lift)
        for cut in cuts:
            if _opens_in(cut, body, solid):
                ring = _end(cut) if isinstance(cut, Rod) else _faces(cut)[1]
                points = tuple(_at(p, aside, lift) for p in ring)
                yield Line(points, _EDGE, 0.15, _HOLE)


def _behind(one: Body, other: Body) -> bool:
    """Tell whether one body is surely behind or below the other, from the corner."""
    (_, high), (low, _) = one.edges, other.edges
    (start, _), (_, end) = one.edges, other.edges
    is_behind = any(a <= b for a, b in zip(high, low, strict=True))
    return is_behind and not any(a <= b for a, b in zip(end, start, strict=True))


def _opens_in(cut: Body, body: Body, solid: Solid) -> bool:
    """Tell whether a hole is visible in this body's top or front."""
    along = cut.along if isinstance(cut, Rod) else "y"
    end, face = (getattr(b.edges[1], along) for b in (cut, body))
    (low, high), (left, right) = cut.edges, body.edges
    others = [n for n, axis in enumerate("xyz") if axis != along]
    is_inside = all(left[n] <= low[n] and high[n] <= right[n] for n in others)
    if isinstance(body, Rod) and isinstance(cut, Block):
        return False  # it is missing from the rim
    if along == "x" or abs(end - face) > 0.01 or not is_inside:
        return False
    return not solid.contains(_between(low, high)._replace(**{along: end + 0.1}))


def _body(body: Body, cuts: list[Body], aside: float, lift: float) -> Iterator[Line]:
    if isinstance(body, Block):
        for corners, fill in zip(_faces(body), _FILLS, strict=True):
            points = tuple(_at(corner, aside, lift) for corner in corners)
            yield Line((*points, points[0]), _EDGE, 0.15, fill)
        return
    ring, start = _left_of(_end(body), cuts), getattr(body.start, body.along)
    far = [p._replace(**{body.along: start}) for p in ring]
    for (a, b), (c, d) in zip(pairwise(ring), pairwise(far), strict=True):
        side = tuple(_at(p, aside, lift) for p in (a, b, d, c))
        yield Line(side, _FILLS[1], 0.15, _FILLS[1])
    yield Line(tuple(_at(p, aside, lift) for p in ring), _EDGE, 0.15, _FILLS[0])


def _faces(block: Block) -> tuple[tuple[Xyz, ...], ...]:
    """Return the three visible faces: top, front and right."""
    (x, y, z), (right, front, top) = block
    near = Xyz(right, front, top)
    return (
        (Xyz(x, y, top), Xyz(right, y, top), near, Xyz(x, front, top)),
        (Xyz(x, front, z), Xyz(right, front, z), near, Xyz(x, front, top)),
        (Xyz(right, y, z), Xyz(right, front, z), near, Xyz(right, y, top)),
    )


def _end(rod: Rod) -> list[Xyz]:
    """Return the rim of a rod's nearer end."""
    r, rim = rod.diameter / 2, []
    for turn in (2 * pi * n / 24 for n in range(25)):
        off = [r * cos(turn), r * sin(turn)]
        off.insert("xyz".index(rod.along), rod.length)
        rim.append(Xyz(*(a + b for a, b in zip(rod.start, off, strict=True))))
    return rim


def _left_of(rim: list[Xyz], cuts: list[Body]) -> list[Xyz]:
    """Return the part of a rim that blocks leave: a slice from its middle."""
    blocks = [cut for cut in cuts if isinstance(cut, Block)]
    sides = [
        (a, b)
        for a, b in pairwise(rim)
        if not any(one.contains(_between(a, b)) for one in blocks)
    ]
    if len(sides) == len(rim) - 1:
        return rim
    middle = _between(rim[0], rim[len(rim) // 2])
    return [middle, sides[0][0], *(end for _, end in sides), middle]


def _between(one: Xyz, other: Xyz) -> Xyz:
    return Xyz(*((a + b) / 2 for a, b in zip(one, other, strict=True)))


def _at(point: Xyz, aside: float, lift: float) -> Point:
    x, y, z = point.x + aside, point.y, point.z + lift
    return Point((x - y) * cos(_TURN), (x + y) * sin(_TURN) - z)
