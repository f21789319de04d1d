"""The papers: pins, bits, parts, and the chain of pixels."""

import ast
import csv
import io
import re
from collections import Counter
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest

from controller import games
from controller.chance.house import Houses
from tests.support.ours import OURS
from tests.wiring import MAPS, bundled, load, papers
from wiring import boardmap, harness
from wiring.geometry.mounted import mounted, sensor_at
from wiring.geometry.shapes import Circle, between
from wiring.geometry.striker import KEPT
from wiring.papers.harness import header, sensor_side
from wiring.papers.harness.cables import Piece, pieces
from wiring.papers.harness.power import GAUGES, STRIP_OHM_M
from wiring.papers.harness.sensor_side import RIM
from wiring.papers.pictures.marks import Line, Picture, Words
from wiring.papers.pictures.scenery import overview
from wiring.sensor_boards import READER_PINS, rows

ROOT = boardmap.DEFAULT.parents[2]


# Cables


@pytest.mark.parametrize("name", MAPS)
def test_each_cable_has_a_unique_name_on_the_whole_table(name: str) -> None:
    found = Counter(c.name for d in bundled(MAPS[name]).drawings for c in d.cables)
    assert [cable for cable, times in found.items() if times > 1] == []
    assert all(re.fullmatch(r"W\d+", cable) for cable in found)


def test_the_overview_names_every_long_cable_once_and_covers_no_name() -> None:
    found = bundled(MAPS["mark1"])
    drawn = next(found.pictures())
    said = [mark for mark in drawn.marks if isinstance(mark, Words)]
    names = Counter(mark.text.split()[0] for mark in said if mark.text[0] == "W")
    assert set(names.values()) == {1}
    long = {
        cable.name
        for drawing in found.drawings
        for cable in drawing.cables
        if cable.length_m > 0.15
    }
    assert long <= set(names)
    for one, other in combinations(said, 2):
        across = abs(one.middle - other.middle) < (one.width + other.width) / 2
        down = abs(one.at.y - other.at.y) < min(one.size, other.size)
        assert not (across and down), (one.text, other.text)
    for mark in said:
        assert mark.middle - mark.width / 2 >= 0
        assert mark.middle + mark.width / 2 <= drawn.width
    # The dot at a cable's end is beside all words.
    lines = [mark for mark in drawn.marks if isinstance(mark, Line)]
    dots = [line.points[0] for line in lines if line.fill == line.colour and line.width]
    assert len(dots) == len(names)
    for dot, words in product(dots, said):
        is_level = words.at.y - 0.9 * words.size < dot.y < words.at.y
        assert not (is_level and abs(dot.x - words.middle) < words.width / 2), words


def test_a_cables_head_says_where_it_begins_before_it_says_where_it_ends() -> None:
    sheets_of = {one.name: one for one in bundled(MAPS["mark1"]).pictures()}
    said = {
        mark.text
        for name in ("buttons", "depth-lane-0")
        for mark in sheets_of[name].marks
        if isinstance(mark, Words)
    }
    pi, block = "J8 (the Pi's header)", "D2 (ground block, beside the Pi)"
    assert f"{pi} and {block} to seat 0 (button)" in said
    end = "(CD74HC4067 on its stripboard)"
    assert f"L0 (header of lane 0) to M0 {end} to M1 {end}" in said


# Pins

KNOB = """
[[part]]
driver = "encoder"
name = "big-knob"
a_gpio = 2
b_gpio = 3
push_gpio = 14
"""


