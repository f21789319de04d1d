"""A builder walks through a table, and finds, names and fixes planted faults."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.tools.selftest.report import report
from tests.support.selftest_table import MEANT, Builder, Faults, found, is_well
from tests.support.selftest_table import path as path
from wiring.boardmap import DEFAULT, Sensor, load


@pytest.mark.parametrize("at_table", [True, False])
def test_all_is_well_on_a_table_that_was_built_as_meant(
    path: Path, at_table: bool
) -> None:
    results = Builder(path, at_table=at_table).walk()
    assert [(r.part, r.says, list(r.findings)) for r in results] == [
        ("buttons", "12 of 12 heard", []),
        ("tile switches", "25 of 25 heard", []),
        ("lamps", "159 of 159 light up", []),
        ("Hall sensors", "35 of 35 heard", []),
        ("striker", "rests at -30°, strikes at 35°", []),
    ]
    assert path.read_bytes() == DEFAULT.read_bytes()
    assert report(results).splitlines()[2] == "  ok     buttons: 12 of 12 heard"


def test_at_the_end_all_lamps_are_dark_and_the_servo_is_released(path: Path) -> None:
    builder = Builder(path)
    builder.walk()
    assert builder.seen() == {}
    assert builder.table.striker[-1] is None


def test_quitting_shows_the_findings_so_far(path: Path) -> None:
    builder = Builder(path)
    builder.acts = {"Touch tile:0,3": lambda b: b.bench.key("quit"), **builder.acts}
    results = builder.walk()
    assert builder.seen() == {}
    assert report(results).splitlines()[2:] == [
        "  ok     buttons: 12 of 12 heard",
        "  FAILED tile switches: not finished",
    ]


def test_the_old_board_map_is_the_one_from_before_the_whole_walk(path: Path) -> None:
    faults = SWAPPED._replace(order="RGB", is_reversed=True)
    assert all(result.is_well for result in Builder(path, faults).walk())
    assert path.with_name("board.toml.bak").read_bytes() == DEFAULT.read_bytes()
    assert is_well(path, faults)


# Buttons


SWAPPED = Faults(gpios={"seat:2": 22, "seat:3": 27})


def test_swapped_buttons_are_named_with_their_pins_and_written(path: Path) -> None:
    results = Builder(path, SWAPPED).walk("buttons")
    assert found(results) == [
        "the wires of seat 2's and seat 3's buttons are swapped: GPIO27 and GPIO22"
    ]
    assert results[0].is_well
    assert "fixed  buttons: 10 of 12 heard" in report(results)
    assert [button.gpio for button in load(path).buttons[2:4]] == [22, 27]
    assert is_well(path, SWAPPED)


def test_what_the_builder_does_not_want_written_stays_and_is_wrong(path: Path) -> None:
    results = Builder(path, SWAPPED, writes=False).walk("buttons")
    assert path.read_bytes() == DEFAULT.read_bytes()
    assert not results[0].is_well
    assert report(results).splitlines()[2:] == [
        "  FAILED buttons: 10 of 12 heard",
        "         - the wires of seat 2's and seat 3's buttons are swapped: GPIO27 and "
        "GPIO22; put each on its own",
    ]


def test_buttons_that_answer_questions_are_understood_although_swapped(
    path: Path,
) -> None:
    faults = Faults(gpios={"ok": 25, "undo": 24})
    results = Builder(path, faults, writes=False).walk()
    assert [result.is_well for result in results] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("faults", "says", "fix"),
    [
        (
            Faults(gpios={"seat:4": None}),
            ["seat 4's button is not heard (GPIO5)"],
            "check its wire, its ground and its switch",
        ),
        (
            Faults(grounded=[17]),
            ["seat 1's button is on before anybody touches it (GPIO17)"],
            "is its wire on ground, or the button jammed?",
        ),
        (
            Faults(joined=[(4, 17)]),
            ["seat 0's and seat 1's buttons go on together: GPIO4 and GPIO17"],
            "their wires touch somewhere",
        ),
        (
            Faults(gpios={"seat:0": 17, "seat:1": None}),
            [
                "seat 1's button is not heard (GPIO17)",
                "seat 0's button arrives on GPIO17, which is seat 1's",
            ],
            "check its wire, its ground and its switch",
        ),
        (
            Faults(gpios={"seat:0": 17}),
            ["seat 0's button arrives on GPIO17, which is seat 1's"],
            "move its wire to GPIO4",
        ),
    ],
)
def test_a_button_that_is_broken_is_named_and_nothing_is_written(
    path: Path, faults: Faults, says: list[str], fix: str
) -> None:
    results = Builder(path, faults).walk("buttons")
    assert found(results) == says
    assert results[0].findings[0].fix == fix
    assert not results[0].is_well
    assert path.read_bytes() == DEFAULT.read_bytes()


def test_a_finger_that_slips_is_asked_again(path: Path) -> None:
    builder = Builder(path)
    builder.acts = {r"Press seat 3's": _slip, **builder.acts}
    assert found(builder.walk("buttons")) == []
    assert "Again: Press seat 3's button." in builder.said


def _slip(builder: Builder) -> None:
    again = builder.said[-1].startswith("Again")
    builder.touch("seat:3" if again else "seat:4")


CONTROLS = [button.control for button in MEANT.buttons]
GPIOS = [button.gpio for button in MEANT.buttons]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(GPIOS))
def test_any_order_of_the_buttons_wires_is_found_and_written(
    path: Path, gpios: list[int]
) -> None:
    path.write_bytes(DEFAULT.read_bytes())
    faults = Faults(gpios=dict(zip(CONTROLS, gpios, strict=True)))
    Builder(path, faults).walk("buttons")
    assert [button.gpio for button in load(path).buttons] == gpios
    assert is_well(path, faults, "buttons")


# Sensors


@pytest.mark.parametrize(
    ("faults", "says"),
    [
        (
            Faults(stuck=[Sensor("switch", "tile:1,3")]),
            "tile:1,3's switch is on before anybody touches it "
            "(C3 of multiplexer M1 of sensor board grid)",
        ),
        (
            Faults(stuck=[Sensor("hall", "depth:2:14")]),
            "depth:2:14's Hall sensor is on before anybody touches it "
            "(C14 of multiplexer M4 of sensor board depth)",
        ),
        (
            Faults(sensors={Sensor("hall", "depth:2:14"): ()}),
            "depth:2:14's Hall sensor is not heard "
            "(C14 of multiplexer M4 of sensor board depth)",
        ),
        (
            Faults(
                sensors={
                    Sensor("switch", "tile:0,0"): [Sensor("switch", "tile:0,1")],
                    Sensor("switch", "tile:0,1"): [Sensor("switch", "tile:0,0")],
                }
            ),
            "the wires of tile:0,0's and tile:0,1's switches are swapped: "
            "C0 of multiplexer M0 of sensor board grid and "
            "C1 of multiplexer M0 of sensor board grid",
        ),
        (
            Faults(
                sensors={
                    Sensor("hall", "tile:2,2"): [
                        Sensor("hall", "tile:2,2"),
                        Sensor("hall", "tile:2,3"),
                    ],
                }
            ),
            "tile:2,2's and tile:2,3's Hall sensors go on together: "
            "C7 of multiplexer M2 of sensor board grid and "
            "C8 of multiplexer M2 of sensor board grid",
        ),
    ],
)
def test_a_sensor_that_is_broken_is_named_with_its_bit(
    path: Path, faults: Faults, says: str
) -> None:
    results = Builder(path, faults, full=True).walk("sensors")
    assert found(results) == [says]
    assert sum(result.is_well for result in results) == 1
    assert path.read_bytes() == DEFAULT.read_bytes()


def test_the_full_walk_asks_for_every_sensor_and_the_quick_one_for_few(
    path: Path,
) -> None:
    full, quick = Builder(path, full=True), Builder(path)
    assert full.walk("sensors")[1].says == "149 of 149 heard"
    assert quick.walk("sensors")[1].says == "35 of 35 heard"
    asked = {line.split()[4] for line in quick.said if line.startswith("Hold a magnet")}
    corners = {"tile:0,0", "tile:4,4", "depth:0:0", "depth:3:30", "depth:0:30"}
    assert asked >= corners
    multiplexers = {
        (board.name, bit // 16)
        for board in MEANT.boards
        for bit, sensor in enumerate(board.sensors)
        if sensor and sensor.kind == "hall" and sensor.place in asked
    }
    assert len(multiplexers) == 8 + 5


def test_the_quick_walk_follows_what_it_hears_to_both_ends_of_a_swap(
    path: Path,
) -> None:
    here, there = Sensor("hall", "tile:0,0"), Sensor("hall", "tile:3,3")
    faults = Faults(sensors={here: [there], there: [here]})
    assert found(Builder(path, faults).walk("sensors")) == [
        "the wires of tile:0,0's and tile:3,3's Hall sensors are swapped: "
        "C5 of multiplexer M0 of sensor board grid and "
        "C8 of multiplexer M3 of sensor board grid"
    ]


def test_a_sensor_board_that_is_missing_is_said_and_skipped(path: Path) -> None:
    results = Builder(path, Faults(silent=["grid"])).walk("sensors")
    assert [result.says for result in results] == [
        "none could be tested",
        "28 of 28 heard",
    ]
    assert found(results) == [
        "sensor board grid: no USB plug has the serial number E6613852836F4B21, "
        f"so 25 {what} are not tested"
        for what in ("switches", "Hall sensors")
    ]
