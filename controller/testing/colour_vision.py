"""Which colours people can confuse, measured on the strip's light.

Each colour goes through the real strip, whose bytes are proportional to light. Sources
of the numbers below: the matrices are from Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity
1.0, for linear RGB. The conversion to Lab follows IEC 61966-2-1 (sRGB's primaries, D65)
and CIE 15. The distance is CIEDE2000, checked with the data of Sharma, Wu and Dalal
(2005). White is the brightest lamp of the table.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

from controller.light.colour import WHITE, Colour, rhythm
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.strip import Strip
from wiring import boardmap

# The minimum distance of two colours that mean different things in one place. Above 10
# most people name two colours differently; lamps are small and seen at an angle.
LEAST = 15.0

Light = tuple[float, float, float]
Matrix = tuple[Light, Light, Light]

EYES: dict[str, Matrix] = {
    "full colour vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
STRIP_ROW = boardmap.load().strip._replace(pixels=1, order="RGB")


class Lab(NamedTuple):
    lightness: float
    a: float
    b: float


def times(matrix: Matrix, light: Light) -> Light:
    one, two, three = (
        sum(m * v for m, v in zip(row, light, strict=True)) for row in matrix
    )
    return one, two, three


def leaving(colour: Colour) -> Light:
    """Return the light of one lamp on the real strip; the maximum is 1."""
    strip = Strip(STRIP_ROW, MemoryPixels())
    strip.show(bytes(WHITE))
    most = strip.wire[0]
    strip.show(bytes(colour))
    red, green, blue = (value / most for value in strip.wire or bytes(3))
    return red, green, blue


def seen(light: Light, eyes: str) -> Lab:
    red, green, blue = (min(1.0, max(0.0, v)) for v in times(EYES[eyes], light))
    white = times(TO_XYZ, (1, 1, 1))
    xyz = times(TO_XYZ, (red, green, blue))
    x, y, z = (_root(v / w) for v, w in zip(xyz, white, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(share: float) -> float:
    if share > 216 / 24389:
        return float(share ** (1 / 3))
    return (24389 / 27 * share + 16) / 116


def ciede2000(one: Lab, two: Lab) -> float:
    mean_chroma = (hypot(one.a, one.b) + hypot(two.a, two.b)) / 2
    stretch = 1.5 - 0.5 * _seventh(mean_chroma)
    c1, h1 = _polar(one.a * stretch, one.b)
    c2, h2 = _polar(two.a * stretch, two.b)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    chroma, lightness = (c1 + c2) / 2, (one.lightness + two.lightness) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    off = (lightness - 50) ** 2
    dl = (two.lightness - one.lightness) / (1 + 0.015 * off / sqrt(20 + off))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 60 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _seventh(chroma) * sin(radians(bend))
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _mean_hue(one: float, two: float) -> float:
    mean = (one + two) / 2
    if abs(one - two) <= 180:
        return mean
    return mean + 180 if mean < 180 else mean - 180


def distance(one: Colour, two: Colour, eyes: str) -> float:
    return ciede2000(seen(leaving(one), eyes), seen(leaving(two), eyes))


def too_near(one: Colour, two: Colour) -> list[str]:
    """Return who confuses these two lamps; nobody if their rhythms differ."""
    if rhythm(one) is not rhythm(two):
        return []
    return [eyes for eyes in EYES if distance(one, two, eyes) < LEAST]
