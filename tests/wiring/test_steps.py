"""The steps of building a table: pictures, manual and breadboard."""

import re
from itertools import combinations, pairwise, product
from math import dist

import pypdfium2
import pytest

from tests.wiring import MAPS, bundled
from wiring import boardmap, harness
from wiring.geometry import puck
from wiring.geometry.shapes import Point
from wiring.papers.bundle import Bundle
from wiring.papers.harness.cables import Drawing
from wiring.papers.manual import manual
from wiring.papers.pages.steps import Step, steps
from wiring.papers.pictures.breadboard import GROUNDED, hole, links
from wiring.papers.pictures.components import parts
from wiring.papers.pictures.isometric import exploded, picture
from wiring.papers.pictures.marks import Line, Picture, Words
from wiring.papers.pictures.puck import exploded_puck
from wiring.papers.pictures.scenery import things

GUIDE = (boardmap.DEFAULT.parents[1] / "BUILDING.md").read_text()


def order(name: str) -> tuple[Bundle, tuple[Step, ...]]:
    found = bundled(MAPS[name])
    return found, steps(found.table, found.power)


# The order


@pytest.mark.parametrize("name", MAPS)
def test_every_part_of_the_table_is_new_in_one_step(name: str) -> None:
    all_of_it, found = order(name)
    table = all_of_it.table
    new = [part for step in found for part in step.parts]
    assert len(set(new)) == len(new)
    assert {thing.part for thing in things(table)} <= set(new)
    assert {f"board {one.name}" for one in table.board.boards} <= set(new)


def test_the_guide_points_to_the_manual_and_stays_short() -> None:
    assert "--manual my-table.pdf" in GUIDE
    assert len(GUIDE.splitlines()) <= 165


def test_the_last_step_puts_tiles_on_where_there_are_tiles() -> None:
    told = {name: " ".join(order(name)[1][-1].do) for name in MAPS}
    assert {name for name in MAPS if "tiles" in told[name]} == {"mark1", "grid-only"}


# Pictures


@pytest.mark.parametrize("name", MAPS)
def test_a_step_highlights_its_new_parts_and_lists_its_needs(name: str) -> None:
    all_of_it, found = order(name)
    for number, step in enumerate(found):
        shown = picture(all_of_it, found[:number], step)
        new = [m for m in shown.marks if isinstance(m, Line) and m.fill == "#ffb27a"]
        said = [m for m in shown.marks if isinstance(m, Words)]
        there = {part.step for part in parts(all_of_it)} & set(step.parts)
        assert bool(new) == bool(there), step.name
        assert any(m.text.startswith("Tools: ") for m in said)
        # Each new part has a balloon, and no balloon hides another one.
        balloons = [m for m in said if m.text.isdigit()]
        rows = [m.text for m in said[1:] if re.match(r"\d+\. ", m.text)]
        assert {b.text for b in balloons} == {row.partition(".")[0] for row in rows}
        assert all(dist(a.at, b.at) > 4.5 for a, b in combinations(balloons, 2))
        assert drawn_at_full_size(shown)
        # Words are measured: none is cut off at the edge of the page.
        for mark in said:
            reach = {"start": mark.width, "middle": mark.width / 2}[mark.anchor]
            assert mark.at.x + reach <= shown.width * 1.02, mark.text


def drawn_at_full_size(shown: Picture) -> bool:
    """Return whether the manual prints it without making its words smaller."""
    return shown.width <= 180 and shown.height <= 262


# Where the parts of the list are, by the first words of their line; what has no place
# of its own is left out, such as wires, glue and what ends a cable.
SHOWN = {
    "Raspberry Pi 3": "the Pi",
    "microSD card": "the Pi",
    "WS2812B": "tile lamps",
    "fuse": "{fuse}, fuse holder",
    "fuse holder": "{fuse}, fuse holder",
    "terminal block": "D1, lever connectors",
    "breadboard": "breadboard",
    "74AHCT125": "chip|U1",
    "resistor 330": "R1",
    "resistor 10 k": "R2",
    "resistor 100 k": "R4",
    "capacitor 1000": "C1",
    "capacitor 100 ": "C2",
    "capacitor 470": "C3",
    "push button": "button",
    "FEETECH": "servo",
    "key switch": "key switch",
    "compression spring": "spring",
    "screw M3": "two screws M3",
    "dowel": "handle",
    "disc magnet N48": "magnet",
    "MAX98357A": "amplifier",
    "speaker": "the speaker",
    "Raspberry Pi Pico": "Pico",
    "CD74HC4067": "multiplexers",
    "pin strip": "multiplexers",
    "socket strip": "Pico",
    "stripboard": "Pico",
    "PN532": "card reader",
    "push switch": "sensors of board",
    "Hall switch": "sensors of board",
    "plywood": "carrier",
    "opal acrylic": "tiles",
    "dot of soft foam": "dots of foam",
    "threaded rod": "rods",
    "spacer": "spacers",
    "screw M2.5": "screws M2.5",
    "cable tie": "cable ties",
    "cable gland": "cable gland",
}  # fmt: skip
NO_PLACE = (
    "USB", "5 V supply", "two-part epoxy", "NTAG213", "disc magnet N45", "wood glue",
    "fabric tape", "heat-shrink", "JST", "box header", "pair of receptacles", "wire",
    "servo plug", "crimp contact", "ribbon cable", "two clips", "3-pin plug", "jumper",
    "solid wire", "socket 5.5",
)  # fmt: skip


