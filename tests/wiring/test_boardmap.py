"""The board map: mark 1 as designed, and a sentence for all that can be wrong."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.basics.locate import find_line
from controller.basics.sheet import Sheet
from wiring.boardmap import (
    DEFAULT,
    BoardMap,
    BoardMapError,
    Button,
    Depth,
    Eliminator,
    Grid,
    Sensor,
    Strip,
    load,
)
from wiring.geometry import sizes

SMALL = """\
name = "small"
bounce_ms = 20
[strip]
driver = "spi"
gpio = 10
pixels = 30
order = "GRB"
gamma = 2.2
brightness = 0.4
channel_ma = 20
idle_ma = 1
supply_ma = 2000
[depth]
lanes = 2
positions = 3
first_pixel = 0
snake_pixels = true
board = "below"
first_hall_bit = 0
[grid]
rows = 2
columns = 2
first_pixel = 6
snake_pixels = false
board = "below"
first_switch_bit = 6
first_hall_bit = 10
[[seat]]
seat = 0
gpio = 17
pixel = 10
[[seat]]
seat = 1
gpio = 27
pixel = 11
[[control]]
name = "ok"
gpio = 22
pixel = 12
[[control]]
name = "undo"
gpio = 23
[eliminator]
servo = 13
arm = 16
fire = 26
rest_deg = -20
strike_deg = 30
speed_deg_s = 300
stroke_ms = 400
pulse_min_us = 600
pulse_max_us = 2400
hold_ms = 500
cooldown_ms = 2000
[[board]]
name = "below"
usb_serial = "AAAA"
select = [2, 3, 4, 5]
signals = [6]
settle_us = 20
[[board]]
name = "cards"
usb_serial = "BBBB"
readers = ["shoe", "play"]
"""
SCANNED = "select = [2, 3, 4, 5]\nsignals = [6]\nsettle_us = 20\n"

Refusal = Callable[[str, str], str]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], BoardMap]:
    monkeypatch.chdir(tmp_path)

    def read(text: str) -> BoardMap:
        path = Path("board.toml")
        path.write_text(text, encoding="utf-8", newline="")
        return load(path)

    return read


@pytest.fixture
def refusal(read: Callable[[str], BoardMap]) -> Refusal:
    """The refusal of the small map after one change, which must hit one place."""

    def refusal(old: str, new: str) -> str:
        assert SMALL.count(old) == 1
        with pytest.raises(BoardMapError) as caught:
            read(SMALL.replace(old, new))
        return str(caught.value)

    return refusal


# Mark 1


def test_mark_1_has_159_pixels_and_each_has_one_place() -> None:
    table = load()
    assert table.strip.pixels == 159
    assert sorted(table.pixels.values()) == list(range(159))


def test_mark_1_runs_depth_board_then_tiles_then_seats_then_controls() -> None:
    places = load().pixels
    depth = {p: n for p, n in places.items() if p.startswith("depth:")}
    tiles = {p: n for p, n in places.items() if p.startswith("tile:")}
    assert len(depth) == 4 * 31
    assert set(depth.values()) == set(range(124))
    assert len(tiles) == 5 * 5
    assert set(tiles.values()) == set(range(124, 149))
    assert [places[f"seat:{seat}"] for seat in range(6)] == list(range(149, 155))
    controls = [places[control] for control in ("next", "ok", "undo", "why")]
    assert controls == [155, 156, 157, 158]


def test_every_other_lane_and_row_of_mark_1_runs_backwards() -> None:
    places = load().pixels
    assert places["depth:0:0"] == 0
    assert places["depth:0:30"] == 30
    assert places["depth:1:30"] == 31
    assert places["depth:1:0"] == 61
    assert places["depth:2:0"] == 62
    assert places["depth:3:0"] == 123
    assert places["tile:0,0"] == 124
    assert places["tile:1,4"] == 129
    assert places["tile:1,0"] == 133
    assert places["tile:4,4"] == 148


def test_mark_1_has_the_strip_buttons_and_eliminator_of_the_design() -> None:
    table = load()
    assert table.path == str(DEFAULT)
    assert table.name == "mark 1"
    assert table.bounce_ms == 25
    assert table.strip == Strip("spi", 10, 159, "GRB", 2.6, 0.5, 20, 1.0, 4000)
    assert table.buttons == (
        Button("seat:0", 4, 149),
        Button("seat:1", 17, 150),
        Button("seat:2", 27, 151),
        Button("seat:3", 22, 152),
        Button("seat:4", 5, 153),
        Button("seat:5", 6, 154),
        Button("next", 23, 155),
        Button("ok", 24, 156),
        Button("undo", 25, 157),
        Button("why", 12, 158),
    )
    assert table.depth == Depth(
        4, 31, 0, True, board="depth", first_hall_bit=0, lane_bits=32
    )
    assert table.grid == Grid(
        5,
        5,
        124,
        True,
        board="grid",
        first_switch_bit=0,
        first_hall_bit=5,
        row_bits=16,
    )
    assert table.eliminator == Eliminator(
        servo=13,
        arm=16,
        fire=26,
        rest_deg=-30.0,
        strike_deg=35.0,
        speed_deg_s=400,
        stroke_ms=350,
        pulse_min_us=600,
        pulse_max_us=2400,
        hold_ms=800,
        cooldown_ms=3000,
    )


def test_mark_1_has_a_hall_sensor_at_every_depth_and_two_sensors_under_every_tile() -> (
    None
):
    depth, grid, cards = load().boards
    lanes = [Sensor("hall", f"depth:{a}:{b}") for a in range(4) for b in range(31)]
    tiles = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
    assert (depth.name, grid.name, cards.name) == ("depth", "grid", "cards")
    assert [sensor for sensor in depth.sensors if sensor] == lanes
    assert {sensor for sensor in grid.sensors if sensor} == {
        *(Sensor("switch", tile) for tile in tiles),
        *(Sensor("hall", tile) for tile in tiles),
    }
    assert cards.sensors == ()
    assert (depth.readers, grid.readers, cards.readers) == ((), (), ("shoe", "play"))


def test_mark_1_leaves_free_the_pins_that_it_says_it_leaves_free() -> None:
    assert set(range(2, 28)) - pins(load()) == {2, 3, 7, 8, 9, 11} | {
        *(14, 15),
        *(18, 19, 20, 21),
    }


def test_the_map_cannot_be_changed_once_loaded() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        load().pixels["ok"] = 3  # type: ignore[index]


# Smaller tables


def test_a_small_table_needs_only_a_strip(read: Callable[[str], BoardMap]) -> None:
    table = read(SMALL[: SMALL.index("[depth]")])
    assert table == BoardMap(
        path="board.toml",
        name="small",
        strip=Strip("spi", 10, 30, "GRB", 2.2, 0.4, 20, 1, 2000),
        buttons=(),
        bounce_ms=20,
        pixels={},
        depth=None,
        grid=None,
        eliminator=None,
        boards=(),
    )


def test_a_depth_board_without_a_sensor_board_is_shown_and_not_sensed(
    read: Callable[[str], BoardMap],
) -> None:
    table = read(SMALL.replace('board = "below"\nfirst_hall_bit = 0\n', ""))
    assert table.depth == Depth(2, 3, 0, True)
    assert table.pixels["depth:1:0"] == 5
    assert table.boards[0].sensors[:6] == (None,) * 6
    assert table.boards[0].sensors[6] == Sensor("switch", "tile:0,0")


def test_a_button_without_a_pixel_is_an_unlit_button(
    read: Callable[[str], BoardMap],
) -> None:
    table = read(SMALL)
    assert table.buttons[-1] == Button("undo", 23, None)
    assert "undo" not in table.pixels


def test_straight_rows_all_run_the_same_way(read: Callable[[str], BoardMap]) -> None:
    pixels = read(SMALL).pixels
    tiles = [pixels[tile] for tile in ("tile:0,0", "tile:0,1", "tile:1,0", "tile:1,1")]
    assert tiles == [6, 7, 8, 9]


def test_pixels_can_be_listed_for_a_chain_that_goes_its_own_way(
    read: Callable[[str], BoardMap],
) -> None:
    listed = SMALL.replace("first_pixel = 6", "first_pixel = 6\npixels = [9, 20, 7, 6]")
    table = read(listed)
    assert [table.pixels[f"tile:{n // 2},{n % 2}"] for n in range(4)] == [9, 20, 7, 6]
    # The rest of the table stays as it was.
    assert table.pixels["depth:1:0"] == read(SMALL).pixels["depth:1:0"]
    assert table.grid
    assert table.grid.pixels == (9, 20, 7, 6)


@pytest.mark.parametrize(
    ("pixels", "words"),
    [
        (
            "[6, 7, 8]",
            "23: grid.pixels lists 3 pixels for 4 places; "
            "list one for each, row by row",
        ),
        (
            "[6, 7, 8, 5]",
            "23: pixel 5 is claimed by both depth:1:0 and tile:1,1; "
            "give one of them another pixel",
        ),
        (
            "[6, 7, 8, 8]",
            "23: pixel 8 is claimed by both tile:1,0 and tile:1,1; "
            "give one of them another pixel",
        ),
        (
            "[6, 7, 8, 30]",
            "23: tile:1,1 is pixel 30, but the chain ends at pixel 29; "
            "give it a lower one or raise strip.pixels",
        ),
        (
            "[6, 7, 8, true]",
            "23: grid.pixels must be a list of pixel numbers from 0 to 1023; "
            "it is a list",
        ),
        (
            "9",
            "23: grid.pixels must be a list of pixel numbers from 0 to 1023; it is 9",
        ),
    ],
)
def test_a_list_of_pixels_that_does_not_fit_is_refused(
    refusal: Refusal, pixels: str, words: str
) -> None:
    said = refusal("columns = 2", f"columns = 2\npixels = {pixels}")
    assert said == f"board.toml:{words}"


def test_seats_are_sorted_however_they_are_written(
    read: Callable[[str], BoardMap],
) -> None:
    text = SMALL.replace("seat = 0", "seat = X").replace("seat = 1", "seat = 0")
    table = read(text.replace("seat = X", "seat = 1"))
    assert table.buttons[:2] == (Button("seat:0", 27, 11), Button("seat:1", 17, 10))


def test_inline_sections_and_windows_line_ends_are_welcome(
    read: Callable[[str], BoardMap],
) -> None:
    start = SMALL.index("[[seat]]")
    rows = "[{seat = 0, gpio = 17, pixel = 10}, {seat = 1, gpio = 27, pixel = 11}]"
    inline = f"seat = {rows}\n{SMALL[:start]}{SMALL[SMALL.index('[[control]]') :]}"
    assert read(inline.replace("\n", "\r\n")) == read(SMALL)


# The file


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(BoardMapError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: the board map cannot be read (No such file or directory); "
        "check its path"
    )


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardMapError) as caught:
        load(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: the board map cannot be read (Is a directory); check its path"
    )


def test_a_path_with_a_null_in_it_is_refused() -> None:
    with pytest.raises(BoardMapError) as caught:
        load(Path("a\0b"))
    assert str(caught.value) == (
        "a\0b: the board map cannot be read (a null in its name); check its path"
    )


def test_bytes_that_are_not_utf_8_are_refused_at_their_line(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b'name = "x"\n# caf\xe9\n')
    with pytest.raises(BoardMapError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}:2: this line is not UTF-8 text; save the file as UTF-8"
    )


def test_a_syntax_error_is_refused_at_its_line(refusal: Refusal) -> None:
    assert refusal("lanes = 2", "lanes 2") == (
        "board.toml:14: this is not TOML "
        "(Expected '=' after a key in a key/value pair); mend the line"
    )


def test_a_syntax_error_at_the_very_end_is_refused_at_the_last_line(
    refusal: Refusal,
) -> None:
    assert refusal('readers = ["shoe", "play"]\n', "readers =") == (
        "board.toml:64: this is not TOML (Invalid value); mend the line"
    )


def test_a_key_written_twice_is_refused_at_the_second(refusal: Refusal) -> None:
    assert refusal("arm = 16", "arm = 16\narm = 18") == (
        "board.toml:46: this is not TOML (Cannot overwrite a value); mend the line"
    )


def test_endless_brackets_are_refused(refusal: Refusal) -> None:
    assert refusal("lanes = 2", "lanes = " + "[" * 100_000) == (
        "board.toml: brackets are nested too deeply; two levels are enough"
    )


def test_an_endless_number_is_refused(refusal: Refusal) -> None:
    assert refusal("lanes = 2", "lanes = " + "9" * 5000) == (
        "board.toml: a number has thousands of digits; write a shorter one"
    )


# Sections and keys


def test_an_empty_file_is_refused(read: Callable[[str], BoardMap]) -> None:
    with pytest.raises(BoardMapError) as caught:
        read("")
    assert str(caught.value) == (
        "board.toml: the board map has no name; add it: "
        "up to 80 letters of text, in quotes"
    )


def test_a_map_without_a_strip_is_refused(read: Callable[[str], BoardMap]) -> None:
    with pytest.raises(BoardMapError) as caught:
        read('name = "x"\nbounce_ms = 20\n')
    assert str(caught.value) == "board.toml: the board map has no [strip]; add one"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[strip]", "[stripe]", "3: unknown section 'stripe'; did you mean 'strip'?"),
        (
            "[depth]",
            "[lighthouse]",
            "13: unknown section 'lighthouse'; known here: "
            "strip, depth, grid, seat, control, eliminator, speaker, board, part, "
            "harness, colours, table, layers, lanes, tiles, buttons, sensor, piece, "
            "puck, servo, printer",
        ),
        (
            "bounce_ms = 20",
            "bounce = 20",
            "2: unknown key 'bounce' in the board map; did you mean 'bounce_ms'?",
        ),
        (
            "brightness = 0.4",
            "brigthness = 0.4",
            "9: unknown key 'brigthness' in [strip]; did you mean 'brightness'?",
        ),
        (
            "gpio = 27",
            "pin = 27",
            "34: unknown key 'pin' in [[seat]]; known here: seat, gpio, pixel",
        ),
        (
            "gpio = 27",
            f'"{"k" * 50}" = 27',
            f"34: unknown key '{'k' * 40}…' in [[seat]]; known here: seat, gpio, pixel",
        ),
        (
            "gpio = 27",
            "gpio = 27\n[seat.wire]\n",
            "35: unknown key 'wire' in [[seat]]; known here: seat, gpio, pixel",
        ),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_known_one(
    refusal: Refusal, old: str, new: str, words: str
) -> None:
    assert refusal(old, new) == f"board.toml:{words}"


@pytest.mark.parametrize(
    ("old", "words"),
    [
        ("gpio = 10\n", "3: [strip] has no gpio; add it: a GPIO number from 2 to 27"),
        ("lanes = 2\n", "13: [depth] has no lanes; add it: a whole number from 1 to 8"),
        ("gpio = 27\n", "32: [[seat]] has no gpio; add it: a GPIO number from 2 to 27"),
        (
            'usb_serial = "BBBB"\n',
            "61: [[board]] has no usb_serial; "
            "add it: up to 40 letters, digits and dashes, in quotes",
        ),
        (
            "arm = 16\n",
            "43: [eliminator] has no arm; add it: a GPIO number from 2 to 27",
        ),
    ],
)
def test_a_missing_key_is_refused_at_its_section(
    refusal: Refusal, old: str, words: str
) -> None:
    assert refusal(old, "") == f"board.toml:{words}"


def test_a_section_that_is_no_section_is_refused(refusal: Refusal) -> None:
    assert refusal("[depth]", "[[depth]]") == (
        "board.toml:13: depth must be a section; write [depth] above its keys"
    )


@pytest.mark.parametrize("value", ["3", "{}", "[1, 2]"])
def test_seats_that_are_no_rows_are_refused(
    read: Callable[[str], BoardMap], value: str
) -> None:
    with pytest.raises(BoardMapError) as caught:
        read(f"seat = {value}\n{SMALL[: SMALL.index('[[seat]]')]}")
    assert str(caught.value) == (
        "board.toml:1: seat must be a row of its own; write [[seat]] above it"
    )


# Types and bounds


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("true", "true"),
        ("2.0", "2.0"),
        ('"2"', "'2'"),
        (f'"{"2" * 50}"', f"'{'2' * 40}…'"),
        ("nan", "nan"),
        ("0", "0"),
        ("9", "9"),
        ("-1", "-1"),
        ("0x" + "F" * 9000, "a huge number"),
        ("[]", "[]"),
        ('["a", "b"]', "['a', 'b']"),
        ('["a", "b", "c", "d", "e"]', "a list"),
        ("[2]", "a list"),
        ("[" * 50 + "]" * 50, "a list"),
        ("{x = 2}", "a section"),
        ("2026-11-16", "a date or time"),
        ("07:30:00", "a date or time"),
    ],
)
def test_a_value_of_the_wrong_kind_or_size_is_refused(
    refusal: Refusal, value: str, shown: str
) -> None:
    assert refusal("lanes = 2", f"lanes = {value}") == (
        f"board.toml:14: depth.lanes must be a whole number from 1 to 8; it is {shown}"
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "small"', 'name = ""', "1: name must be {line}; it is ''"),
        ('name = "small"', "name = 1", "1: name must be {line}; it is 1"),
        ('name = "small"', 'name = "a\\nb"', "1: name must be {line}; it is 'a\\nb'"),
        (
            "bounce_ms = 20",
            "bounce_ms = 201",
            "2: bounce_ms must be a whole number from 1 to 200; it is 201",
        ),
        (
            'driver = "spi"',
            'driver = "usb"',
            "4: strip.driver must be spi, pwm or pio, in quotes; it is 'usb'",
        ),
        ("gpio = 10", "gpio = 28", "5: strip.gpio must be {gpio}; it is 28"),
        ("gpio = 10", "gpio = -1", "5: strip.gpio must be {gpio}; it is -1"),
        ("gpio = 27", "gpio = true", "34: seat.gpio must be {gpio}; it is true"),
        ("servo = 13", "servo = 40", "44: eliminator.servo must be {gpio}; it is 40"),
        (
            "pixels = 30",
            "pixels = 1025",
            "6: strip.pixels must be a whole number from 1 to 1024; it is 1025",
        ),
        (
            'order = "GRB"',
            'order = "GRG"',
            "7: strip.order must be {order}; it is 'GRG'",
        ),
        (
            'order = "GRB"',
            'order = "GRBW"',
            "7: strip.order must be {order}; it is 'GRBW'",
        ),
        ('order = "GRB"', "order = []", "7: strip.order must be {order}; it is []"),
        (
            "gamma = 2.2",
            "gamma = nan",
            "8: strip.gamma must be a number from 1 to 4; it is nan",
        ),
        (
            "brightness = 0.4",
            "brightness = 1.01",
            "9: strip.brightness must be a number from 0 to 1; it is 1.01",
        ),
        (
            "brightness = 0.4",
            "brightness = false",
            "9: strip.brightness must be a number from 0 to 1; it is false",
        ),
        (
            "snake_pixels = true",
            "snake_pixels = 1",
            "17: depth.snake_pixels must be true or false; it is 1",
        ),
        (
            "seat = 1",
            "seat = 6",
            "33: seat.seat must be a whole number from 0 to 5; it is 6",
        ),
        (
            'name = "ok"',
            'name = "okay"',
            "37: control.name must be next, ok, undo or why, in quotes; it is 'okay'",
        ),
        (
            "strike_deg = 30",
            "strike_deg = 90.5",
            "48: eliminator.strike_deg must be a number from -90 to 90; it is 90.5",
        ),
        (
            "pulse_min_us = 600",
            "pulse_min_us = 400",
            "51: eliminator.pulse_min_us must be a whole number from 500 to 2500; "
            "it is 400",
        ),
        (
            "hold_ms = 500",
            "hold_ms = 0",
            "53: eliminator.hold_ms must be a whole number from 200 to 10000; it is 0",
        ),
        (
            "cooldown_ms = 2000",
            "cooldown_ms = 0",
            "54: eliminator.cooldown_ms must be a whole number from 1000 to 60000; "
            "it is 0",
        ),
        ('"BBBB"', '"B B"', "63: board.usb_serial must be {word}; it is 'B B'"),
        ('"BBBB"', '""', "63: board.usb_serial must be {word}; it is ''"),
        ('"BBBB"', '"Bé"', "63: board.usb_serial must be {word}; it is 'Bé'"),
        (
            '"play"]',
            '"hat"]',
            "64: board.readers must be {readers}; it is ['shoe', 'hat']",
        ),
        (
            '"play"]',
            '"shoe"]',
            "64: board.readers must be {readers}; it is ['shoe', 'shoe']",
        ),
        ('"play"]', "[]]", "64: board.readers must be {readers}; it is a list"),
    ],
)
def test_a_value_out_of_bounds_is_refused_with_the_bounds(
    refusal: Refusal, old: str, new: str, words: str
) -> None:
    expected = words.format(
        line="up to 80 letters of text, in quotes",
        word="up to 40 letters, digits and dashes, in quotes",
        gpio="a GPIO number from 2 to 27",
        order="RGB, RBG, GRB, GBR, BRG or BGR, in quotes, no white channel",
        readers='a list such as ["shoe", "play"], no word twice',
    )
    assert refusal(old, new) == f"board.toml:{expected}"


def test_values_on_the_very_bounds_are_accepted(
    read: Callable[[str], BoardMap],
) -> None:
    text = SMALL.replace("brightness = 0.4", "brightness = 0")
    text = text.replace("gamma = 2.2", "gamma = 4").replace('"BBBB"', f'"{"B" * 40}"')
    table = read(text.replace('"small"', f'"{"s" * 80}"'))
    assert (table.strip.brightness, table.strip.gamma) == (0, 4)
    assert table.boards[1].usb_serial == "B" * 40
    assert table.name == "s" * 80


def test_words_just_too_long_are_refused(refusal: Refusal) -> None:
    assert refusal('"BBBB"', f'"{"B" * 41}"') == (
        "board.toml:63: board.usb_serial must be up to 40 letters, digits and dashes, "
        f"in quotes; it is '{'B' * 40}…'"
    )
    assert refusal('"small"', f'"{"s" * 81}"') == (
        "board.toml:1: name must be up to 80 letters of text, in quotes; "
        f"it is '{'s' * 40}…'"
    )


def test_a_pulse_range_the_wrong_way_round_is_refused(refusal: Refusal) -> None:
    assert refusal("pulse_min_us = 600", "pulse_min_us = 2400") == (
        "board.toml:51: eliminator.pulse_min_us is 2400, but pulse_max_us is 2400; "
        "the first must be the lower one"
    )


def test_a_striker_that_would_not_move_is_refused(refusal: Refusal) -> None:
    assert refusal("strike_deg = 30", "strike_deg = -20.0") == (
        "board.toml:48: eliminator.strike_deg is -20, and so is rest_deg; "
        "set them apart, or the striker does not move"
    )


def test_more_idle_current_than_the_supply_gives_is_refused(refusal: Refusal) -> None:
    assert refusal("supply_ma = 2000", "supply_ma = 29") == (
        "board.toml:12: 30 dark pixels draw 30 mA, more current than the supply gives "
        "(29 mA); shorten the chain or fit a stronger supply"
    )


def test_a_supply_just_strong_enough_is_accepted(
    read: Callable[[str], BoardMap],
) -> None:
    table = read(SMALL.replace("supply_ma = 2000", "supply_ma = 30"))
    assert table.strip.supply_ma == 30


# Pins


def test_a_pin_with_two_owners_is_refused_at_the_lower_one(refusal: Refusal) -> None:
    assert refusal("gpio = 27", "gpio = 17") == (
        "board.toml:34: GPIO17 is claimed by both seat 0's button and seat 1's button; "
        "give one of them another pin"
    )
    assert refusal("gpio = 22", "gpio = 10") == (
        "board.toml:38: GPIO10 is claimed by both the strip and ok's button; "
        "give one of them another pin"
    )
    assert refusal("arm = 16", "arm = 13") == (
        "board.toml:45: GPIO13 is claimed by both eliminator.servo and eliminator.arm; "
        "give one of them another pin"
    )


def test_the_owners_of_a_pin_are_named_in_the_order_of_the_file(
    read: Callable[[str], BoardMap],
) -> None:
    start, end = SMALL.index("[eliminator]"), SMALL.index("[[board]]")
    seats = SMALL.index("[[seat]]")
    part = SMALL[start:end].replace("servo = 13", "servo = 27")
    text = SMALL[:seats] + part + SMALL[seats:start] + SMALL[end:]
    with pytest.raises(BoardMapError) as caught:
        read(text)
    assert str(caught.value) == (
        "board.toml:46: GPIO27 is claimed by both eliminator.servo and "
        "seat 1's button; give one of them another pin"
    )


@pytest.mark.parametrize("gpio", [7, 8, 9, 11])
def test_the_pins_of_the_strip_s_spi_bus_are_reserved(
    refusal: Refusal, gpio: int
) -> None:
    assert refusal("gpio = 27", f"gpio = {gpio}") == (
        f"board.toml:34: GPIO{gpio} is reserved for the strip's SPI bus; "
        "give seat 1's button another pin"
    )


def test_without_spi_its_pins_are_free(read: Callable[[str], BoardMap]) -> None:
    text = SMALL.replace('driver = "spi"\ngpio = 10', 'driver = "pwm"\ngpio = 18')
    table = read(text.replace("gpio = 27", "gpio = 9"))
    assert table.buttons[1] == Button("seat:1", 9, 11)


@pytest.mark.parametrize("gpio", [0, 1])
def test_the_pins_of_the_id_eeprom_are_reserved(refusal: Refusal, gpio: int) -> None:
    assert refusal("fire = 26", f"fire = {gpio}") == (
        f"board.toml:46: GPIO{gpio} is reserved for the ID EEPROM; "
        "give eliminator.fire another pin"
    )
    strip = f'driver = "pio"\ngpio = {gpio}'
    assert refusal('driver = "spi"\ngpio = 10', strip) == (
        f"board.toml:5: GPIO{gpio} is reserved for the ID EEPROM; "
        "give the strip another pin"
    )


def test_a_strip_on_a_pin_that_its_driver_cannot_use_is_refused(
    refusal: Refusal,
) -> None:
    assert refusal("gpio = 10", "gpio = 18") == (
        "board.toml:5: strip.gpio is 18, but the spi driver needs GPIO10; "
        "move the wire or change strip.driver"
    )
    assert refusal('driver = "spi"', 'driver = "pwm"') == (
        "board.toml:5: strip.gpio is 10, but the pwm driver needs GPIO12 or 18 or 21; "
        "move the wire or change strip.driver"
    )


# Pixels


def test_a_pixel_with_two_lamps_is_refused(refusal: Refusal) -> None:
    assert refusal("pixel = 12", "pixel = 11") == (
        "board.toml:39: pixel 11 is claimed by both seat 1's lamp and ok's lamp; "
        "give one of them another pixel"
    )
    assert refusal("pixel = 12", "pixel = 9") == (
        "board.toml:39: pixel 9 is claimed by both tile:1,1 and ok's lamp; "
        "give one of them another pixel"
    )
    assert refusal("first_pixel = 6", "first_pixel = 5") == (
        "board.toml:23: pixel 5 is claimed by both depth:1:0 and tile:0,0; "
        "give one of them another pixel"
    )


def test_a_pixel_beyond_the_chain_is_refused(refusal: Refusal) -> None:
    assert refusal("pixel = 12", "pixel = 30") == (
        "board.toml:39: ok's lamp is pixel 30, but the chain ends at pixel 29; "
        "give it a lower one or raise strip.pixels"
    )
    assert refusal("first_pixel = 6", "first_pixel = 27") == (
        "board.toml:23: tile:1,1 is pixel 30, but the chain ends at pixel 29; "
        "give it a lower one or raise strip.pixels"
    )


# Seats and controls


def test_a_seat_or_control_declared_twice_is_refused(refusal: Refusal) -> None:
    assert refusal("seat = 1", "seat = 0") == (
        "board.toml:33: seat 0 is already declared on line 29; remove or rename one"
    )
    assert refusal('name = "undo"', 'name = "ok"') == (
        "board.toml:41: control ok is already declared on line 37; remove or rename one"
    )


def test_a_gap_between_seats_is_refused(refusal: Refusal) -> None:
    assert refusal("seat = 1", "seat = 3") == (
        "board.toml:33: seat 3 has no seat 1 before it; leave no gaps"
    )
    assert refusal("seat = 0", "seat = 2") == (
        "board.toml:33: seat 1 has no seat 0 before it; leave no gaps"
    )


# Sensor boards


def test_a_sensor_bit_with_two_owners_is_refused(refusal: Refusal) -> None:
    assert refusal("first_hall_bit = 10", "first_hall_bit = 9") == (
        "board.toml:27: bit 9 of sensor board below is claimed by both "
        "tile:1,1's switch and tile:0,0's Hall sensor; give one of them another bit"
    )
    assert refusal("first_switch_bit = 6", "first_switch_bit = 5") == (
        "board.toml:26: bit 5 of sensor board below is claimed by both "
        "depth:1:2's Hall sensor and tile:0,0's switch; give one of them another bit"
    )


def test_a_sensor_bit_beyond_its_board_is_refused(refusal: Refusal) -> None:
    assert refusal("first_hall_bit = 10", "first_hall_bit = 13") == (
        "board.toml:27: tile:1,1's Hall sensor is bit 16 of sensor board below, which "
        "has 16 bits counted from 0; start lower or add a multiplexer"
    )
    assert refusal(SCANNED, "") == (
        "board.toml:19: depth:0:0's Hall sensor is bit 0 of sensor board below, which "
        "has 0 bits counted from 0; start lower or add a multiplexer"
    )


def test_a_sensor_board_that_is_not_declared_is_refused(refusal: Refusal) -> None:
    assert refusal('name = "below"', 'name = "belong"') == (
        "board.toml:18: depth.board is 'below', but no [[board]] has that name; "
        "did you mean 'belong'?"
    )
    boards = SMALL[SMALL.index("[[board]]") :]
    assert refusal(boards, "") == (
        "board.toml:18: depth.board is 'below', but no [[board]] has that name; add one"
    )


def test_bits_without_a_board_and_a_board_without_bits_are_refused(
    refusal: Refusal,
) -> None:
    assert refusal('board = "below"\nfirst_hall_bit = 0', "first_hall_bit = 0") == (
        "board.toml:18: depth.first_hall_bit is a bit of no board; add depth.board"
    )
    assert refusal("first_hall_bit = 0\n", "") == (
        "board.toml:18: depth.board is named, but none of its bits; add first_hall_bit"
    )
    assert refusal("first_switch_bit = 6\nfirst_hall_bit = 10\n", "") == (
        "board.toml:25: grid.board is named, but none of its bits; "
        "add first_switch_bit or first_hall_bit"
    )


def test_two_boards_with_one_usb_serial_are_refused(refusal: Refusal) -> None:
    assert refusal('"BBBB"', '"AAAA"') == (
        "board.toml:63: USB serial AAAA is claimed by both sensor board below and "
        "sensor board cards; give one of them another serial"
    )


def test_two_boards_with_one_name_or_reader_are_refused(refusal: Refusal) -> None:
    assert refusal('name = "cards"', 'name = "below"') == (
        "board.toml:62: sensor board below is already declared on line 56; "
        "remove or rename one"
    )
    assert refusal("settle_us = 20", 'settle_us=20\nreaders=["play"]') == (
        "board.toml:65: reader play is claimed by both sensor board below and "
        "sensor board cards; give one of them another reader"
    )


# Lines


def test_a_line_is_found_past_strings_arrays_and_comments_that_look_like_toml() -> None:
    text = (
        'a = """\n[strip]\ngpio = 1\\"""\n""""\n'
        "b = '''\n[strip]\n'''\n"
        'c = [ # ] [strip]\n  "]", [1,\n 2]]\n'
        "# [strip]\n"
        "\n"
        '[ strip ] # gpio = 2\r\n"gp\\u0069o" = 3\n'
        "'gamma' = { x = '}' }\n"
        "[[row]]\n[[ row ]]\nkey = 1\n[row.sub]\nkey = 2\n[[row.sub.deep]]\nkey = 3\n"
        "dotted.key = 4"
    )
    assert find_line(text, ("a",)) == 1
    assert find_line(text, ("b",)) == 5
    assert find_line(text, ("c",)) == 8
    assert find_line(text, ("strip",)) == 13
    assert find_line(text, ("strip", "gpio")) == 14
    assert find_line(text, ("strip", "gamma", "x")) == 15
    assert find_line(text, ("row", 0)) == 16
    assert find_line(text, ("row", 1)) == 17
    assert find_line(text, ("row", 1, "key")) == 18
    assert find_line(text, ("row", 1, "sub", "key")) == 20
    assert find_line(text, ("row", 1, "sub", "deep", 0, "key")) == 22
    assert find_line(text, ("row", 1, "sub", "deep", 0, "dotted", "key")) == 23