def test_an_optional_part_is_in_every_paper(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"{boardmap.DEFAULT.read_text()}{KNOB}")
    made = papers(path)
    pins = made["pins.md"]
    for pin, gpio, label in (
        (3, "GPIO2", "a"),
        (5, "GPIO3", "b"),
        (8, "GPIO14", "push"),
    ):
        line = rf"^\| {pin} \| {gpio} \| big-knob, pin {label} \| \w+ \| W90 \|"
        assert re.search(line, pins, re.MULTILINE), label
    assert "| 6 | GND | big-knob, pin GND | black | W90 |" in pins
    rows = [*csv.reader(io.StringIO(made["parts.csv"]))]
    assert ["1", "encoder", "big-knob"] in [row[:3] for row in rows]
    assert "![Big knob](harness/part-big-knob.svg)" in made["harness.md"]
    assert "harness/part-big-knob.svg" in made


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
    said = papers(MAPS[name])["pins.md"]
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
def test_no_pin_of_the_header_has_two_wires(name: str) -> None:
    ends = Counter(
        wire.start.pin
        for drawing in bundled(MAPS[name]).drawings
        for _, wire in drawing.wires
        if wire.start.connector == "J8"
    )
    names = {str(number): called for number, called in header.pins()}
    twice = {names[pin] for pin, count in ends.items() if count > 1}
    assert not twice  # one socket a pin


@pytest.mark.parametrize("name", ["mark1", "grid-only"])
def test_the_headers_picture_has_every_wire_beside_its_pin(name: str) -> None:
    found = bundled(MAPS[name])
    (drawn,) = (one for one in found.pictures() if one.name == "header")
    said = {mark.text: mark.at for mark in drawn.marks if isinstance(mark, Words)}
    for drawing in found.drawings:
        for cable, wire in drawing.wires:
            if wire.start.connector == "J8":
                to = f": {wire.end[0]}, pin {wire.end[1]}, {cable.name}, "
                (label,) = (words for words in said if to in words)
                assert said[label].y == pytest.approx(said[wire.start.pin].y, abs=1)


def test_the_speaker_has_a_cable_from_its_amplifier() -> None:
    table = load(MAPS["mark1"])
    cables = {c.name: c for d in bundled(MAPS["mark1"]).drawings for c in d.cables}
    assert {wire.ends for wire in cables["W81"].wires} == {
        (("U3", "+"), ("LS1", "+")),
        (("U3", "−"), ("LS1", "−")),
    }
    at = next(f.shape.centre for f in table.cuts("top") if f.owner == "the speaker")
    chip = next(one for one in mounted(table.board, table.layout) if "chip" in one.name)
    assert cables["W81"].length_m >= dist(at, chip.shape.centre) / 1000


def test_the_resistor_is_at_the_pixels_end_of_a_long_wire() -> None:
    """A short wire from a breadboard has it there; then the feed brings the ground."""
    for name, is_long in (("mark1", True), ("mini", False)):
        cables = {c.name: c for d in bundled(MAPS[name]).drawings for c in d.cables}
        assert (cables["W22"].length_m > cables["W23"].length_m) == is_long
        assert ("W24" in cables) == is_long


def test_clips_join_every_piece_of_minis_strip() -> None:
    found, drawings = bought(MAPS["mini"]), bundled(MAPS["mini"]).drawings
    clips = next(n for part, n in found.items() if "clips for a cut strip" in part)
    rows, buttons = 5, 2
    assert int(clips) == rows - 1 + buttons
    hops = [c for d in drawings if d.name == "chain" for c in d.cables]
    assert max(cable.length_m for cable in hops) <= 0.15  # as they are sold


@pytest.mark.parametrize("name", MAPS)
def test_every_wire_ends_at_pins_that_are_drawn_and_every_part_has_one(
    name: str,
) -> None:
    for drawing in bundled(MAPS[name]).drawings:
        pins = {(c.name, n) for c in drawing.connectors for n, _ in c.pins}
        ends = {tuple(end) for _, wire in drawing.wires for end in wire.ends}
        assert ends == pins, drawing.name
        assert all(cable.length_m > 0 for cable in drawing.cables)


@pytest.mark.parametrize("name", MAPS)
def test_every_wire_with_5_v_carries_the_current_of_its_fuse(name: str) -> None:
    supplies = bundled(MAPS[name]).power
    for drawing in bundled(MAPS[name]).drawings:
        for cable in drawing.cables:
            starts = {wire.start.connector for wire in cable.wires}
            amps = next(g.amps for g in GAUGES if g.awg == cable.awg)
            if drawing.name in ("power", "strip", "chain") and starts != {"J8", "R1"}:
                is_trunk = "PS1" in starts
                least = (
                    supplies.strip_supply_a if is_trunk else supplies.lines[0].fuse_a
                )
                assert amps >= (least or 0), cable.name


