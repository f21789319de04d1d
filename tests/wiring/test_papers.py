"""What the papers say: pins, bits, parts and the way of the chain."""

import ast
import csv
import io
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import wiring
from controller import games
from controller.chance.house import Houses
from tests.support.ours import OURS
from wiring import boardmap, harness
from wiring.papers.folder import papers
from wiring.papers.harness import header, pi_side, sensor_side
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.power import power
from wiring.papers.pictures.chain import Piece, chain, pieces
from wiring.sensor_boards import READER_PINS

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}
ROOT = boardmap.DEFAULT.parents[2]
SERVO = 'driver = "gpio"         # pulses by software; "pwm" and "pca9685" jitter less'


def drawings_of(path: Path) -> list[Drawing]:
    board, wires = boardmap.load(path), harness.load(path)
    return [
        *pi_side.drawings(board, wires, power(board, wires)),
        *sensor_side.drawings(board, wires),
    ]


def on_pca9685(folder: Path) -> Path:
    text = boardmap.DEFAULT.read_text()
    assert SERVO in text
    text = text.replace(SERVO, 'driver = "pca9685"')
    text = re.sub(r"servo = 13 .*", "i2c_address = 0x40\ni2c_channel = 3", text)
    path = folder / "pca.toml"
    path.write_text(text)
    return path


# Pins

KNOB = """
[[part]]
driver = "encoder"
name = "big-knob"
a_gpio = 2
b_gpio = 3
push_gpio = 14
"""


def test_a_part_of_its_own_is_in_every_paper(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"{boardmap.DEFAULT.read_text()}{KNOB}")
    made = papers(path)
    pins = made.texts["pins.md"]
    for pin, gpio, label in (
        (3, "GPIO2", "a"),
        (5, "GPIO3", "b"),
        (8, "GPIO14", "push"),
    ):
        line = rf"^\| {pin} \| {gpio} \| big-knob, pin {label} \| \w+ \| W90 \|"
        assert re.search(line, pins, re.MULTILINE), label
    assert "| 6 | GND | big-knob, pin GND | black | W90 |" in pins
    rows = [*csv.reader(io.StringIO(made.texts["parts.csv"]))]
    assert ["1", "encoder", "big-knob"] in [row[:3] for row in rows]
    assert "![Big knob](harness/part-big-knob.svg)" in made.texts["harness.md"]
    assert "part-big-knob" in made.sources


@pytest.mark.parametrize(
    ("gpio", "pin"), [(2, 3), (4, 7), (10, 19), (13, 33), (17, 11), (26, 37), (21, 40)]
)
def test_a_gpio_is_found_on_the_header(gpio: int, pin: int) -> None:
    assert header.position(gpio) == pin


def test_the_nearest_ground_is_taken() -> None:
    assert [header.nearest("GND", pin) for pin in (7, 16, 19, 29, 37)] == [
        9, 14, 20, 30, 39,
    ]  # fmt: skip


@pytest.mark.parametrize("name", MAPS)
def test_every_pin_of_the_map_is_in_the_pin_out_with_its_wire(name: str) -> None:
    board = boardmap.load(MAPS[name])
    said = papers(MAPS[name]).texts["pins.md"]
    gpios = {board.strip.gpio, *(button.gpio for button in board.buttons)}
    if row := board.eliminator:
        gpios |= {row.arm, row.fire} | ({row.servo} if row.servo else set())
    if board.speaker and board.speaker.driver == "i2s":
        gpios |= {18, 19, 21}
    for gpio in gpios:
        line = rf"^\| {header.position(gpio)} \| GPIO{gpio} \| \S.* \| \w+ \| W\d+ \|"
        assert re.search(line, said, re.MULTILINE), gpio
    listed = re.findall(r"^\| \d+ \| GPIO(\d+) \|", said, re.MULTILINE)
    assert sorted(map(int, listed)) == sorted(gpios)


@pytest.mark.parametrize("name", MAPS)
def test_no_pin_but_power_and_ground_has_two_wires(name: str) -> None:
    ends = Counter(
        wire.start.pin
        for drawing in drawings_of(MAPS[name])
        for cable in drawing.cables
        for wire in cable.wires
        if wire.start.connector == "J8"
    )
    names = {str(number): called for number, called in header.pins()}
    twice = {names[pin] for pin, count in ends.items() if count > 1}
    assert twice <= {"GND", "5V"}


