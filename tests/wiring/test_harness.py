"""The board map's [harness] and [colours]: valid values, and the power budget."""

from math import ceil
from pathlib import Path

import pytest

import wiring
from controller.basics.sheet import SheetError
from wiring import boardmap, harness
from wiring.geometry.mounted import INLET, mounted
from wiring.geometry.table import load
from wiring.harness import COLOURS, Colours, Harness
from wiring.papers.harness.power import Power, power
from wiring.papers.shopping.items import FUSES

MARK_1 = boardmap.DEFAULT.read_text()
LINES = len(MARK_1.splitlines())


def map_with(folder: Path, text: str, old: str = "", new: str = "") -> Path:
    assert old in MARK_1
    path = folder / "own.toml"
    path.write_text(f"{MARK_1.replace(old, new) if old else MARK_1}\n{text}")
    return path


def power_of(path: Path) -> Power:
    return power(boardmap.load(path), harness.load(path))


def test_lengths_are_as_far_as_it_is(tmp_path: Path) -> None:
    usual = harness.load(boardmap.DEFAULT).lengths
    # From the Pi, which is not in the middle, to the farthest seat: along both sides,
    # down, and some slack.
    table = load(boardmap.DEFAULT)
    found = {one.name: one.shape.centre for one in mounted(table.board, table.layout)}
    x, y = found["the Pi"]
    ways = [
        abs(place.button.x - x) + abs(place.button.y - y)
        for name, place in table.layout.places.items()
        if name.startswith("seat:") and place.button
    ]
    needed = max(ways) + table.sizes.layers.space_mm + table.sizes.table.slack_mm
    assert usual.seat_m == ceil(needed / 100) / 10
    wider = map_with(tmp_path, "", "pitch_mm = 70", "pitch_mm = 90")
    assert harness.load(wider).lengths.seat_m > usual.seat_m
    assert harness.load(wider).lengths.key_m > usual.key_m


def test_a_map_says_how_it_is_wired(tmp_path: Path) -> None:
    text = '[harness]\nusb_m = 1.5\n[colours]\nground = "blue"\nsignals = ["red"]\n'
    path = map_with(tmp_path, text)
    found = harness.load(path)
    assert found.harness == Harness(usb_m=1.5)
    assert found.colours == Colours(ground="blue", signals=("red",))
    assert [found.signal(n) for n in (0, 1)] == ["red", "red"]
    # The game is played without looking at it.
    assert boardmap.load(path).pixels == boardmap.load().pixels


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[harness]\nusb_m = -1", "usb_m must be a number from 0 to 20; it is -1"),
        ("[harness]\nusb = 1", "unknown key 'usb' in [harness]; did you mean 'usb_m'?"),
        (
            '[colours]\nplus = "mauve"',
            f"plus must be {', '.join([*COLOURS][:-1])} or brown, in quotes; "
            "it is 'mauve'",
        ),
        ('[colours]\nsignals = ["red", "red"]', "a list of colours without a repeat"),
    ],
)
def test_a_wrong_value_is_refused_with_its_line(
    tmp_path: Path, text: str, words: str
) -> None:
    path = map_with(tmp_path, text)
    with pytest.raises(SheetError) as refused:
        harness.load(path)
    assert str(refused.value).startswith(f"{path}:{LINES + 3}: ")
    assert words in str(refused.value)


# Fuses and wires


def test_mark_1_needs_a_supply_for_its_budget_and_a_stalled_servo() -> None:
    found = power_of(boardmap.DEFAULT)
    # (4.0 + 1.2) A and a fifth more.
    assert found.strip_supply_a == 8.0
    loads = {load.name: (load.worst_ma, load.budget_ma) for load in found.loads}
    assert loads["strip"] == (159 * 61, 4000)
    assert loads["servo"] == (1200, 240)
    assert loads["sensor board depth"] == pytest.approx((60 + 12.4 + 0.528, 72.4))
    assert loads["sensor board cards"] == (300, 300)