@pytest.mark.parametrize("name", MAPS)
def test_no_word_of_the_harness_is_cut_off_at_the_edge(name: str) -> None:
    for sheet in bundled(MAPS[name]).pictures():
        assert sheet.height <= 277
        for mark in sheet.marks:
            if isinstance(mark, Words):
                left = mark.middle - mark.width / 2
                assert -0.01 <= left <= sheet.width - mark.width + 0.01, mark.text


def columns(drawn: Picture) -> list[tuple[str, ...]]:
    """Return what stands below each sensor, from the left."""
    found: dict[float, list[Words]] = {}
    for mark in drawn.marks:
        if isinstance(mark, Words) and mark.anchor == "middle" and mark.text[0] != "M":
            found.setdefault(round(mark.at.x, 3), []).append(mark)
    return [
        tuple(words.text for words in sorted(found[x], key=lambda words: words.at.y))
        for x in sorted(found)
    ]


@pytest.mark.parametrize("name", ["mark1", "grid-only"])
def test_every_sensor_is_on_the_picture_of_its_row_with_its_channel_and_wire(
    name: str,
) -> None:
    found = bundled(MAPS[name])
    drawn = {one.name: one for one in found.pictures()}
    leads, count = found.wiring.lengths.leads_m, 0
    for board in found.table.board.boards:
        for row in rows(board) if board.multiplexers else ():
            wanted = []
            for number in row.multiplexers:
                for channel, sensor in row.on(number):
                    assert board.sensors[16 * number + channel] == sensor
                    way = leads[f"{board.name} {sensor.kind} {sensor.place}"]
                    place = sensor.place.replace(",", ":").split(":")[-1]
                    words = (
                        str(channel),
                        place,
                        sensor.kind[0].upper(),
                        f"{100 * way:.0f}",
                    )
                    at = sensor_at(sensor, found.table.layout).x
                    wanted.append((at, words))
            picture = drawn[f"{board.name}-{row.name.replace(' ', '-')}-sensors"]
            assert columns(picture) == [words for _, words in sorted(wanted)]
            count += len(wanted)
    assert count == sum(bool(s) for b in found.table.board.boards for s in b.sensors)
    wire = float(bought(MAPS[name])["wire AWG 26 (0.13 mm²)"].removesuffix(" m"))
    assert wire >= sum(leads.values())


@pytest.mark.parametrize("name", ["mark1", "grid-only"])
def test_wires_come_from_every_multiplexer_through_a_hole_and_are_long_enough(
    name: str,
) -> None:
    found = bundled(MAPS[name])
    table, leads = found.table, found.wiring.lengths.leads_m
    holes = {f.owner: f.shape for f in table.cuts("carrier") if "wires" in f.owner}
    boards = {one.name: one.shape for one in mounted(table.board, table.layout)}
    up = table.sizes.layers.space_mm + table.sizes.layers.carrier_mm
    for board in table.board.boards:
        for row in rows(board) if board.multiplexers else ():
            for number in row.multiplexers:
                box = boards[f"multiplexer M{number} of {board.name}"]
                hole = holes.pop(f"the wires of {board.name}'s multiplexer M{number}")
                assert between(Circle(box.centre, 1), hole) < 50
                for _, sensor in row.on(number):
                    place = table.layout.places[sensor.place]
                    at = place.hall if sensor.kind == "hall" else place.switch
                    assert at
                    long = dist(box.centre, hole.centre) + up + dist(hole.centre, at)
                    name = f"{board.name} {sensor.kind} {sensor.place}"
                    assert 1000 * leads[name] >= long + 50
    assert not holes


def test_a_switch_has_slots_that_its_legs_fit() -> None:
    table = load(MAPS["mark1"])
    slots = [f.shape for f in table.cuts("carrier") if f.owner == "tile:2,2's switch"]
    at = table.layout.places["tile:2,2"].switch
    assert at
    for x, y in product((-3.25, 3.25), (-2.25, 2.25)):
        leg = Circle(at.moved(x, y), 1.0)
        assert any(between(leg, slot) < -0.9 for slot in slots)
    # The body of 6 mm does not fall through.
    assert all(slot.size[0] < 2 for slot in slots)


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