@pytest.mark.parametrize("name", MAPS)
def test_every_wire_ends_at_pins_that_are_drawn_and_every_part_has_one(
    name: str,
) -> None:
    for drawing in drawings_of(MAPS[name]):
        pins = {(c.name, n) for c in drawing.connectors for n, _ in c.pins}
        wires = [wire for cable in drawing.cables for wire in cable.wires]
        ends = {tuple(end) for wire in wires for end in (wire.start, wire.end)}
        assert ends == pins, drawing.name
        assert all(cable.length_m > 0 for cable in drawing.cables)


@pytest.mark.parametrize("name", MAPS)
def test_no_two_cables_have_the_same_name(name: str) -> None:
    per_board: Counter[tuple[str, str]] = Counter()
    for drawing in drawings_of(MAPS[name]):
        # Each sensor board counts its own.
        owner = drawing.name.split("-")[0] if "-" in drawing.name else ""
        per_board.update((owner, cable.name) for cable in drawing.cables)
    assert set(per_board.values()) == {1}


def test_a_servo_on_a_pca9685_is_wired_to_its_board(tmp_path: Path) -> None:
    path = on_pca9685(tmp_path)
    said = papers(path).texts["pins.md"]
    assert "| 3 | GPIO2 | U2, pin SDA | violet | W72 | 0.2 m |" in said
    assert "| 5 | GPIO3 | U2, pin SCL | grey | W72 | 0.2 m |" in said
    assert "| 1 | PCA9685 board |" in papers(path).texts["parts.md"]


# Sensors


def constants(path: Path) -> dict[str, object]:
    found: dict[str, object] = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                continue
            if isinstance(target, ast.Tuple):
                names = [ast.unparse(name) for name in target.elts]
                found |= dict(zip(names, value, strict=True))
            else:
                found[ast.unparse(target)] = value
    return found


def test_the_pico_is_wired_to_the_pins_that_its_firmware_uses() -> None:
    chip = constants(ROOT / "firmware" / "chip.py")
    assert chip["_READER_PINS"] == READER_PINS


def test_every_sensor_is_in_the_bit_table_and_on_one_wire() -> None:
    for path in MAPS.values():
        board, said = boardmap.load(path), papers(path).texts["bits.md"]
        plugged = Counter(
            label
            for drawing in drawings_of(path)
            for connector in drawing.connectors
            if connector.kind == "sensors"
            for _, label in connector.pins
        )
        for one in board.boards:
            for sensor in filter(None, one.sensors):
                assert said.count(f"| {sensor.kind} {sensor.place} ") == 1
                assert plugged[f"{sensor.kind} {sensor.place}"] == 1


def test_a_table_without_sensors_has_no_bits() -> None:
    assert "This table has no sensors" in papers(MAPS["mini"]).texts["bits.md"]


# Parts


def bought(path: Path) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(papers(path).texts["parts.csv"]))
    return {row["part"]: row["quantity"] for row in rows}


def test_the_parts_of_mark_1_are_counted() -> None:
    parts = bought(MAPS["mark1"])
    assert parts["WS2812B strip, 5 V, 60 lamps a metre, 10 mm wide"] == "2.7 m"
    assert parts["push button, normally open, 30 mm hole"] == "6"
    # `fire` is one of them.
    assert parts["push button, normally open, 24 mm hole"] == "5"
    assert parts["Raspberry Pi Pico or Pico 2"] == "3"
    assert parts["CD74HC4067 breakout, 16 channels, pins soldered in"] == "13"
    assert parts["push switch 6 × 6 mm, normally open"] == "25"
    hall = "Hall switch TI DRV5032AJ, TO-92, low at a magnet, for 3.3 V"
    assert parts[hall] == "149"
    # A pirate and an anchor for each of four lanes, a robot for each of six seats.
    assert parts["disc magnet N45, 8 × 3 mm"] == "14"
    # Five for the top, four for the carrier, four for the floor.
    assert parts["plywood 3 mm, 600 × 400 mm"] == "13"
    assert parts["opal acrylic 3 mm, 600 × 400 mm"] == "1"
    assert parts["dot of soft foam, 5 mm thick, 8 mm wide"] == "100"
    assert parts["screw M3 with spacers, 59 mm between the nuts"] == "21"
    assert parts["screw M3 with spacers, 11 mm between the nuts"] == "1"
    # 5 V: from F1, three feeds, U1, C1; ground: the same and more. Five wires each.
    assert parts["5 V terminal block: lever connector, 5 wires"] == "4"
    assert parts["PN532 board with HSU"] == "2"
    assert parts["fuse 5 A, slow, 5 × 20 mm"] == "1"
    assert parts["fuse holder, in the wire"] == "1"
    assert parts["JST-XH 2"] == "11"
    assert parts["ribbon cable, 10 ways"] == "10.9 m"


