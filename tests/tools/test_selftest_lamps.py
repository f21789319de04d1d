"""The walk of the lamps: dark ones, colours, and the order of the chain."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.selftest_table import MEANT, Builder, Faults, found, is_well
from tests.support.selftest_table import path as path
from wiring.boardmap import DEFAULT, load

TOUCHABLE = [place for place in MEANT.pixels if not place.startswith("depth:")]
LANES = [[f"depth:{lane}:{at}" for at in range(31)] for lane in range(4)]

hypothesis_settings = settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def lanes(*ways: tuple[int, bool]) -> dict[str, int]:
    """The chain in lanes: each has the pixels of another, either way round."""
    pixels: dict[str, int] = {}
    for places, (lane, is_turned) in zip(LANES, ways, strict=True):
        there = [MEANT.pixels[place] for place in LANES[lane]]
        pixels |= dict(zip(places, there[::-1] if is_turned else there, strict=True))
    return pixels


# Dark lamps


@pytest.mark.parametrize("faults", [Faults(dark_from=0), Faults(dark={7})])
def test_dark_lamps_are_fixed_before_more_is_asked(path: Path, faults: Faults) -> None:
    builder = Builder(path, faults)
    (result,) = builder.walk("lamps")
    assert result.says == "not all light up"
    assert "GPIO10" in result.findings[0].fix
    assert not any("RED" in line for line in builder.said)


# The order of the chain


def test_swapped_buttons_and_swapped_lamps_are_not_mixed_up(path: Path) -> None:
    faults = Faults(
        pixels={"seat:2": 152, "seat:3": 151}, gpios={"seat:3": 5, "seat:4": 22}
    )
    assert found(Builder(path, faults).walk()) == [
        "the wires of seat 3's and seat 4's buttons are swapped: GPIO22 and GPIO5",
        "the lamps of seat 2 and seat 3 are swapped: pixels 151 and 152",
    ]
    assert is_well(path, faults)


def test_a_chain_that_does_not_turn_round_under_the_tiles_is_one_flag(
    path: Path,
) -> None:
    straight = {f"tile:{n // 5},{n % 5}": 124 + n for n in range(25)}
    faults = Faults(pixels=straight)
    assert found(Builder(path, faults).walk("lamps")) == [
        "the chain runs on straight at the end of each row of tiles, "
        "but grid.snake_pixels is true"
    ]
    board = load(path)
    assert board.grid is not None
    assert (board.grid.snake_pixels, board.grid.pixels) == (False, None)
    assert is_well(path, faults)


def test_lanes_that_all_run_one_way_are_one_flag(path: Path) -> None:
    faults = Faults(pixels=lanes((0, False), (1, True), (2, False), (3, True)))
    assert found(Builder(path, faults).walk("lamps")) == [
        "the chain runs on straight at the end of each lane, "
        "but depth.snake_pixels is true"
    ]
    assert is_well(path, faults)
    # And back again.
    assert found(Builder(path).walk("lamps")) == [
        "the chain turns round at the end of each lane, but depth.snake_pixels is false"
    ]


def test_a_lane_that_no_part_of_the_chain_lights_is_named(path: Path) -> None:
    builder = Builder(path)
    builder.acts = {"Is lane 2 lit": lambda b: b.answer("undo"), **builder.acts}
    results = builder.walk("lamps")
    assert found(results) == [
        "lane 2 is not lit by any row of the chain that [depth] has"
    ]
    assert not results[0].is_well
    assert path.read_bytes() == DEFAULT.read_bytes()


def test_tiles_without_their_sensor_board_are_looked_at_row_by_row(path: Path) -> None:
    straight = {f"tile:{n // 5},{n % 5}": 124 + n for n in range(25)}
    faults = Faults(silent=["grid"], pixels=straight)
    builder = Builder(path, faults)
    assert found(builder.walk("lamps")) == [
        "the chain runs on straight at the end of each row of tiles, "
        "but grid.snake_pixels is true"
    ]
    assert any(line.startswith("Is row of tiles 4 lit") for line in builder.said)
    assert is_well(path, faults, "lamps")


def test_a_lamp_whose_button_is_dead_is_where_no_other_is(path: Path) -> None:
    faults = Faults(gpios={"seat:2": None}, pixels={"seat:2": 152, "seat:3": 151})
    assert found(Builder(path, faults).walk("lamps")) == [
        "the lamps of seat 2 and seat 3 are swapped: pixels 151 and 152"
    ]
    assert load(path).pixels["seat:2"] == 152


def test_a_strip_that_cannot_be_driven_is_said_and_no_lamp_is_asked_for(
    path: Path,
) -> None:
    builder = Builder(path)

    def unplugged(wire: bytes) -> None:
        raise OSError(19, "No such device")

    builder.table.pixels.show = unplugged  # type: ignore[method-assign]
    builder.bench.light({0: (1, 1, 1)})
    results = builder.walk("lamps")
    assert found(results) == ["the strip: OSError: [Errno 19] No such device"]
    assert not any("lit" in line for line in builder.said)


@hypothesis_settings
@given(st.permutations([MEANT.pixels[place] for place in TOUCHABLE]))
def test_any_order_of_seats_controls_and_tiles_is_recovered(
    path: Path, pixels: list[int]
) -> None:
    path.write_bytes(DEFAULT.read_bytes())
    faults = Faults(pixels=dict(zip(TOUCHABLE, pixels, strict=True)))
    Builder(path, faults).walk("lamps")
    assert load(path).pixels == {**MEANT.pixels, **faults.pixels}
    assert is_well(path, faults, "lamps")


@hypothesis_settings
@given(
    st.permutations(range(4)),
    st.tuples(*[st.booleans()] * 4),
    st.sampled_from(["RGB", "GRB", "BGR", "GBR"]),
    st.booleans(),
)
def test_any_order_and_direction_of_the_lanes_is_recovered(
    path: Path, order: list[int], turned: tuple[bool, ...], colours: str, keys: bool
) -> None:
    path.write_bytes(DEFAULT.read_bytes())
    ways = zip(order, turned, strict=True)
    faults = Faults(pixels=lanes(*ways), order=colours)
    Builder(path, faults, at_table=keys).walk("lamps")
    assert load(path).pixels == {**MEANT.pixels, **faults.pixels}
    assert load(path).strip.order == colours
    assert is_well(path, faults, "lamps")