def test_every_sensor_is_in_the_bit_table() -> None:
    for path in MAPS.values():
        board, said = boardmap.load(path), papers(path)["bits.md"]
        for one in board.boards:
            for sensor in filter(None, one.sensors):
                assert said.count(f"| {sensor.kind} {sensor.place} ") == 1


def test_every_pin_of_a_board_goes_to_the_multiplexer_that_its_firmware_reads() -> None:
    for board in boardmap.load().boards[:2]:
        assert board.multiplexers
        cables, _ = sensor_side.headers(board, harness.load(MAPS["mark1"]))
        drawn: dict[str, set[str]] = {}
        for row, cable in zip(rows(board), cables, strict=True):
            flat = sensor_side.row_drawing(board, row, harness.load(MAPS["mark1"]))
            ends = {wire.start.pin: wire.end for wire in flat.cables[0].wires}
            for wire in cable.wires:
                end = ends[wire.end.pin]
                drawn.setdefault(wire.start.pin, set()).add(f"{end[0]} {end[1]}")
        for number, gpio in enumerate(board.multiplexers.signals):
            assert drawn[str(RIM[gpio])] == {f"M{number} SIG"}
        for number, gpio in enumerate(board.multiplexers.select):
            first = {row.multiplexers[0] for row in rows(board)}
            assert drawn[str(RIM[gpio])] == {f"M{which} S{number}" for which in first}


# Parts


def bought(path: Path) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(papers(path)["parts.csv"]))
    return {row["part"]: row["quantity"] for row in rows}


def test_every_game_has_stickers_for_its_cards() -> None:
    houses = Houses()
    decks = [games.deck(game, houses.of(game)) for game in map(games.find, OURS)]
    cards = sum(card.copies for deck in decks for card in deck)
    assert bought(MAPS["mark1"])["NTAG213 sticker, 25 mm"] == str(cards)


@pytest.mark.parametrize("name", MAPS)
def test_every_part_says_its_number_or_that_any_will_do_and_a_price_with_its_date(
    name: str,
) -> None:
    rows = list(csv.DictReader(io.StringIO(papers(MAPS[name])["parts.csv"])))
    for row in rows:
        assert row["part number"]
        assert row["alternative"]
        assert row["unit price (2026-11)"].endswith(" EUR"), row["part"]
    named = [row for row in rows if row["part number"] != "–"]
    assert len(named) > len(rows) / 3


@pytest.mark.parametrize("name", MAPS)
def test_the_list_is_the_same_as_csv_and_as_a_table(name: str) -> None:
    texts = papers(MAPS[name])
    table = [line for line in texts["parts.md"].splitlines() if line.startswith("| ")]
    rows = [line[2:-2].split(" | ") for line in (table[0], *table[2:])]
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
def test_the_picture_of_the_table_numbers_every_pixel_and_rings_every_feed(
    name: str,
) -> None:
    table, _, supplies, _ = bundled(MAPS[name])
    drawn = overview(table, supplies)
    said = [mark for mark in drawn.marks if isinstance(mark, Words)]
    numbers = [int(mark.text) for mark in said if mark.text.isdigit()]
    assert numbers == sorted(table.board.pixels.values())
    lines = [mark for mark in drawn.marks if isinstance(mark, Line)]
    rings = [line for line in lines if line.colour == "#d00000"]
    assert len(rings) == len(supplies.feeds)
    # The chain is below the pixels, so that it is drawn through no number.
    chain = next(
        n for n, mark in enumerate(drawn.marks) if len(mark[0]) == len(numbers)
    )
    assert all(drawn.marks.index(mark) > chain for mark in said[1:])


