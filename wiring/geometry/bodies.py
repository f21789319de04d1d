"""Solid parts, built by adding and cutting away boxes and rods in order.

This needs no CAD program to tell a part's size and whether a point is inside it. The
table's axes are x to the right, y to the front and z up. In CAD programs y points to
the far side, so they get mirrored parts.
"""

from math import hypot
from typing import NamedTuple, TypeAlias

AXES = ("x", "y", "z")


class Xyz(NamedTuple):
    """A point in millimetres."""

    x: float
    y: float
    z: float


class Block(NamedTuple):
    low: Xyz
    high: Xyz

    @property
    def edges(self) -> tuple[Xyz, Xyz]:
        return self.low, self.high

    def contains(self, at: Xyz) -> bool:
        (left, far, low), (right, near, high) = self
        return left <= at.x <= right and far <= at.y <= near and low <= at.z <= high


class Rod(NamedTuple):
    """A round body that starts at the middle of one end and follows an axis."""

    start: Xyz
    along: str
    length: float
    diameter: float

    @property
    def edges(self) -> tuple[Xyz, Xyz]:
        r = self.diameter / 2
        ends = [
            (v, v + self.length) if name == self.along else (v - r, v + r)
            for name, v in zip(AXES, self.start, strict=True)
        ]
        return Xyz(*(low for low, _ in ends)), Xyz(*(high for _, high in ends))

    def contains(self, at: Xyz) -> bool:
        off = list(_minus(at, self.start))
        depth = off.pop(AXES.index(self.along))
        return 0 <= depth <= self.length and hypot(*off) <= self.diameter / 2


Body: TypeAlias = Block | Rod


class Step(NamedTuple):
    body: Body
    cut: bool = False


class Solid(NamedTuple):
    """A part; `up` points up on the printer: "z", "-z", "y" or "-y"."""

    name: str
    words: str
    steps: tuple[Step, ...]
    up: str = "z"
    needed: int = 1  # per table

    @property
    def edges(self) -> tuple[Xyz, Xyz]:
        boxes = [step.body.edges for step in self.steps if not step.cut]
        low = Xyz(*(min(values) for values in zip(*(b[0] for b in boxes), strict=True)))
        high = Xyz(*(max(v) for v in zip(*(b[1] for b in boxes), strict=True)))
        return low, high

    @property
    def printed_mm(self) -> tuple[float, float, float]:
        """Width, depth and height in its printing orientation."""
        wide, deep, high = _minus(self.edges[1], self.edges[0])
        return (wide, high, deep) if self.up in ("y", "-y") else (wide, deep, high)

    def contains(self, at: Xyz) -> bool:
        """Tell whether the point is inside; the last step that covers it decides."""
        last = (s for s in reversed(self.steps) if s.body.contains(at))
        step = next(last, None)
        return step is not None and not step.cut


def mirrored(solid: Solid, along: str) -> Solid:
    """Return the solid mirrored along this axis."""
    steps = (s._replace(body=_mirrored(s.body, along)) for s in solid.steps)
    up = solid.up
    if up.removeprefix("-") == along:
        up = along if up.startswith("-") else f"-{along}"
    return solid._replace(steps=tuple(steps), up=up)


def _mirrored(body: Body, along: str) -> Body:
    if isinstance(body, Block):
        low, high = getattr(body.low, along), getattr(body.high, along)
        return Block(
            body.low._replace(**{along: -high}), body.high._replace(**{along: -low})
        )
    length = body.length if body.along == along else 0
    start = -getattr(body.start, along) - length
    return body._replace(start=body.start._replace(**{along: start}))


def _minus(one: Xyz, other: Xyz) -> Xyz:
    return Xyz(one.x - other.x, one.y - other.y, one.z - other.z)