def test_a_place_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    assert find_line("[a]\n[b]\nx = 1\n", ("b", "y")) == 2
    assert find_line("a = 1\n", ("b",)) is None
    assert find_line("a = 1\n", ()) is None
    assert find_line("", ("a",)) is None


# Whatever the file holds

MARK_1 = DEFAULT.read_text(encoding="utf-8").splitlines()
VALUES = st.sampled_from(
    [
        *("true", "0", "-1", "1", "13", "26", "158", "1e400", "nan", "0x" + "F" * 9000),
        *('"depth"', '"ok"', '"\\u0000"', "''", "[]", "[[]]", "{}", '["shoe"]'),
        *("2026-11-16", "9" * 5000, "[" * 3000, "{", '"', "'''", "", "= 3"),
    ]
)
LINES = st.one_of(
    st.sampled_from(MARK_1),
    st.text(max_size=30),
    st.builds(
        "{} = {}".format, st.sampled_from(["gpio", "seat", "select", "x.y"]), VALUES
    ),
)
EDITS = st.tuples(
    st.sampled_from(["delete", "double", "replace", "revalue"]),
    st.integers(0, len(MARK_1) - 1),
    LINES,
    VALUES,
)


def edited(edits: list[tuple[str, int, str, str]]) -> str:
    lines = list(MARK_1)
    for edit, number, line, value in edits:
        at = number % len(lines)
        match edit:
            case "delete":
                lines[at] = ""
            case "double":
                lines.insert(at, lines[at])
            case "replace":
                lines[at] = line
            case "revalue":
                lines[at] = f"{lines[at].partition('=')[0]}= {value}"
    return "\n".join(lines)


