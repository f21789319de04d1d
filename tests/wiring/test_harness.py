"""[harness] and [colours] of the board map: what they may say, and the budget."""

from pathlib import Path

import pytest

import wiring
from controller.basics.sheet import SheetError
from wiring import boardmap, harness
from wiring.harness import COLOURS, Colours, Harness
from wiring.papers.harness.power import Power, power

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
    # From under the Depth Board's middle, at 350 and 160 mm, to seat 0 at 146 and 644:
    # 688 mm, 45 mm down and 150 mm of slack, rounded up.
    assert usual.seat_m == 0.9
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


def test_every_map_that_has_a_name_can_be_wired() -> None:
    for name in wiring.names():
        assert power_of(Path(wiring.find(name))).lines


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


def test_each_stretch_of_the_chain_is_fed_at_its_first_pixel() -> None:
    feeds = power_of(boardmap.DEFAULT).feeds
    assert [(f.first, f.last) for f in feeds] == [(0, 52), (53, 105), (106, 158)]
    # 53 pixels, three channels of 20 mA at half, and 1 mA each at rest.
    assert {feed.current_ma for feed in feeds} == {53 * 31.0}


def test_a_fuse_lets_a_quarter_more_through_than_is_budgeted() -> None:
    found = power_of(boardmap.DEFAULT)
    assert [(line.name, line.fuse_a) for line in found.lines] == [
        ("strip", 5.0),
        ("servo", 2.0),
    ]


@pytest.mark.parametrize(
    ("budget_ma", "fuse_a"), [(3999, 5.0), (4000, 5.0), (4001, 7.5)]
)
def test_a_fuse_is_the_next_size_up(
    tmp_path: Path, budget_ma: int, fuse_a: float
) -> None:
    path = map_with(tmp_path, "", "supply_ma = 4000", f"supply_ma = {budget_ma}")
    assert power_of(path).line("strip").fuse_a == fuse_a


@pytest.mark.parametrize(("slack_mm", "awg"), [(0, 20), (500, 20), (2000, 18)])
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
    # 4 A over 0.3 m and 1.643 A over 0.6 m, twice, in 0.52 mm² of copper.
    assert line.drop_mv == pytest.approx(2 * (4000 * 0.3 + 1643 * 0.6) * 0.0172 / 0.52)


def test_a_current_without_a_fuse_for_it_is_refused_with_its_line(
    tmp_path: Path,
) -> None:
    path = map_with(tmp_path, "[harness]\nservo_ma = 20000\n")
    with pytest.raises(SheetError) as refused:
        power_of(path)
    assert str(refused.value).startswith(f"{path}:{LINES + 3}: 20.0 A need a fuse")


def test_a_strip_on_the_pis_pins_has_no_supply_of_its_own() -> None:
    found = power_of(Path(wiring.find("mini")))
    assert found.strip_supply_a is None
    # (1.5 + 0.5) A and a fifth more.
    assert found.pi_supply_a == 3.0
