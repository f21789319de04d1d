"""Pictures made of lines, areas and words in millimetres, for SVG and for PDF."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

from wiring.geometry.shapes import Box, Circle, Point, edges
from wiring.papers.pictures.svg import document, mm, text

# No sign of a sans-serif typeface is wider than this on average, in heights.
_WIDE = 0.56


class Words(NamedTuple):
    at: Point  # on the baseline
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False

    @property
    def width(self) -> float:
        """The most width that they need."""
        return _WIDE * self.size * len(self.text) * (1.1 if self.bold else 1)

    @property
    def middle(self) -> float:
        return self.at.x + {"start": 0.5, "middle": 0.0, "end": -0.5}[self.anchor] * (
            self.width
        )

    def fitted(self, room: float) -> "Words":
        """Return them smaller, if they would need more room than this."""
        return self._replace(size=self.size * min(1.0, room / self.width))


class Line(NamedTuple):
    """A line through points; with a fill, an area."""

    points: tuple[Point, ...]
    colour: str = "#333333"
    width: float = 0.3
    fill: str = ""


Mark: TypeAlias = Words | Line


class Picture(NamedTuple):
    name: str
    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]


def placed(words: Words, others: Iterable[Words], spots: Iterable[Point]) -> Words:
    """Return the words at the first of these spots where they cover no others."""
    tried = [words._replace(at=spot) for spot in spots]
    free = (one for one in tried if not any(_cover(one, other) for other in others))
    return next(free, tried[0])


def _cover(one: Words, other: Words) -> bool:
    across = abs(one.middle - other.middle) < (one.width + other.width) / 2
    return across and abs(one.at.y - other.at.y) < max(one.size, other.size)


def outline(box: Box, fill: str, colour: str = "#333333") -> Iterator[Line]:
    left, top, right, bottom = edges(box)
    corners = (
        Point(left, top),
        Point(right, top),
        Point(right, bottom),
        Point(left, bottom),
    )
    yield Line((*corners, corners[0]), colour, fill=fill)


def rounded(
    circle: Circle, fill: str, colour: str = "#333333", width: float = 0.3
) -> Iterator[Line]:
    turns = [pi * n / 16 for n in range(33)]
    r, (x, y) = circle.diameter / 2, circle.centre
    points = tuple(Point(x + r * cos(turn), y + r * sin(turn)) for turn in turns)
    yield Line(points, colour, width, fill)


def backed(words: Words, fill: str) -> Iterator[Mark]:
    """Yield words on an area that hides the lines behind them."""
    middle = Point(words.middle, words.at.y - 0.35 * words.size)
    left, top, right, bottom = edges(Box(middle, words.width, 1.05 * words.size))
    ends = (
        Point(left, top),
        Point(right, top),
        Point(right, bottom),
        Point(left, bottom),
    )
    yield Line(ends, fill, 0.0, fill)
    yield words


def svg(picture: Picture) -> str:
    box = (0.0, 0.0, picture.width, picture.height)
    return document(box, picture.title, "", map(_element, picture.marks))


def _element(mark: Mark) -> str:
    if isinstance(mark, Words):
        return text(mark.at, mark.text, mark.size, mark.anchor, bold=mark.bold)
    points = " ".join(f"{mm(x)},{mm(y)}" for x, y in mark.points)
    kind = "polygon" if mark.fill else "polyline"
    return (
        f'<{kind} points="{points}" fill="{mark.fill or "none"}" '
        f'stroke="{mark.colour}" stroke-width="{mm(mark.width)}"/>'
    )
