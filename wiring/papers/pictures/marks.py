"""Pictures made of lines, areas and words in millimetres, for SVG and for PDF."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape

from wiring.geometry.shapes import Box, Circle, Point, corners

# The largest average width of a sans-serif character, in heights.
_WIDE = 0.56


class Words(NamedTuple):
    at: Point  # on the baseline
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False

    @property
    def width(self) -> float:
        """Return the largest width that the words can need."""
        return _WIDE * self.size * len(self.text) * (1.1 if self.bold else 1)

    @property
    def middle(self) -> float:
        share = {"start": 0.5, "middle": 0.0, "end": -0.5}[self.anchor]
        return self.at.x + share * self.width

    def fitted(self, room: float) -> "Words":
        """Return the words, made smaller if they would need more room than this."""
        return self._replace(size=self.size * min(1.0, room / self.width))


class Line(NamedTuple):
    """A line through points, or with a fill, an area."""

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


def headed(title: str) -> list[Mark]:
    """Begin a picture with its title."""
    return [Words(Point(0, 6), title, 5, bold=True)]


def placed(
    words: Words,
    others: Sequence[Words],
    spots: Iterable[Point],
    lines: Sequence[tuple[Point, ...]],
) -> Words:
    """Return the words at a place where they cover no others and the fewest lines."""

    def hidden(one: Words) -> tuple[bool, int]:
        sides = (side for line in lines for side in pairwise(line))
        covers = any(_cover(one, other) for other in others)
        return covers, sum(_hides(one, *side) for side in sides)

    return min((words._replace(at=spot) for spot in spots), key=hidden)


def _cover(one: Words, other: Words) -> bool:
    across = abs(one.middle - other.middle) < (one.width + other.width) / 2
    return across and abs(one.at.y - other.at.y) < max(one.size, other.size)


def _hides(words: Words, start: Point, end: Point) -> bool:
    """Tell whether the words cover a horizontal or vertical line."""
    left, right = words.middle - words.width / 2, words.middle + words.width / 2
    top, bottom = words.at.y - 0.9 * words.size, words.at.y + 0.2 * words.size
    across = left < max(start.x, end.x) and right > min(start.x, end.x)
    return across and top < max(start.y, end.y) and bottom > min(start.y, end.y)


def outline(box: Box, fill: str, colour: str = "#333333") -> Iterator[Line]:
    ends = corners(box)
    yield Line((*ends, ends[0]), colour, fill=fill)


def rounded(
    circle: Circle, fill: str, colour: str = "#333333", width: float = 0.3
) -> Iterator[Line]:
    turns = [pi * n / 16 for n in range(33)]
    r, (x, y) = circle.diameter / 2, circle.centre
    points = tuple(Point(x + r * cos(turn), y + r * sin(turn)) for turn in turns)
    yield Line(points, colour, width, fill)


def area(box: Box, fill: str) -> Line:
    """Return an area without an outline."""
    return Line(corners(box), fill, 0.0, fill)


def back(words: Words, fill: str) -> Line:
    """Return an area behind words that hides everything below them."""
    middle = Point(words.middle, words.at.y - 0.35 * words.size)
    return area(Box(middle, words.width, 1.05 * words.size), fill)


def backed(words: Words, fill: str) -> tuple[Mark, ...]:
    return back(words, fill), words


def svg(picture: Picture) -> str:
    """Return the picture on a white background."""
    width, height = mm(picture.width), mm(picture.height)
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'width="800">',
        f"<title>{escape(picture.title)}</title>",
        "<style>text{font-family:sans-serif;fill:#1d2a30}</style>",
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="#fff"/>',
        *map(element, picture.marks),
        "</svg>",
    )
    return "".join(f"{line}\n" for line in lines)


def element(mark: Mark) -> str:
    if isinstance(mark, Words):
        weight = ' font-weight="bold"' if mark.bold else ""
        return (
            f'<text x="{mm(mark.at.x)}" y="{mm(mark.at.y)}" '
            f'font-size="{mm(mark.size)}" text-anchor="{mark.anchor}"{weight}>'
            f"{escape(mark.text)}</text>"
        )
    points = " ".join(f"{mm(x)},{mm(y)}" for x, y in mark.points)
    kind = "polygon" if mark.fill else "polyline"
    return (
        f'<{kind} points="{points}" fill="{mark.fill or "none"}" '
        f'stroke="{mark.colour}" stroke-width="{mm(mark.width)}"/>'
    )


def mm(value: float) -> str:
    """Round to a thousandth, the same on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
