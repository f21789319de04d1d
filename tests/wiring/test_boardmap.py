"""The board map: mark 1 as designed, and refusals of everything wrong."""

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
    Sensor,
    Strip,
    load,
)
from wiring.claims import Pin
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
BELOW = 'board = "below"\nfirst_hall_bit = 0'
SPI = 'driver = "spi"\ngpio = 10'
COLUMNS = "columns = 2"
READER = 'settle_us=20\nreaders=["play"]'
BEFORE_SEATS = SMALL[: SMALL.index("[[seat]]")]
BOTH = "is claimed by both"

Read = Callable[[str], BoardMap]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    monkeypatch.chdir(tmp_path)

    def read(text: str) -> BoardMap:
        path = Path("board.toml")
        path.write_text(text, encoding="utf-8", newline="")
        return load(path)

    return read


# Mark 1


def test_mark_1_has_159_pixels_and_each_has_one_place() -> None:
    table = load()
    assert table.strip.pixels == 159
    assert sorted(table.pixels.values()) == list(range(159))


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


# Smaller tables


def test_a_small_table_needs_only_a_strip(read: Read) -> None:
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
        pins=(Pin(10, "the strip", ("strip", "gpio")),),
    )


def test_a_depth_board_without_sensors_is_shown_and_not_sensed(
    read: Read,
) -> None:
    table = read(SMALL.replace('board = "below"\nfirst_hall_bit = 0\n', ""))
    assert table.depth == Depth(2, 3, 0, True)
    assert table.pixels["depth:1:0"] == 5
    assert table.boards[0].sensors[:6] == (None,) * 6
    assert table.boards[0].sensors[6] == Sensor("switch", "tile:0,0")


def test_a_button_without_a_pixel_is_an_unlit_button(read: Read) -> None:
    table = read(SMALL)
    assert table.buttons[-1] == Button("undo", 23, None)
    assert "undo" not in table.pixels


def test_pixels_can_be_listed_for_a_chain_that_goes_its_own_way(read: Read) -> None:
    listed = SMALL.replace("first_pixel = 6", "first_pixel = 6\npixels = [9, 20, 7, 6]")
    table = read(listed)
    assert [table.pixels[f"tile:{n // 2},{n % 2}"] for n in range(4)] == [9, 20, 7, 6]
    # The rest of the table stays as it was.
    assert table.pixels["depth:1:0"] == read(SMALL).pixels["depth:1:0"]
    assert table.grid
    assert table.grid.pixels == (9, 20, 7, 6)


def test_seats_are_sorted_however_they_are_written(read: Read) -> None:
    text = SMALL.replace("seat = 0", "seat = X").replace("seat = 1", "seat = 0")
    table = read(text.replace("seat = X", "seat = 1"))
    assert table.buttons[:2] == (Button("seat:0", 27, 11), Button("seat:1", 17, 10))


def test_inline_sections_and_windows_line_ends_are_welcome(read: Read) -> None:
    start = SMALL.index("[[seat]]")
    rows = "[{seat = 0, gpio = 17, pixel = 10}, {seat = 1, gpio = 27, pixel = 11}]"
    inline = f"seat = {rows}\n{SMALL[:start]}{SMALL[SMALL.index('[[control]]') :]}"
    assert read(inline.replace("\n", "\r\n")) == read(SMALL)


