"""The sections [eliminator], [speaker] and [[board]], and remarks on pins."""

from collections.abc import Callable
from math import exp
from pathlib import Path

import pytest

import wiring
from tests.support.eliminator_bench import ROW
from wiring import boardmap, settling
from wiring.boardmap import DEFAULT, BoardMap, BoardMapError, Multiplexers, Sensor, load
from wiring.papers.command import wire
from wiring.papers.folder import papers
from wiring.pins import remarks
from wiring.sensor_boards import rows

TEXT = DEFAULT.read_text()
Change = tuple[str, str]
Read = Callable[..., BoardMap]


def line_of(text: str) -> int:
    return TEXT[: TEXT.index(text)].count("\n") + 1


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    monkeypatch.chdir(tmp_path)

    def read(*changes: Change) -> BoardMap:
        text = TEXT
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        Path("board.toml").write_text(text)
        return load(Path("board.toml"))

    return read


def on(driver: str) -> Change:
    return 'driver = "gpio"', f'driver = "{driver}"'


def strip_on(gpio: int) -> tuple[Change, Change]:
    return ('driver = "spi"', 'driver = "pwm"'), ("gpio = 10 ", f"gpio = {gpio} ")


NO_SERVO = "servo = 13 ", "# "
I2S, USB = 'driver = "i2s"', 'driver = "usb"'
DEVICE = 'device = "plughw:CARD=MAX98357A"'
SELECT = "select = [2, 3, 4, 5]"
SIGNALS = "signals = [6, 7, 8, 9, 10, 11, 12, 13]"
SETTLE = "settle_us = 20"
READERS = f'{SETTLE}\nreaders = ["shoe", "play"]'


def signals(*last: int) -> Change:
    return SIGNALS, f"signals = {[6, 7, 8, 9, 10, 11, 12, *last]}"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([on("servo")], "eliminator.driver must be gpio or pwm"),
        ([NO_SERVO], "[eliminator] has no servo"),
        ([on("pwm"), ("servo = 13 ", "servo = 19 ")], "pwm driver needs GPIO12 or 13"),
        ([on("pwm"), *strip_on(18)], "the PWM hardware is claimed by both the strip"),
        ([("stroke_ms = 650", "stroke_ms = 590")], "130 degrees there and back take"),
        ([("duty_percent = 20", "duty_percent = 51")], "duty_percent must be a whole"),
        # The speaker
        ([("gpio = 4\n", "gpio = 19\n")], "seat 0's button and the speaker's I2S"),
        ([(I2S, 'driver = "headphones"'), *strip_on(18)], "both want the PWM hardware"),
        ([(I2S, 'driver = "bluetooth"')], "speaker.driver must be i2s, usb, hdmi or"),
        ([(DEVICE, "")], "[speaker] has no device"),
        ([(DEVICE, 'device = "a b"')], "speaker.device must be a device of ALSA"),
        # Multiplexers
        ([(SELECT, "select = [2, 3, 4, 6]")], "GP6 of sensor board depth is claimed"),
        ([signals(12)], "claimed by both multiplexer M6 and multiplexer M7"),
        ([signals(26)], "GP26 is an analogue input, and left free for one"),
        ([signals(25)], "GP25 is used inside the Pico"),
        ([signals(30)], "board.signals must be a list of the Pico's GPIO"),
        ([signals()], "depth:3:16's Hall sensor is bit 112 of sensor board depth"),
        ([signals(*range(13, 23), 0, 1, 22)], "board.signals lists 20 multiplexers"),
        ([(SELECT, "select = [2, 3, 4]")], "board.select lists 3 pins"),
        ([("lane_bits = 32", "lane_bits = 30")], "bit 30 of sensor board depth is cl"),
        ([(SETTLE, "settle_us = 0")], "settle_us must be a whole number from 1"),
        ([(SETTLE, "")], "sensor board depth scans multiplexers; add board.settle_us"),
        ([(SELECT, "bits = 124")], "unknown key 'bits' in [[board]]"),
        ([(SETTLE, READERS)], "claimed by both multiplexer M2 and reader play"),
    ],
)
def test_a_section_that_cannot_be_used_is_refused_with_its_line(
    read: Read, changes: list[Change], words: str
) -> None:
    with pytest.raises(BoardMapError) as refused:
        read(*changes)
    assert words in str(refused.value)
    assert str(refused.value).split(":")[1].isdecimal()


# The Eliminator


def test_without_a_driver_it_is_gpio_and_a_fifth_of_the_time(read: Read) -> None:
    table = read(('driver = "gpio"', "#"), ("duty_percent = 20 ", "#"))
    assert table.eliminator == ROW
    assert (ROW.driver, ROW.duty_percent) == ("gpio", 20)