def test_the_puck_has_its_magnet_screws_and_handle() -> None:
    parts = bought(MAPS["mark1"])
    assert parts["disc magnet N48, 6 × 2 mm"] == "1"
    assert parts["screw M3 × 8 mm"] == "2"
    # Nearly 400 mm from the farthest tile to the front, and a hand more.
    assert parts["dowel 6 mm, 500 mm long"] == "1"
    assert not any(part.startswith("dowel") for part in bought(MAPS["mini"]))


@pytest.mark.parametrize("name", MAPS)
def test_every_part_can_be_ordered_by_a_number_or_a_standard(name: str) -> None:
    rows = csv.DictReader(io.StringIO(papers(MAPS[name]).texts["parts.csv"]))
    for row in rows:
        assert len(row["maker's number"]) > 3, row["part"]
        assert row["or"], row["part"]


def numbered(name: str) -> dict[str, dict[str, str]]:
    rows = csv.DictReader(io.StringIO(papers(MAPS[name]).texts["parts.csv"]))
    return {row["part"]: row for row in rows}


def test_what_comes_in_sizes_has_the_number_of_its_size() -> None:
    rows = numbered("mark1")
    for part, number in {
        "fuse 5 A, slow, 5 × 20 mm": "Littelfuse 0218005.MXP",
        "fuse 2 A, slow, 5 × 20 mm": "Littelfuse 0218002.MXP",
        "resistor 330 Ω": "Yageo MFR-25FRF52-330R",
        "resistor 10 kΩ": "Yageo MFR-25FRF52-10K",
        "wire AWG 20 (0.52 mm²), red": "Alpha Wire 3053",
        "wire AWG 24 (0.2 mm²), red": "Alpha Wire 3050",
        "ribbon cable, 10 ways": "3M 3365/10",
        "box header, 2.54 mm, 10 pins": "Würth 61201021621 and 61201023021",
    }.items():
        assert rows[part]["maker's number"] == number
    assert "Adafruit 658" in rows["5 V supply, 8 A, in a closed case"]["maker's number"]
    small = numbered("grid-only")["5 V supply, 2 A, in a closed case"]
    assert "Adafruit 276" in small["maker's number"]
    assert small["for"] == "the strip"  # no servo there


def test_every_game_has_stickers_for_its_cards() -> None:
    houses = Houses()
    decks = [games.deck(game, houses.of(game)) for game in map(games.find, OURS)]
    cards = sum(card.copies for deck in decks for card in deck)
    assert bought(MAPS["mark1"])["NTAG213 sticker, 25 mm"] == str(cards)


@pytest.mark.parametrize("name", MAPS)
def test_every_part_says_its_number_or_that_any_will_do_and_a_price_with_its_date(
    name: str,
) -> None:
    rows = list(csv.DictReader(io.StringIO(papers(MAPS[name]).texts["parts.csv"])))
    for row in rows:
        assert row["maker's number"]
        assert row["or"]
        assert row["each, about (2026-11)"].endswith(" EUR"), row["part"]
    named = [row for row in rows if row["maker's number"] != "–"]
    assert len(named) > len(rows) / 3
    assert "estimates, not offers" in papers(MAPS[name]).texts["parts.md"]