def test_the_ends_of_each_field_are_fed_and_long_stretches_in_between() -> None:
    found = power_of(boardmap.DEFAULT)
    assert [feed.pixel for feed in found.feeds] == [0, 41, 82, 123, 148, 158]
    # Half of 41 pixels on either side, three channels of 20 mA at half, 1 mA at rest.
    assert found.feeds[1].current_ma == 41 * 31.0


def test_the_farthest_lamp_has_its_voltage(tmp_path: Path) -> None:
    for name in wiring.names():
        found = power_of(Path(wiring.find(name)))
        assert found.line("strip").strip_mv < 100
        assert all(line.drop_mv <= 250 for line in found.lines)
    # One feed at the start, as it was once: half a volt is lost in the strip alone.
    once = map_with(tmp_path, "[harness]\nfeed_every = 1000\ndrop_mv = 1000\n")
    assert power_of(once).line("strip").strip_mv > 400


def test_a_fuse_is_a_size_that_is_sold_and_lets_a_quarter_more_through() -> None:
    found = power_of(boardmap.DEFAULT)
    assert [(line.name, line.fuse_a) for line in found.lines] == [
        ("strip", 1.6),
        ("servo", 1.6),
    ]
    sold = {float(amps) for amps in FUSES}
    for name in wiring.names():
        assert {line.fuse_a for line in power_of(Path(wiring.find(name))).lines} <= sold


@pytest.mark.parametrize(("slack_mm", "awg"), [(150, 22), (200, 20), (700, 18)])
def test_a_wire_stands_its_fuse_and_keeps_the_voltage(
    tmp_path: Path, slack_mm: int, awg: int
) -> None:
    path = map_with(tmp_path, "", "slack_mm = 150", f"slack_mm = {slack_mm}")
    found = power_of(path)
    for line in found.lines:
        assert line.gauge.amps >= line.fuse_a
        assert line.drop_mv <= 250
    assert found.line("strip").gauge.awg == awg


def test_the_voltage_lost_is_that_of_copper_there_and_back() -> None:
    line = power_of(boardmap.DEFAULT).line("strip")
    # 1.271 A over 0.7 m, twice, in 0.33 mm² of copper, and before it all of the strip's
    # 4 A over the 0.8 m from the inlet to the terminal block, in 1.31 mm².
    lost_mv = 2 * 1271 * 0.7 * 0.0172 / 0.33
    assert line.trunk_mv == pytest.approx(2 * 4000 * 0.8 * 0.0172 / 1.31)
    assert line.drop_mv - line.strip_mv - line.trunk_mv == pytest.approx(lost_mv)


def test_what_comes_from_the_supply_reaches_from_the_wall() -> None:
    table, ways = load(boardmap.DEFAULT), harness.load(boardmap.DEFAULT).lengths
    homes = {one.name: one.shape.centre for one in mounted(table.board, table.layout)}
    key = table.layout.places["arm"].button
    for at, length_m in (
        (homes["the terminal block"], ways.trunk_m),
        (key, ways.fused_m),
    ):
        assert at
        assert length_m * 1000 > abs(at.x - INLET.x) + abs(at.y - INLET.y)


def test_a_current_without_a_fuse_for_it_is_refused_with_its_line(
    tmp_path: Path,
) -> None:
    path = map_with(tmp_path, "[harness]\nservo_ma = 20000\n")
    with pytest.raises(SheetError) as refused:
        power_of(path)
    assert str(refused.value).startswith(f"{path}:{LINES + 3}: 20.0 A need a fuse")


def test_a_strip_on_the_pis_pins_has_no_separate_supply() -> None:
    found = power_of(Path(wiring.find("mini")))
    assert found.strip_supply_a is None
    # (1.5 + 0.5) A and a fifth more.
    assert found.pi_supply_a == 3.0
