"""Our own drawings for cards and pieces, of circles, polygons and lines.

Each lies in a square from -1 to 1, y downwards. "battler and tile" is two of them.
"""

from math import cos, pi, sin
from typing import NamedTuple

from wiring.papers.cutting.pdf import Pdf

Rgb = tuple[int, int, int]
_EDGE_MM, _EDGE_GREY = 0.15, 70


class Disc(NamedTuple):
    x: float
    y: float
    diameter: float
    shade: float = 0  # 0 is the colour, 1 white


class Area(NamedTuple):
    points: tuple[tuple[float, float], ...]
    shade: float = 0


Shapes = tuple[Disc | Area, ...]


def _box(
    left: float, top: float, right: float, bottom: float, shade: float = 0
) -> Area:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Area(corners, shade)


def _star(rays: int, inner: float) -> Area:
    points = []
    for number in range(2 * rays):
        reach = inner if number % 2 else 1.0
        turn = pi * number / rays - pi / 2
        points.append((reach * cos(turn), reach * sin(turn)))
    return Area(tuple(points))


_WAVE = tuple((x / 5 - 1, 0.25 * sin(x * pi / 2.5)) for x in range(11))
_FIN = Area(((-0.9, 0.6), (-0.1, 0.5), (0.35, -0.9), (0.45, 0.5), (0.9, 0.6)))
_SHAPES: dict[str, Shapes] = {
    "card": (_box(-0.6, -0.9, 0.6, 0.9), _box(-0.45, -0.75, 0.45, 0.75, 0.7)),
    "air": (Disc(-0.35, 0.35, 0.9, 0.4), Disc(0.4, -0.1, 0.7), Disc(-0.1, -0.65, 0.45)),
    "swim": (
        Area((*_WAVE, (1, 0.6), (-1, 0.6))),
        Disc(0.2, -0.45, 0.4),
        Area(((-0.8, -0.35), (0.1, -0.5), (0.1, -0.25))),
    ),
    "shark": (_FIN, _box(-1, 0.7, 1, 0.85, 0.5)),
    "kraken": (
        Disc(0, -0.35, 1.1),
        *(
            Area(((x, 0), (x + 0.22, 0), (x * 1.5, 0.95)))
            for x in (-0.7, -0.4, -0.1, 0.2, 0.5)
        ),
        Disc(-0.2, -0.4, 0.22, 1),
        Disc(0.2, -0.4, 0.22, 1),
    ),
    "dolphin": (
        Area(((-1, 0.5), (-0.4, -0.3), (0.4, -0.4), (1, 0.1), (0.3, 0.1), (-0.5, 0.4))),
        Area(((-0.1, -0.3), (0.1, -0.9), (0.3, -0.35))),
        Disc(0.55, -0.1, 0.12, 1),
    ),
    "pirate": (
        Disc(0, 0, 1.1, 0.6),
        Area(((-1, -0.3), (-0.5, -0.85), (0.5, -0.85), (1, -0.3), (0, -0.5))),
        _box(-0.45, -0.1, -0.05, 0.15),
        Disc(0.25, 0.02, 0.16),
        _box(-0.25, 0.3, 0.25, 0.38),
    ),
    "anchor": (
        Disc(0, -0.75, 0.4),
        Disc(0, -0.75, 0.18, 1),
        _box(-0.1, -0.6, 0.1, 0.8),
        _box(-0.45, -0.4, 0.45, -0.25),
        Area(((-0.9, 0.2), (-0.55, 0.35), (0, 0.65), (0.55, 0.35), (0.9, 0.2), (0, 1))),
    ),
    "robot": (
        _box(-0.5, -0.35, 0.5, 0.5),
        _box(-0.35, -0.95, 0.35, -0.42),
        Disc(-0.15, -0.68, 0.18, 1),
        Disc(0.15, -0.68, 0.18, 1),
        _box(-0.95, -0.3, -0.58, 0.1, 0.3),
        _box(0.58, -0.3, 0.95, 0.1, 0.3),
        _box(-0.45, 0.57, -0.1, 1, 0.3),
        _box(0.1, 0.57, 0.45, 1, 0.3),
    ),
    "limb": (_box(-0.25, -0.8, 0.25, 0.4), Disc(0, 0.55, 0.7)),
    "diver": (
        Disc(0, -0.5, 0.8),
        _box(-0.28, -0.62, 0.28, -0.38, 0.8),
        Area(((-0.5, 1), (-0.35, 0), (0.35, 0), (0.5, 1))),
        _box(0.42, -0.2, 0.62, 0.6, 0.4),
    ),
    "cage": (
        _box(-0.8, -0.8, 0.8, -0.65),
        _box(-0.8, 0.65, 0.8, 0.8),
        *(_box(x - 0.06, -0.8, x + 0.06, 0.8) for x in (-0.74, -0.37, 0, 0.37, 0.74)),
    ),
    "camouflage": (
        Area(((-0.8, 0.8), (-0.5, -0.3), (0.7, -0.8), (0.5, 0.4))),
        Area(((-0.7, 0.75), (0.55, -0.65), (0.62, -0.58)), 0.8),
    ),
    "flip": (
        Area(((-0.9, 0), (0, -0.9), (0, -0.1))),
        Area(((0.9, 0), (0, 0.9), (0, 0.1)), 0.4),
    ),
    "rotate": (
        Disc(0, 0, 1.8),
        Disc(0, 0, 1.1, 1),
        Area(((0.35, -0.15), (1.1, -0.15), (0.73, 0.4))),
    ),
    "star": (_star(5, 0.42),),
    "explosion": (_star(9, 0.55), Disc(0, 0, 0.5, 0.8)),
    "royale": (
        Area(
            (
                *((-0.9, 0.6), (-0.9, -0.5), (-0.4, 0), (0, -0.8)),
                *((0.4, 0), (0.9, -0.5), (0.9, 0.6)),
            )
        ),
        _box(-0.9, 0.68, 0.9, 0.85),
    ),
    "eliminator": (
        Disc(0, 0, 1.8),
        Disc(0, 0, 1.3, 1),
        Disc(0, 0, 0.8),
        Disc(0, 0, 0.3, 1),
    ),
    "battler": (
        Disc(0, -0.5, 0.75),
        Area(((-0.6, 0.9), (-0.25, -0.2), (0.25, -0.2), (0.6, 0.9))),
    ),
    "tile": (_box(-0.75, -0.75, 0.75, 0.75), _box(-0.6, -0.6, 0.6, 0.6, 0.6)),
}  # fmt: skip