@pytest.mark.parametrize("name", MAPS)
def test_every_part_of_the_list_that_has_a_place_is_in_the_table_taken_apart(
    name: str,
) -> None:
    all_of_it, _ = order(name)
    drawn = exploded(all_of_it)
    assert drawn_at_full_size(drawn)
    said = [m.text for m in drawn.marks if isinstance(m, Words)]
    if puck_drawn := exploded_puck(all_of_it.table):
        said += [m.text for m in puck_drawn.marks if isinstance(m, Words)]
    for item in all_of_it.items:
        if item.part.startswith(NO_PLACE):
            continue
        start = max((s for s in SHOWN if item.part.startswith(s)), key=len, default="")
        assert start, item.part
        fuse = re.search(r"F\d|$", item.used_for)
        assert fuse
        where = SHOWN[start].format(fuse=fuse[0])
        assert any(re.search(where, words) for words in said), item.part


def test_the_table_taken_apart_has_as_many_of_each_as_the_list() -> None:
    all_of_it, _ = order("mark1")
    drawn = exploded(all_of_it)
    said = [m.text for m in drawn.marks if isinstance(m, Words)]
    for layer in all_of_it.table.sheets:
        assert any(words.startswith(f"{layer}, ") for words in said)
    counts: dict[str, int] = {}
    for words in said:
        if found := re.match(r"\d+\. (.*?)(?: × (\d+))?$", words):
            counts[found[1]] = int(found[2] or 1)
    bought = [(one.part, one.used_for, one.quantity) for one in all_of_it.items]

    def listed(part: str, used_for: str = "") -> int:
        return sum(int(n) for p, f, n in bought if part in p and used_for in f)

    assert counts["F1, fuse holders"] == listed("fuse holder", "holds F1")
    assert counts["F2, fuse holder"] == listed("fuse holder", "holds F2")
    levers = sum(n for name, n in counts.items() if name.endswith("lever connectors"))
    assert levers == listed("lever connector")
    assert counts["screws M2.5"] == listed("screw M2.5")
    assert counts["cable ties"] <= listed("cable tie")
    assert counts["dots of foam"] == listed("dot of soft foam")
    assert counts["rods with nuts"] + counts["short rods"] == listed("threaded rod")
    assert counts["seats' buttons"] == listed("push button", "seats")


@pytest.mark.parametrize("name", ["mark1", "mini"])
def test_the_manual_has_a_page_number_for_each_step(name: str) -> None:
    _, found = order(name)
    document = pypdfium2.PdfDocument(manual(MAPS[name]))
    pages = [page.get_textpage().get_text_bounded() for page in document]
    for number, step in enumerate(found, 1):
        listed = re.search(rf"Step {number}: {re.escape(step.title)}\s+(\d+)", pages[0])
        assert listed, step.title
        heading = f"{number}. {step.title}"
        _, told, of_step = pages[int(listed[1]) - 1].partition(heading)
        assert told
        # It names the pages of the drawings that it is done by.
        drawings = [d for d in bundled(MAPS[name]).drawings if d.name in step.see]
        for drawing in drawings:
            shown = next(
                n
                for n, text in enumerate(pages, 1)
                if drawing.title in text and drawing.cables[0].name + ":" in text
            )
            named = re.search(r"Drawings: pages? ([\d, ]+)\.", of_step)
            assert named
            assert str(shown) in named[1].split(", "), drawing.title
    assert "Not yet tried on a real table" in pages[0]
    assert any("In your region" in page and "USA: Digi-Key" in page for page in pages)
    assert any("or: SN74HCT125N" in page for page in pages)
    (safety,) = (page for page in pages if "Safety\r\n" in page)
    assert "Mains" in safety
    # What a table does not have, its builder need not fear.
    assert ("Fingers" in safety) == ("Magnets" in safety) == (name == "mark1")


def test_a_manual_shows_the_pins_of_the_tables_own_parts_only() -> None:
    for name, has_halls in (("mark1", True), ("mini", False)):
        found = {one.name: one for one in bundled(MAPS[name]).pictures()}
        marks = found["pin-outs"].marks
        said = " ".join(m.text for m in marks if isinstance(m, Words))
        assert ("Hall" in said) == ("multiplexer" in said) == has_halls
        assert "button" in said


def test_every_part_of_the_puck_is_in_its_picture() -> None:
    table = order("mark1")[0].table
    drawn = exploded_puck(table)
    assert drawn
    said = {m.text for m in drawn.marks if isinstance(m, Words)}
    assert {solid.name for solid in puck.parts(table.sizes)} <= said
    assert {"servo", "handle"} <= said
    for mark in drawn.marks:
        if isinstance(mark, Words):
            assert mark.at.x + mark.width <= drawn.width * 1.01, mark.text
    assert exploded_puck(order("mini")[0].table) is None