@pytest.mark.parametrize("name", MAPS)
def test_a_part_is_counted_from_the_map_and_each_basket_has_its_total(
    name: str,
) -> None:
    board, found = boardmap.load(MAPS[name]), bought(MAPS[name])
    sensors = [s for one in board.boards for s in one.sensors if s]
    for kind, word in (("hall", "Hall switch"), ("switch", "push switch")):
        count = sum(sensor.kind == kind for sensor in sensors)
        listed = sum(int(n) for part, n in found.items() if part.startswith(word))
        assert bool(listed) == bool(count)
        assert count == listed == 0 or listed >= count * 1.1  # and some to spare
    pressed = len(board.buttons) + bool(board.eliminator)
    buttons = sum(int(n) for part, n in found.items() if part.startswith("push button"))
    assert buttons == pressed
    if any("tabs 2.8 mm" in part for part in found):
        assert int(found["pair of receptacles 2.8 mm"]) == pressed
    # Flat cables have a header at every end, where each wire finds a pin of its own.
    lines = [row for one in board.boards if one.multiplexers for row in rows(one)]
    ends = sum(1 + len(row.multiplexers) for row in lines)
    assert int(found.get("box header, 2.54 mm, 10 pins", 0)) == ends
    # Every note that asks for a resistor or capacitor has it in the list.
    for drawing in bundled(MAPS[name]).drawings:
        for connector in drawing.connectors:
            for ohms in re.findall(r"\d+ [kµn]?[ΩF]\b", connector.notes):
                assert any(ohms in part for part in found), ohms
    listed_rows = csv.DictReader(io.StringIO(papers(MAPS[name])["parts.csv"]))
    said = papers(MAPS[name])["parts.md"]
    for basket in {row["basket"] for row in listed_rows}:
        assert f"\n- {basket}: " in said


def test_assumed_figures_are_named_with_how_to_measure_them() -> None:
    _, _, said = papers(MAPS["mark1"])["sizes.md"].partition("## Assumed")
    sizes = load(MAPS["mark1"]).sizes
    for figure in (sizes.piece.friction, sizes.servo.limp_mnm, STRIP_OHM_M, KEPT):
        assert f"| {figure:g} " in said
    assert "piece.friction" not in papers(MAPS["mini"])["sizes.md"]


def test_every_hole_of_floor_and_puck_has_its_screw_or_tie() -> None:
    table, found = load(MAPS["mark1"]), bought(MAPS["mark1"])
    holes = Counter[float]()
    for one in mounted(table.board, table.layout):
        holes[one.hole_mm] += len(one.holes)
    assert int(found["screw M2.5 × 12 mm, with nut"]) == holes[2.7]
    assert int(found["cable tie, 2.5 mm wide, 150 mm"]) >= holes[3.2] / 2
    puck = next(solid for solid in table.solids if solid.name == "puck")
    thread = table.sizes.table.screw_mm - 0.4
    screwed = [
        s for s in puck.steps if s.cut and getattr(s.body, "diameter", 0) == thread
    ]
    assert int(found["screw M3 × 8 mm"]) == len(screwed) == 4
    assert any(part.startswith("cable gland") for part in found)


@pytest.mark.parametrize("name", MAPS)
def test_every_screw_hole_has_a_rod_that_is_long_enough_and_its_spacers(
    name: str,
) -> None:
    table, found = load(MAPS[name]), bought(MAPS[name])
    owners = [f.owner for f in table.cuts("top") if "screw" in f.owner]
    layers = table.sizes.layers
    high = sum(layers) - layers.overlay_mm
    rods = {p: int(n) for p, n in found.items() if p.startswith("threaded rod")}
    assert sum(rods.values()) == len(owners)
    longest = max(float(part.split()[3]) for part in rods)
    assert high + 2 * 2.4 < longest < high + 15
    gap = f"spacer for M3, {layers.gap_mm:g} mm long, 6 mm wide"
    space = f"spacer for M3, {layers.space_mm:g} mm long, 6 mm wide"
    assert int(found[gap]) == len(owners)
    assert int(found[space]) == owners.count("a screw")


def test_a_part_has_a_number_for_its_kind() -> None:
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
        for row in csv.DictReader(io.StringIO(papers(path)["parts.csv"])):
            for word, number in numbers.items():
                if row["part"].startswith(word) or f" {word}" in row["part"]:
                    assert number in row["part number"], row
                    seen.add(word)
    assert seen == set(numbers)
