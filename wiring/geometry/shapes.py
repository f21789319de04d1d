"""Circles and boxes on a plane, and the distance between them."""

from math import hypot
from typing import NamedTuple, TypeAlias


class Point(NamedTuple):
    """Millimetres to the right and to the front, from the table's far left corner."""

    x: float
    y: float

    def moved(self, x: float, y: float) -> "Point":
        return Point(self.x + x, self.y + y)


class Circle(NamedTuple):
    centre: Point
    diameter: float

    @property
    def size(self) -> tuple[float, float]:
        return self.diameter, self.diameter


class Box(NamedTuple):
    centre: Point
    width: float
    height: float

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height


Shape: TypeAlias = Circle | Box


def between(one: Shape, other: Shape) -> float:
    """Return the distance between two shapes, negative if they overlap."""
    x = abs(one.centre.x - other.centre.x)
    y = abs(one.centre.y - other.centre.y)
    rounds = 0.0
    for shape in (one, other):
        if isinstance(shape, Circle):
            rounds += shape.diameter / 2
        else:
            x -= shape.width / 2
            y -= shape.height / 2
    if isinstance(one, Circle) and isinstance(other, Circle):
        return hypot(x, y) - rounds
    if x < 0 and y < 0:
        return max(x, y) - rounds
    return hypot(max(x, 0), max(y, 0)) - rounds


def edges(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom."""
    width, height = shape.size
    x, y = shape.centre
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def corners(shape: Shape) -> tuple[Point, ...]:
    """Return the corners of the shape's box, clockwise from the far left."""
    left, top, right, bottom = edges(shape)
    return (
        Point(left, top),
        Point(right, top),
        Point(right, bottom),
        Point(left, bottom),
    )


def moved(shape: Shape, x: float, y: float) -> Shape:
    return shape._replace(centre=shape.centre.moved(x, y))


def turned(shape: Shape) -> Shape:
    """Return the shape mirrored along the diagonal, which swaps width and height."""
    x, y = shape.centre
    if isinstance(shape, Circle):
        return shape._replace(centre=Point(y, x))
    return Box(Point(y, x), shape.height, shape.width)


def spanning(left: float, top: float, right: float, bottom: float) -> Box:
    return Box(
        Point((left + right) / 2, (top + bottom) / 2), right - left, bottom - top
    )


def clipped(shape: Shape, area: Box) -> Shape:
    """Return the part of a shape inside the area: a box, unless all of it is inside."""
    mine, its = edges(shape), edges(area)
    low, high = map(max, mine[:2], its[:2]), map(min, mine[2:], its[2:])
    ends = (*low, *high)
    return shape if ends == mine else spanning(*ends)


def resized(shape: Shape, by: float) -> Shape:
    """Return the shape with its sides or diameter enlarged."""
    if isinstance(shape, Circle):
        return shape._replace(diameter=shape.diameter + by)
    return shape._replace(width=shape.width + by, height=shape.height + by)
