"""Boards with multiplexers: what the map may say of them, and what is made of it."""

from math import exp
from pathlib import Path

import pytest

from controller.basics.sheet import SheetError
from wiring import boardmap, harness, settling
from wiring.boardmap import Multiplexers, load
from wiring.papers.folder import papers
from wiring.papers.harness import sensor_side
from wiring.papers.harness.sensor_side import RIM
from wiring.rows import rows

MAP = boardmap.DEFAULT
TEXT = MAP.read_text()
DEPTH, GRID, CARDS = load(MAP).boards


def line_of(words: str) -> int:
    return TEXT[: TEXT.index(words)].count("\n") + 1


def changed(folder: Path, old: str, new: str) -> Path:
    """The map with its first `old` changed."""
    assert old in TEXT
    path = folder / "own.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return path


# The map


def test_mark_1_has_two_multiplexers_a_lane_and_one_a_row_of_tiles() -> None:
    assert DEPTH.multiplexers == Multiplexers((2, 3, 4, 5), tuple(range(6, 14)), 20)
    assert [row.multiplexers for row in rows(DEPTH)] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert [row.multiplexers for row in rows(GRID)] == [(0,), (1,), (2,), (3,), (4,)]
    assert CARDS.multiplexers is None
    assert len(DEPTH.sensors) == 128
    assert DEPTH.sensors[32] == boardmap.Sensor("hall", "depth:1:0")
    assert GRID.sensors[21] == boardmap.Sensor("hall", "tile:1,0")


SELECT = "select = [2, 3, 4, 5]"
SIGNALS = "signals = [6, 7, 8, 9, 10, 11, 12, 13]"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (SELECT, "select = [2, 3, 4, 6]", "GP6 of sensor board depth is claimed by "),
        (
            SIGNALS,
            "signals = [6, 7, 8, 9, 10, 11, 12, 12]",
            "GP12 of sensor board depth is claimed by both multiplexer M6 and "
            "multiplexer M7; give one of them another pin",
        ),
        (
            SIGNALS,
            "signals = [6, 7, 8, 9, 10, 11, 12, 26]",
            "GP26 is an analogue input, and left free for one; give multiplexer M7 one "
            "from GP0 to GP22",
        ),
        (
            SIGNALS,
            "signals = [6, 7, 8, 9, 10, 11, 12, 25]",
            "GP25 is used inside the Pico; give multiplexer M7 one from GP0 to GP22",
        ),
        (SIGNALS, "signals = [6, 30]", "board.signals must be a list of the Pico's"),
        (SIGNALS, "signals = 6", "board.signals must be a list of the Pico's GPIO"),
        (
            SELECT,
            "select = [2, 3, 4]",
            "board.select lists 3 pins; a multiplexer has 4 select lines, S0 to S3",
        ),
        (
            SIGNALS,
            "signals = [6, 7, 8, 9, 10, 11, 12]",
            "depth:3:16's Hall sensor is bit 112 of sensor board depth, which has 112 "
            "bits counted from 0; start lower or add a multiplexer",
        ),
        (
            "lane_bits = 32",
            "lane_bits = 30",
            "bit 30 of sensor board depth is claimed by both depth:0:30's Hall sensor "
            "and depth:1:0's Hall sensor; give one of them another bit",
        ),
        ("settle_us = 20", "settle_us = 0", "settle_us must be a whole number from 1"),
        (
            "settle_us = 20",
            "",
            "sensor board depth scans multiplexers; add board.settl",
        ),
        (SELECT, "", "sensor board depth scans multiplexers; add board.select"),
        (SELECT, 'scan = "registers"', "unknown key 'scan' in [[board]]"),
        (SELECT, "bits = 124", "unknown key 'bits' in [[board]]"),
        (
            "settle_us = 20",
            'settle_us = 20\nreaders = ["shoe", "play"]',
            "GP8 of sensor board depth is claimed by both multiplexer M2 and reader "
            "play; give one of them another pin",
        ),
        (
            SIGNALS,
            f"signals = {[*range(6, 23), 0, 1, 22]}",
            "board.signals lists 20 multiplexers; the pins of one Pico are enough for "
            "19 here, so put the rest on another board",
        ),
    ],
)
def test_a_map_with_wrong_multiplexers_is_refused(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(SheetError) as refused:
        load(path)
    assert words in str(refused.value)
    assert str(refused.value).startswith(f"{path}:")


def test_a_refusal_names_the_line(tmp_path: Path) -> None:
    path = changed(tmp_path, SELECT, "select = [2, 3, 4, 25]")
    with pytest.raises(SheetError) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}:{line_of(SELECT)}: GP25 is used")