def test_a_wider_pitch_takes_more_wire_and_nothing_else_is_edited(
    tmp_path: Path,
) -> None:
    path = tmp_path / "wider.toml"
    text = MAPS["mark1"].read_text()
    path.write_text(text.replace("pitch_mm = 70", "pitch_mm = 76"))
    before, after = bought(MAPS["mark1"]), bought(path)
    joint = "wire AWG 24 (0.2 mm²), three colours together"
    assert float(after[joint][:-2]) > float(before[joint][:-2])


def test_a_mini_table_needs_no_second_supply_and_no_pico() -> None:
    parts = bought(MAPS["mini"])
    assert not [part for part in parts if part.startswith("5 V supply")]
    assert not [name for name in parts if "Pico" in name]
    assert parts["push button, normally open, 12 mm hole"] == "2"
    assert parts["WS2812B strip, 5 V, 30 lamps a metre, 10 mm wide"] == "0.9 m"


@pytest.mark.parametrize("name", MAPS)
def test_the_list_is_the_same_as_csv_and_as_a_table(name: str) -> None:
    texts = papers(MAPS[name]).texts
    table = [line for line in texts["parts.md"].splitlines() if line.startswith("| ")]
    rows = [line.strip("| ").split(" | ") for line in (table[0], *table[2:])]
    assert rows == list(csv.reader(io.StringIO(texts["parts.csv"])))


# The chain


def test_the_chain_is_cut_between_its_fields_and_at_every_button() -> None:
    found = pieces(boardmap.load())
    assert found[:3] == (
        Piece("the Depth Board", 0, 123),
        Piece("the tile grid", 124, 148),
        Piece("seat 0", 149, 149),
    )
    assert len(found) == 12
    mini = boardmap.load(MAPS["mini"])
    longer = mini._replace(strip=mini.strip._replace(pixels=30))
    assert pieces(longer)[-1] == Piece("spare pixels", 27, 29)


@pytest.mark.parametrize("name", MAPS)
def test_the_picture_of_the_chain_shows_every_pixel_once_and_goes_through_all(
    name: str,
) -> None:
    board, wires = boardmap.load(MAPS[name]), harness.load(MAPS[name])
    svg = chain(board, power(board, wires))
    numbers = [int(n) for n in re.findall(r'<text class="n"[^>]*>(\d+)<', svg)]
    assert sorted(numbers) == sorted(board.pixels.values())
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="13"', svg)
    at = dict(zip(numbers, circles, strict=True))
    (line,) = re.findall(r'points="([^"]+)"', svg)
    points = [tuple(point.split(",")) for point in line.split()]
    passed = [points.index(at[pixel]) for pixel in sorted(at)]
    assert passed == sorted(passed)
    # No two lamps lie over each other.
    assert len(set(circles)) == len(circles)


def test_the_way_of_the_chain_crosses_no_other_lamp() -> None:
    for path in MAPS.values():
        board = boardmap.load(path)
        svg = chain(board, power(board, harness.load(path)))
        found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="13"', svg)
        lamps = [(float(x), float(y)) for x, y in found]
        (line,) = re.findall(r'points="([^"]+)"', svg)
        points = [
            (float(p.split(",")[0]), float(p.split(",")[1])) for p in line.split()
        ]
        for (x1, y1), (x2, y2) in pairwise(points):
            for x, y in lamps:
                if (x, y) in ((x1, y1), (x2, y2)):
                    continue
                near_x = min(max(x, min(x1, x2)), max(x1, x2))
                near_y = min(max(y, min(y1, y2)), max(y1, y2))
                assert abs(x - near_x) + abs(y - near_y) > 13, (path.name, x, y)


def test_a_part_has_a_number_of_its_own_kind() -> None:
    numbers = {
        "breadboard": "BusBoard",
        "terminal block": "WAGO",
        "box header": "Würth",
        "jumper": "Adafruit",
        "servo plug": "Harwin",
        "breakout": "SparkFun",
    }
    seen = set()
    for path in MAPS.values():
        for row in csv.DictReader(io.StringIO(papers(path).texts["parts.csv"])):
            for word, number in numbers.items():
                if row["part"].startswith(word) or f" {word}" in row["part"]:
                    assert number in row["maker's number"], row
                    seen.add(word)
    assert seen == set(numbers)