# What is refused, and on which line


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        # The file
        ("lanes = 2", "lanes 2", "14: this is not TOML"),
        ('readers = ["shoe", "play"]\n', "readers =", "64: this is not TOML"),
        ("lanes = 2", "lanes = " + "[" * 100_000, " brackets are nested too deeply"),
        # Sections and keys
        (SMALL, "", " the board map has no name"),
        ("[strip]", "[stripe]", "3: unknown section 'stripe'; did you mean 'strip'?"),
        ("gpio = 27", "pin = 27", "34: unknown key 'pin' in [[seat]]; known here: sea"),
        ("gpio = 10\n", "", "3: [strip] has no gpio; add it"),
        ("[depth]", "[[depth]]", "13: depth must be a section"),
        (SMALL, f"seat = 3\n{BEFORE_SEATS}", "1: seat must be a row of its own"),
        # Types and bounds
        ('name = "small"', 'name = "a\\nb"', "1: name must be up to 80 letters"),
        ('driver = "spi"', 'driver = "usb"', "4: strip.driver must be spi, pwm or pio"),
        ("gpio = 10", "gpio = 28", "5: strip.gpio must be a GPIO number from 2 to 27"),
        ('order = "GRB"', 'order = "GRBW"', "7: strip.order must be RGB, RBG, GRB, GB"),
        ("snake_pixels = true", "snake_pixels = 1", "17: depth.snake_pixels must be t"),
        ('"BBBB"', '"B B"', "63: board.usb_serial must be up to 40 letters, digits an"),
        ('"play"]', '"shoe"]', "64: board.readers must be a list such as"),
        ("pulse_min_us = 600", "pulse_min_us = 2400", "51: eliminator.pulse_min_us is"),
        (
            "strike_deg = 30",
            "strike_deg = -20.0",
            "48: eliminator.strike_deg is -20, a",
        ),
        ("supply_ma = 2000", "supply_ma = 29", "12: 30 dark pixels draw 30 mA, more c"),
        # Pins
        ("gpio = 27", "gpio = 17", f"34: GPIO17 {BOTH} seat 0's button and seat 1's b"),
        ("arm = 16", "arm = 13", f"45: GPIO13 {BOTH} eliminator.servo and eliminator."),
        ("gpio = 27", "gpio = 9", "34: GPIO9 is reserved for the strip's SPI bus"),
        ("fire = 26", "fire = 1", "46: GPIO1 is reserved for the ID EEPROM"),
        (SPI, 'driver = "spi"\ngpio = 18', "5: strip.gpio is 18, but the spi driver n"),
        # Pixels
        ("pixel = 12", "pixel = 11", f"39: pixel 11 {BOTH} seat 1's lamp and ok's lam"),
        ("first_pixel = 6", "first_pixel = 5", f"23: pixel 5 {BOTH} depth:1:0 and til"),
        ("first_pixel = 6", "first_pixel = 27", "23: tile:1,1 is pixel 30, but the ch"),
        (COLUMNS, f"{COLUMNS}\npixels = [6, 7, 8]", "23: grid.pixels lists 3 pixels f"),
        (COLUMNS, f"{COLUMNS}\npixels = 9", "23: grid.pixels must be a list of pixel "),
        # Seats and controls
        ("seat = 1", "seat = 0", "33: seat 0 is already declared on line 29"),
        (
            'name = "undo"',
            'name = "ok"',
            "41: control ok is already declared on line 37",
        ),
        ("seat = 1", "seat = 3", "33: seat 3 has no seat 1 before it; leave no gaps"),
        # Sensor boards
        ("hall_bit = 10", "hall_bit = 9", f"27: bit 9 of sensor board below {BOTH} ti"),
        ("hall_bit = 10", "hall_bit = 13", "27: tile:1,1's Hall sensor is bit 16 of s"),
        (SCANNED, "", "19: depth:0:0's Hall sensor is bit 0 of sensor board below, wh"),
        ('name = "below"', 'name = "belong"', "18: depth.board is 'below', but no [[b"),
        (BELOW, "first_hall_bit = 0", "18: depth.first_hall_bit needs a board"),
        ("first_hall_bit = 0\n", "", "18: depth.board is named, but none of its bits"),
        ('"BBBB"', '"AAAA"', f"63: USB serial AAAA {BOTH} sensor board below and sens"),
        ('"cards"', '"below"', "62: sensor board below is already declared on line 56"),
        ("settle_us = 20", READER, f"65: reader play {BOTH} sensor board below and se"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused_with_its_line(
    read: Read, old: str, new: str, words: str
) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(BoardMapError) as caught:
        read(SMALL.replace(old, new))
    assert str(caught.value).startswith(f"board.toml:{words}")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("true", "true"),
        (f'"{"2" * 50}"', f"'{'2' * 40}…'"),
        ("0x" + "F" * 9000, "a huge number"),
        ("[" * 50 + "]" * 50, "a list"),
    ],
)
def test_a_refused_value_is_shown_briefly(read: Read, value: str, shown: str) -> None:
    with pytest.raises(BoardMapError) as caught:
        read(SMALL.replace("lanes = 2", f"lanes = {value}"))
    assert str(caught.value) == (
        f"board.toml:14: depth.lanes must be a whole number from 1 to 8; it is {shown}"
    )


def test_the_owners_of_a_pin_are_named_in_the_order_of_the_file(read: Read) -> None:
    start, end = SMALL.index("[eliminator]"), SMALL.index("[[board]]")
    part = SMALL[start:end].replace("servo = 13", "servo = 27")
    text = BEFORE_SEATS + part + SMALL[len(BEFORE_SEATS) : start] + SMALL[end:]
    with pytest.raises(BoardMapError, match=f"GPIO27 {BOTH} eliminator.servo and seat"):
        read(text)


def test_without_spi_its_pins_are_free(read: Read) -> None:
    text = SMALL.replace(SPI, 'driver = "pwm"\ngpio = 18')
    table = read(text.replace("gpio = 27", "gpio = 9"))
    assert table.buttons[1] == Button("seat:1", 9, 11)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere.toml", "cannot be read (No such file or directory)"),
        (".", "cannot be read (Is a directory)"),
        ("a\0b", "cannot be read (a null in its name)"),
        ("latin.toml", "this line is not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    path: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin.toml").write_bytes(b'name = "x"\n# caf\xe9\n')
    with pytest.raises(BoardMapError) as caught:
        load(Path(path))
    assert str(caught.value).startswith(path)
    assert words in str(caught.value)


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


def test_a_missing_place_has_its_sections_line() -> None:
    assert find_line("[a]\n[b]\nx = 1\n", ("b", "y")) == 2
    assert find_line("a = 1\n", ("b",)) is None
    assert find_line("a = 1\n", ()) is None
    assert find_line("", ("a",)) is None


# Any file content

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
    """Return every pin in use; fail when one is used twice."""
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


@settings(deadline=None, max_examples=100)
@given(edits=st.lists(EDITS, min_size=1, max_size=6))
def test_any_damage_to_mark_1_gives_a_refusal_or_a_sound_map(
    scratch: Path, edits: list[tuple[str, int, str, str]]
) -> None:
    holds(edited(edits).encode(), scratch)


def read_all(path: Path) -> None:
    """Load the map and its sizes, which no game needs."""
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
