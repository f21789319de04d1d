"""Pictures made of lines, areas and words in millimetres, for SVG and for PDF."""

from typing import NamedTuple, TypeAlias

from wiring.geometry.shapes import Point
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