# The breadboard


def mini() -> tuple[boardmap.BoardMap, harness.Wiring, tuple[Drawing, ...]]:
    found = bundled(MAPS["mini"])
    return found.table.board, found.wiring, found.drawings


def bus(end: str) -> str:
    """Return what a breadboard joins: a half column or a rail; else the end."""
    if end[0] in "+-":
        return end[:2]
    if " " in end:
        # Two ground pins of the header are one, and so are the strip's two ends.
        return end
    return f"{'low' if end[0] in 'abcde' else 'high'}{end[1:]}"


def joined() -> dict[str, str]:
    """Return the net of each bus."""
    nets: dict[str, str] = {}

    def net(name: str) -> str:
        while nets.setdefault(name, name) != name:
            name = nets[name]
        return name

    for link in links(*mini()):
        if link.colour:
            nets[net(bus(link.start))] = net(bus(link.end))
    return {name: net(name) for name in list(nets)}


def where(connector: str, pin: str) -> str:
    """Return where an end of the harness is on the breadboard."""
    match connector:
        case "D1":
            return "+t" if pin == "+" else "-t"
        case "U1":
            return bus(hole(int(pin)))
        case "R1":
            ends = [link for link in links(*mini()) if link.part.startswith("R1")]
            return bus(ends[0].start if pin == "1" else ends[0].end)
        case "P0" | "Pixel 0":
            return f"strip {pin}"
        case _:
            return f"{connector} {pin}"


def test_every_wire_of_the_harness_is_on_the_breadboard() -> None:
    nets = joined()
    wires = [
        wire
        for drawing in mini()[2]
        if drawing.name != "chain"  # from pixel to pixel, far from the breadboard
        for _, wire in drawing.wires
    ]
    assert len(wires) > 12
    ground = nets["-t"]
    for wire in wires:
        ends = [nets.get(where(*end), where(*end)) for end in wire.ends]
        # The header's ground pins are one inside the Pi.
        if wire.start.connector == "J8" and wire.colour == "black":
            ends[0] = ground if ends[1] == ground else ends[0]
        assert ends[0] == ends[1], wire


def test_no_two_different_wires_are_joined_on_the_breadboard() -> None:
    nets = joined()
    apart = ["+t", "-t", bus(hole(2)), bus(hole(3)), where("R1", "2"), "F1 1"]
    apart += ["J8 16", "J8 18"]  # next and ok
    for one, other in combinations(apart, 2):
        assert nets.get(one, one) != nets.get(other, other), (one, other)
    assert nets["-t"] == nets["-b"]
    for pin in GROUNDED:
        assert nets[bus(hole(pin))] == nets["-t"]


def test_parts_on_the_breadboard_are_between_the_right_nets() -> None:
    nets = joined()
    ends = {
        link.part[:2]: {nets.get(bus(e), bus(e)) for e in (link.start, link.end)}
        for link in links(*mini())
        if link.part
    }
    plus, ground = nets["+t"], nets["-t"]
    assert ends["C1"] == ends["C2"] == {plus, ground}
    assert ends["R2"] == {nets[bus(hole(2))], ground}
    out = nets["strip DIN"]
    assert ends["R1"] == {nets.get(bus(hole(3)), bus(hole(3))), out}


def test_no_hole_of_the_breadboard_is_used_twice() -> None:
    used = [hole(pin) for pin in range(1, 15)]
    for link in links(*mini()):
        used += [end for end in (link.start, link.end) if " " not in end]
    assert len(set(used)) == len(used)


def test_no_wire_of_the_breadboard_crosses_another_or_a_name() -> None:
    drawn = bundled(MAPS["mini"]).breadboard
    assert drawn
    assert drawn_at_full_size(drawn)
    lines = [mark for mark in drawn.marks if isinstance(mark, Line)]
    wires = [line.points for line in lines if line.width == 0.7]
    assert len(wires) == sum(bool(link.colour) for link in links(*mini()))
    for one, other in combinations(wires, 2):
        for a, b in product(pairwise(one), pairwise(other)):
            assert apart(a, b), (one, other)
    for mark in drawn.marks:
        # A hole's row has its letter at both ends; a wire may cover one of them.
        if isinstance(mark, Words) and len(mark.text) > 1:
            assert mark.size >= 2.1, mark.text
            left, right = mark.middle - mark.width / 2, mark.middle + mark.width / 2
            ends = Point(left, mark.at.y), Point(right, mark.at.y - 0.6 * mark.size)
            for wire in wires:
                assert all(apart(ends, side) for side in pairwise(wire)), mark.text


def apart(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Return whether level or upright lines, or the boxes they span, do not meet."""
    x, y = ([sorted((line[0][n], line[1][n])) for line in (one, other)] for n in (0, 1))
    return any(max(a[0], b[0]) - min(a[1], b[1]) > 0.3 for a, b in (x, y))