def test_its_driver_can_be_pwm(read: Read) -> None:
    assert read(on("pwm")).eliminator == ROW._replace(driver="pwm")


def test_on_this_pin_the_strip_takes_the_sound_hardware_instead(read: Read) -> None:
    assert read(on("pwm"), *strip_on(21), (I2S, USB)).strip.gpio == 21


# The speaker


def test_only_an_i2s_amplifier_takes_pins(read: Read) -> None:
    speaker = read().speaker
    assert speaker
    assert speaker.pins == (18, 19, 20, 21)
    other = read((I2S, USB), ("gpio = 4\n", "gpio = 18\n")).speaker
    assert other
    assert other.pins == ()


# Multiplexers


def test_mark_1_has_two_multiplexers_a_lane_and_one_a_row_of_tiles() -> None:
    depth, grid, cards = load().boards
    assert depth.multiplexers == Multiplexers((2, 3, 4, 5), tuple(range(6, 14)), 20)
    assert [row.multiplexers for row in rows(depth)] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert [row.multiplexers for row in rows(grid)] == [(0,), (1,), (2,), (3,), (4,)]
    assert cards.multiplexers is None
    assert depth.sensors[32] == Sensor("hall", "depth:1:0")
    assert grid.sensors[21] == Sensor("hall", "tile:1,0")


def test_card_readers_and_multiplexers_can_share_a_board(read: Read) -> None:
    board = read(
        ('readers = ["shoe", "play"]', ""),
        ("signals = [6, 7, 8, 9, 10] ", 'readers = ["shoe"]\nsignals = [6, 7, 10] '),
        ("rows = 5", "rows = 3"),
        ("row_bits = 16", "row_bits = 16\n"),
    ).boards[1]
    assert (board.readers, len(board.sensors)) == (("shoe",), 48)


def test_the_wait_is_when_the_charge_reaches_what_counts_as_high() -> None:
    charge = settling.PULL_UP_OHM * settling.capacitance_pf(0.7) * 1e-6
    reached = settling.SUPPLY_V * (1 - exp(-settling.settle_us(0.7) / charge))
    assert reached == pytest.approx(settling.HIGH_V)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (SETTLE, "settle_us = 16", "waits 16 µs for a signal, but 1.84 m"),
        ("slack_mm = 150", "slack_mm = 2000", "3.74 m of wire need 32"),
        ("lane_bits = 32", "lane_bits = 31", "has sensors of lane 0 and lane 1"),
    ],
)
def test_multiplexers_that_can_be_played_and_not_wired(
    read: Read, old: str, new: str, words: str
) -> None:
    read((old, new) if old in TEXT else ("[table]", f"{new}\n[table]"))
    with pytest.raises(BoardMapError) as refused:
        papers(Path("board.toml"))
    assert words in str(refused.value)


# Pins that work, but are better left free


@pytest.mark.parametrize(
    ("old", "gpio", "words"),
    [
        ("gpio = 17", 2, "seat 1's button: GPIO2 is a pin of "),
        ("gpio = 25", 3, "undo's button: GPIO3 is a pin of "),
        ("arm = 16", 14, "eliminator.arm: GPIO14 is a pin of "),
        ("servo = 13", 15, "eliminator.servo: GPIO15 is a pin of "),
    ],
)
def test_a_part_on_such_a_pin_gets_a_remark_with_its_line(
    read: Read, old: str, gpio: int, words: str
) -> None:
    (remark,) = remarks(read((old, f"{old.partition(' = ')[0]} = {gpio}")))
    assert remark.startswith(f"board.toml:{line_of(old)}: {words}")


PARTS = """
[[part]]
driver = "encoder"
a_gpio = 2
b_gpio = 3

[[part]]
driver = "buzzer"
gpio = 15
"""


def test_an_optional_part_gets_a_remark_for_each_pin(read: Read) -> None:
    found = remarks(read(("[table]", f"{PARTS}[table]")))
    owners = [remark.split(": ")[1] for remark in found]
    assert owners == ["encoder.a_gpio", "encoder.b_gpio", "buzzer.gpio"]


@pytest.mark.parametrize("name", wiring.names())
def test_no_map_of_ours_has_anything_there(name: str) -> None:
    assert remarks(boardmap.load(Path(wiring.find(name)))) == []


def test_undertow_wiring_remarks_on_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mini.toml"
    text = Path(wiring.find("mini")).read_text().replace("gpio = 23", "gpio = 3")
    path.write_text(text)
    assert wire(str(path), tmp_path / "papers") == 0
    assert remarks(load(path))[0] in capsys.readouterr().err