def pins(table: BoardMap) -> set[int]:
    """Every pin in use; fails when one is used twice."""
    used = [table.strip.gpio, *(button.gpio for button in table.buttons)]
    if part := table.eliminator:
        used += [pin for pin in (part.servo, part.arm, part.fire) if pin is not None]
    assert len(used) == len(set(used))
    return set(used)


def holds(data: bytes, path: Path) -> BoardMap | None:
    """Load the bytes: a sound map, or None after a proper refusal."""
    path.write_bytes(data)
    try:
        table = load(path)
    except BoardMapError as refusal:
        message = str(refusal)
        assert message.startswith(f"{path}:")
        assert len(message.splitlines()) == 1
        place = message.removeprefix(f"{path}:").partition(": ")[0]
        if place.isdecimal():
            assert 1 <= int(place) <= data.count(b"\n") + 1
        return None
    assert pins(table) <= set(range(2, 28))
    assert len(set(table.pixels.values())) == len(table.pixels)
    assert set(table.pixels.values()) <= set(range(table.strip.pixels))
    assert len({board.usb_serial for board in table.boards}) == len(table.boards)
    return table


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boards") / "board.toml"


@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_give_a_refusal(scratch: Path, data: bytes) -> None:
    assert holds(data, scratch) is None


@settings(deadline=None)
@given(text=st.text(alphabet="ab=\"'[]{}.,#\\\n\r\t 0_-:é\u2028", max_size=60))
def test_any_text_that_looks_like_toml_gives_a_refusal(
    scratch: Path, text: str
) -> None:
    assert holds(text.encode(), scratch) is None


