"""A builder walks through a table with multiplexers; one fault is told once."""

from itertools import permutations

import pytest

from controller.tools.selftest.sensors import Crossing, select_lines
from hardware.backends.sim.planted import Faults
from tests.support.selftest_table import Builder, found
from wiring.boardmap import DEFAULT, Sensor, load

MEANT = load()
DEPTH = MEANT.boards[0]


def builder(faults: Faults, *, full: bool) -> Builder:
    return Builder(DEFAULT, faults, meant=MEANT, full=full, writes=False)


def crossed(*multiplexers: int) -> dict[Sensor, list[Sensor]]:
    """What is felt where, with S0 and S2 crossed at these multiplexers of `depth`."""
    felt = {}
    for bit, sensor in enumerate(DEPTH.sensors):
        if sensor and bit // 16 in multiplexers:
            swapped = bit & ~5 | bit >> 2 & 1 | (bit & 1) << 2
            other = DEPTH.sensors[swapped]
            felt[sensor] = [other] if other else []
    return felt


def test_all_is_well_on_a_table_with_multiplexers() -> None:
    results = builder(Faults(), full=False).walk("sensors")
    assert [(r.part, r.says, list(r.findings)) for r in results] == [
        ("tile switches", "25 of 25 heard", []),
        ("Hall sensors", "35 of 35 heard", []),
    ]


def test_crossed_select_lines_are_one_finding() -> None:
    results = builder(Faults(sensors=crossed(0, 1)), full=True).walk("sensors")
    assert found(results) == [
        "the select lines S0 and S2 are crossed at M0 and M1 of sensor board depth"
    ]


def test_a_quick_walk_notices_crossed_select_lines() -> None:
    results = builder(Faults(sensors=crossed(4)), full=False).walk("sensors")
    assert found(results) == [
        "the wires of depth:2:1's and depth:2:4's Hall sensors are swapped: C1 of "
        "multiplexer M4 of sensor board depth and C4 of multiplexer M4 of sensor board "
        "depth"
    ]


def test_one_wire_on_the_wrong_channel_is_that_wire() -> None:
    wrong, right = Sensor("hall", "depth:0:3"), Sensor("hall", "depth:0:9")
    swapped = {wrong: [right], right: [wrong]}
    results = builder(Faults(sensors=swapped), full=True).walk("sensors")
    assert found(results) == [
        "the wires of depth:0:3's and depth:0:9's Hall sensors are swapped: C3 of "
        "multiplexer M0 of sensor board depth and C9 of multiplexer M0 of sensor board "
        "depth"
    ]


@pytest.mark.parametrize("order", [*permutations(range(4))][1:])
def test_every_order_of_the_select_lines_is_told_apart(order: tuple[int, ...]) -> None:
    heard = {
        channel: sum((channel >> pin & 1) << line for line, pin in enumerate(order))
        for channel in range(16)
    }
    assert select_lines({("depth", 3): heard}) == [Crossing("depth", (3,), order)]


def test_what_no_order_explains_is_left_to_the_other_findings() -> None:
    nothing = dict.fromkeys(range(16))
    shifted = {channel: channel + 1 for channel in range(15)}
    right = {channel: channel for channel in range(16)}
    for heard in (nothing, shifted, right):
        assert select_lines({("depth", 0): heard}) == []
