"""The field of a disc magnet: by the formula, by the integral, and by brute force."""

from math import cos, hypot, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiring.geometry.magnets import (
    REMANENCE_T,
    Disc,
    field_mt,
    largest_mt,
    pull_n,
    push_n,
    reach_mm,
)

PIECE = Disc(8, 3, "N35")


def on_axis_mt(magnet: Disc, gap: float) -> float:
    """Return the field by the textbook's formula."""
    r, far = magnet.diameter_mm / 2, gap + magnet.thickness_mm
    halves = far / hypot(r, far) - gap / hypot(r, gap)
    return 500 * REMANENCE_T[magnet.grade] * halves


def by_currents(magnet: Disc, gap: float, aside: float) -> float:
    """Sum up thin rings of current, by Biot and Savart's law."""
    slices, arcs = 60, 240
    r, step = magnet.diameter_mm / 2, magnet.thickness_mm / slices
    total = 0.0
    for part in range(slices):
        z = gap + (part + 0.5) * step
        for arc in range(arcs):
            turn = cos(2 * pi * (arc + 0.5) / arcs)
            away = z * z + r * r + aside * aside - 2 * r * aside * turn
            total += (r * r - r * aside * turn) / away**1.5 * step
    return 1000 * REMANENCE_T[magnet.grade] / 4 / pi * total * 2 * pi / arcs


def test_on_the_axis_it_is_what_the_formula_says() -> None:
    # 1.17 T / 2 · (11 / √(4² + 11²) − 8 / √(4² + 8²))
    by_hand = 585 * (11 / sqrt(137) - 8 / sqrt(80))
    assert on_axis_mt(PIECE, 8) == pytest.approx(by_hand)
    assert by_hand == pytest.approx(26.54, abs=0.01)


@given(gap=st.floats(0.5, 30), size=st.floats(2, 20), thick=st.floats(1, 10))
def test_the_integral_agrees_with_the_formula_on_the_axis(
    gap: float, size: float, thick: float
) -> None:
    magnet = Disc(size, thick, "N42")
    assert field_mt(magnet, gap, 0) == pytest.approx(on_axis_mt(magnet, gap))


@pytest.mark.parametrize("gap", [3.0, 5.1, 8.1])
@pytest.mark.parametrize("aside", [0.0, 2.0, 4.0, 4.0001, 8.3, 13.7, 16.7, 40.0])
def test_beside_the_axis_it_is_that_of_the_currents_summed_up(
    gap: float, aside: float
) -> None:
    summed = by_currents(PIECE, gap, aside)
    assert field_mt(PIECE, gap, aside) == pytest.approx(summed, rel=1e-3, abs=1e-3)


def test_far_away_it_is_that_of_a_dipole_and_points_the_other_way() -> None:
    volume = pi * 4 * 4 * 3
    dipole = -1000 * REMANENCE_T["N35"] * volume / 4 / pi / 100**3
    assert field_mt(PIECE, -1.5, 100) == pytest.approx(dipole, rel=0.01)


def test_a_reach_is_where_the_field_falls_below_the_given_value() -> None:
    reach = reach_mm(PIECE, 5, 9.5)
    assert field_mt(PIECE, 5, reach) >= 9.5 > field_mt(PIECE, 5, reach + 0.2)
    assert reach_mm(PIECE, 50, 9.5) == 0


def test_the_strongest_between_two_distances_counts_the_other_pole_too() -> None:
    ring = largest_mt(PIECE, 5, 10)
    assert field_mt(PIECE, 5, 14) < 0
    assert ring >= abs(field_mt(PIECE, 5, 14))
    assert largest_mt(PIECE, 5, 0, 3) == pytest.approx(on_axis_mt(PIECE, 5))


def test_far_apart_two_magnets_push_like_dipoles() -> None:
    moment = REMANENCE_T["N35"] * pi * 4 * 4 * 3 * 1e-9 / (4e-7 * pi)
    dipoles = 3e-7 * moment**2 / 0.1**4
    assert push_n(PIECE, 100) == pytest.approx(dipoles, rel=0.01)
    assert push_n(PIECE, 16) > 1.1 * 3e-7 * moment**2 / 0.016**4
    assert pull_n(PIECE, 97) == pytest.approx(2 * dipoles, rel=0.01)