@settings(deadline=None, max_examples=300)
@given(edits=st.lists(EDITS, min_size=1, max_size=6))
def test_any_damage_to_mark_1_gives_a_refusal_or_a_sound_map(
    scratch: Path, edits: list[tuple[str, int, str, str]]
) -> None:
    holds(edited(edits).encode(), scratch)


def read_all(path: Path) -> None:
    """The sizes too, which stop no game and are looked at only where they are used."""
    load(path)
    sizes.load(Sheet(path, "the board map"))


@settings(deadline=None)
@given(at=st.integers(0, len(MARK_1)), comment=st.text('"[=]x', max_size=5))
def test_a_stray_key_is_refused_at_the_very_line_it_stands_on(
    scratch: Path, at: int, comment: str
) -> None:
    lines = [*MARK_1[:at], f"stray = 1 #{comment}", *MARK_1[at:]]
    scratch.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BoardMapError) as caught:
        read_all(scratch)
    assert str(caught.value).startswith(f"{scratch}:{at + 1}: unknown key 'stray' in ")


# Cost


def test_importing_the_board_map_loads_nothing_heavy() -> None:
    code = (
        "import sys, wiring.boardmap; "
        "sys.exit(' '.join({'tomllib', 'difflib', 'dataclasses', 'inspect', 'asyncio'}"
        " & set(sys.modules)))"
    )
    root = DEFAULT.parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True
    )
    assert done.stderr.strip() == ""
