"""The field of a disc magnet at a Hall sensor.

On the axis, at a gap z before the face of a disc of radius r and thickness t:

    B = Br/2 · ((z + t) / √(r² + (z + t)²) − z / √(r² + z²))

Off the axis, the field equals that of a coil of the same shape, which elliptic
integrals give exactly (Derby and Olbert, Am. J. Phys. 78, 229 (2010)). Nearby iron is
ignored.
"""

from functools import cache
from itertools import product
from math import cos, dist, pi, sin, sqrt
from typing import NamedTuple

# The lowest remanence of a new magnet of this grade, in tesla.
REMANENCE_T = {
    "N35": 1.17,
    "N38": 1.22,
    "N42": 1.28,
    "N45": 1.32,
    "N48": 1.37,
    "N52": 1.43,
}
_CLOSE_ENOUGH = 1e-9
_STEP_MM = 0.1
_POINTS = 40  # of a face
_VACUUM = 4e-7 * pi  # its permeability


class Disc(NamedTuple):
    """A magnet whose poles are its round faces."""

    diameter_mm: float
    thickness_mm: float
    grade: str

    def __str__(self) -> str:
        return f"{self.grade}, {self.diameter_mm:g} × {self.thickness_mm:g} mm"


def field_mt(magnet: Disc, gap_mm: float, aside_mm: float) -> float:
    """Return the field component along the magnet's axis, as a sensor measures it."""
    far = _end(magnet, gap_mm + magnet.thickness_mm, aside_mm)
    near = _end(magnet, gap_mm, aside_mm)
    return 1000 * REMANENCE_T[magnet.grade] / pi * (far - near)


def largest_mt(
    magnet: Disc, gap_mm: float, from_mm: float, to_mm: float | None = None
) -> float:
    """Return the strongest field between these lateral distances."""
    # At five times its size away, a magnet's field is negligible.
    end = to_mm if to_mm is not None else from_mm + 5 * (gap_mm + magnet.diameter_mm)
    steps = max(1, round((end - from_mm) / _STEP_MM))
    ways = (from_mm + (end - from_mm) * step / steps for step in range(steps + 1))
    return max(abs(field_mt(magnet, gap_mm, way)) for way in ways)


@cache
def reach_mm(magnet: Disc, gap_mm: float, least_mt: float) -> float:
    """Return the largest lateral distance with a field this strong, or 0."""
    aside = 0.0
    while field_mt(magnet, gap_mm, aside) >= least_mt:
        aside += _STEP_MM
    return max(0.0, aside - _STEP_MM)


@cache
def push_n(magnet: Disc, way_mm: float) -> float:
    """Return the force between two magnets side by side, middle to middle."""
    return _force_n(magnet, (way_mm, 0.0))[0]


@cache
def pull_n(magnet: Disc, gap_mm: float) -> float:
    """Return the force between two stacked magnets, face to face."""
    return -_force_n(magnet, (0.0, gap_mm + magnet.thickness_mm))[1]


def _force_n(magnet: Disc, other: tuple[float, float]) -> tuple[float, float]:
    """Return the force on another magnet, this far beside and above.

    The model puts point charges on their faces, which act by Coulomb's law.
    """
    turn, r = pi * (3 - sqrt(5)), magnet.diameter_mm / 2
    rings = [(r * sqrt((n + 0.5) / _POINTS), n * turn) for n in range(_POINTS)]
    face = [(way * cos(angle), way * sin(angle)) for way, angle in rings]
    area_m2 = pi * r * r * 1e-6
    charge = REMANENCE_T[magnet.grade] * area_m2 / _POINTS
    beside = above = 0.0
    for (x, y), (other_x, other_y) in product(face, face):
        aside = other[0] + other_x - x
        for higher, sign in (
            (0.0, 2),
            (magnet.thickness_mm, -1),
            (-magnet.thickness_mm, -1),
        ):
            high = other[1] + higher
            away = dist((aside, other_y, high), (0.0, y, 0.0))
            beside += sign * aside / away**3
            above += sign * high / away**3
    unit = 1e6 * charge**2 / (4 * pi * _VACUUM)
    return beside * unit, above * unit


def _end(magnet: Disc, z: float, aside: float) -> float:
    """Return one coil end's contribution, in units of the inner field over pi."""
    r = magnet.diameter_mm / 2
    far = z * z + (aside + r) ** 2
    k = sqrt((z * z + (r - aside) ** 2) / far)
    shift = (r - aside) / (r + aside)
    return r / (r + aside) * z / sqrt(far) * _cel(k, shift * shift, 1, shift)


def _cel(kc: float, p: float, c: float, s: float) -> float:
    """Return Bulirsch's complete elliptic integral for the values used here."""
    k, em = abs(kc), 1.0
    # Beside the rim, p is 0, and the integral exists only as a limit.
    pp = sqrt(max(p, 1e-24))
    ss, cc = s / pp, c
    f, cc = cc, cc + ss / pp
    g = k / pp
    ss, pp = 2 * (ss + f * g), g + pp
    g, em, kk = em, k + em, k
    while abs(g - k) > g * _CLOSE_ENOUGH:
        k = 2 * sqrt(kk)
        kk = k * em
        f, cc = cc, cc + ss / pp
        g = kk / pp
        ss, pp = 2 * (ss + f * g), g + pp
        g, em = em, k + em
    return pi / 2 * (ss + cc * em) / (em * (em + pp))