def test_card_readers_and_multiplexers_can_share_a_board(tmp_path: Path) -> None:
    text = TEXT.replace('readers = ["shoe", "play"]', "").replace(
        "signals = [6, 7, 8, 9, 10] ",
        'readers = ["shoe", "play"]\nsignals = [6, 7, 10, 11, 12] ',
    )
    path = tmp_path / "own.toml"
    path.write_text(text)
    grid = load(path).boards[1]
    assert grid.readers == ("shoe", "play")
    assert grid.multiplexers
    assert grid.multiplexers.signals == (6, 7, 10, 11, 12)


# How long a signal takes


def test_the_wait_is_when_the_charge_reaches_what_counts_as_high() -> None:
    for length_m in (0.0, 0.7, 2.0):
        charge = settling.PULL_UP_OHM * settling.capacity_pf(length_m) * 1e-6
        after = settling.settle_us(length_m)
        assert settling.SUPPLY_V * (1 - exp(-after / charge)) == pytest.approx(
            settling.HIGH_V
        )


def test_a_board_that_waits_too_short_for_its_cables_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, "settle_us = 20", "settle_us = 16")
    with pytest.raises(SheetError) as refused:
        papers(path)
    assert str(refused.value) == (
        f"{path}:{line_of('settle_us = 20')}: sensor board depth waits 16 µs after a "
        "select line has changed; 1.4 m of wire need 17 µs, so raise board.settle_us "
        "or shorten the cables"
    )


def test_longer_cables_need_a_longer_wait(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TEXT + "\n[harness]\nrow_m = 3\n")
    with pytest.raises(SheetError, match=r"3\.7 m of wire need 32 µs"):
        papers(path)


def test_a_multiplexer_of_two_lanes_cannot_be_drawn(tmp_path: Path) -> None:
    path = changed(tmp_path, "lane_bits = 32", "lane_bits = 31")
    load(path)  # it can be played
    with pytest.raises(SheetError) as refused:
        papers(path)
    assert "M1 of sensor board depth has sensors of lane 0 and lane 1" in str(
        refused.value
    )


# The papers


def test_every_pin_of_a_board_goes_to_the_multiplexer_that_its_firmware_reads() -> None:
    for board in (DEPTH, GRID):
        assert board.multiplexers
        cables, _ = sensor_side.headers(board, harness.load(MAP))
        drawn: dict[str, set[str]] = {}
        for row, cable in zip(rows(board), cables, strict=True):
            flat = next(sensor_side.row_drawings(board, row, harness.load(MAP)))
            ends = {wire.start.pin: wire.end for wire in flat.cables[0].wires}
            for wire in cable.wires:
                end = ends[wire.end.pin]
                drawn.setdefault(wire.start.pin, set()).add(f"{end[0]} {end[1]}")
        for number, gpio in enumerate(board.multiplexers.signals):
            assert drawn[str(RIM[gpio])] == {f"M{number} SIG"}
        for number, gpio in enumerate(board.multiplexers.select):
            first = {row.multiplexers[0] for row in rows(board)}
            assert drawn[str(RIM[gpio])] == {f"M{which} S{number}" for which in first}


def test_every_channel_has_its_sensor_on_the_drawings() -> None:
    for board in (DEPTH, GRID):
        found = {}
        for row in rows(board):
            _, *leads = sensor_side.row_drawings(board, row, harness.load(MAP))
            for drawing in leads:
                labels = dict(drawing.connectors[1].pins)
                for wire in drawing.cables[0].wires:
                    if wire.start.pin.startswith("C"):
                        which = int(wire.start.connector[1:])
                        channel = int(wire.start.pin[1:])
                        found[16 * which + channel] = labels[wire.end.pin]
        assert found == {
            bit: f"{sensor.kind} {sensor.place}"
            for bit, sensor in enumerate(board.sensors)
            if sensor
        }


def test_the_parts_list_has_multiplexers_with_their_headers_and_cables() -> None:
    listed = papers(MAP).texts["parts.md"]
    assert "| 13 | CD74HC4067 breakout" in listed
    assert "8 for depth, 5 for grid" in listed
    assert "| 9 | box header, 2.54 mm, 10 pins |" in listed
    assert "ribbon cable, 10 ways" in listed


def test_the_bit_table_shows_the_calculation() -> None:
    said = papers(MAP).texts["bits.md"]
    assert "t = R · C · ln(V / (V − VIH))" in said
    assert "| C15 | hall depth:0:15 | unused |" in said