def names() -> set[str]:
    return set(_SHAPES)


def draw(pdf: Pdf, symbol: str, x: float, y: float, size: float, colour: Rgb) -> None:
    """Draw a symbol around this point, or two side by side, `size` mm wide.

    Pale colours hardly show on white paper, so everything has a thin dark edge.
    """
    parts = symbol.split(" and ")
    pdf.line_width(_EDGE_MM, _EDGE_GREY)
    each = size / len(parts)
    for number, name in enumerate(parts):
        middle = x + (number - (len(parts) - 1) / 2) * each
        for shape in _SHAPES[name]:
            _shape(pdf, shape, middle, y, each / 2, colour)
    pdf.line_width(0.2)


def _shape(
    pdf: Pdf, shape: Disc | Area, x: float, y: float, scale: float, colour: Rgb
) -> None:
    fill = lighter(colour, shape.shade)
    if isinstance(shape, Disc):
        at = x + shape.x * scale, y + shape.y * scale
        pdf.circle(*at, shape.diameter * scale, fill, edged=True)
    else:
        points = [(x + a * scale, y + b * scale) for a, b in shape.points]
        pdf.polygon(points, fill)


def lighter(colour: Rgb, share: float) -> Rgb:
    red, green, blue = (round(part + (255 - part) * share) for part in colour)
    return red, green, blue


def rgb(hue: str) -> Rgb:
    """Return the three numbers of a colour such as `#ed4d4a`."""
    return int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)
