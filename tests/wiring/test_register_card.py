"""The register card: whatever is drawn as joined is joined by copper, and no more.

`make kicad-test` asks KiCad itself; this is what can be known without it.
"""

import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from wiring.kicad.card import BACK, FRONT, GRID_MM, Card, Pad, Part, Track, card
from wiring.kicad.project import NAME, project
from wiring.papers.board_side import INPUTS

CARD = card()
Spot = tuple[float, float]


def spots(track: Track) -> set[Spot]:
    """The points of the grid that it goes over."""
    (x, y), (to_x, to_y) = track.start, track.end
    assert x == to_x or y == to_y
    xs = range(int(min(x, to_x)), int(max(x, to_x)) + 1)
    ys = range(int(min(y, to_y)), int(max(y, to_y)) + 1)
    return {(x, y) for x in xs for y in ys}


def conductors(made: Card, layer: str) -> Iterator[tuple[str, set[Spot]]]:
    for part in made.parts:
        for pad in part.pads:
            yield pad.net or f"{part.name}.{pad.number}", {pad.at}
    for via in made.vias:
        yield via.net, {via.at}
    for track in made.tracks:
        if track.layer == layer:
            yield track.net, spots(track)


@pytest.mark.parametrize("registers", [1, 4, 8])
@pytest.mark.parametrize("layer", [FRONT, BACK])
def test_two_nets_never_meet(layer: str, registers: int) -> None:
    for (one, here), (other, there) in combinations(
        conductors(card(registers), layer), 2
    ):
        assert one == other or not here & there, (one, other, here & there)


@pytest.mark.parametrize("registers", [1, 4, 8])
def test_every_net_is_one_piece_of_copper(registers: int) -> None:
    made = card(registers)
    ways: dict[str, list[set[tuple[str, Spot]]]] = {}
    for track in made.tracks:
        ways.setdefault(track.net, []).append({(track.layer, s) for s in spots(track)})
    for via in made.vias:
        ways.setdefault(via.net, []).append({(FRONT, via.at), (BACK, via.at)})
    for part in made.parts:
        for pad in part.pads:
            if pad.net:
                both = {(FRONT, pad.at), (BACK, pad.at)}
                ways.setdefault(pad.net, []).append(both)
    for net, pieces in ways.items():
        joined = pieces.pop()
        while touching := [piece for piece in pieces if piece & joined]:
            for piece in touching:
                joined |= piece
                pieces.remove(piece)
        assert pieces == [], net


def part(name: str) -> Part:
    return next(part for part in CARD.parts if part.name == name)


def pad(owner: str, name: str) -> Pad:
    return next(pad for pad in part(owner).pads if pad.name == name)


def test_the_chips_have_their_pins_where_the_bit_table_has_them() -> None:
    for letter, number in INPUTS:
        assert pad("U1", letter).number == str(number)
    pins = {"CLK": "2", "LD": "1", "SER": "10", "QH": "9", "INH": "15", "VCC": "16"}
    assert {name: pad("U3", name).number for name in pins} == pins


def test_the_first_chip_speaks_to_the_pico_and_each_other_to_the_one_before() -> None:
    assert pad("U1", "QH").net == part("J1").pads[4].net
    assert pad("U1", "SER").net == pad("U2", "QH").net
    assert pad("U4", "SER").net == part("J2").pads[4].net == part("R1").pads[0].net


def test_cards_hang_on_one_another_pin_by_pin() -> None:
    ends = [[pad.net for pad in part(name).pads[:4]] for name in ("J1", "J2")]
    assert ends[0] == ends[1] == ["GND", "3V3", "CLK", "LD"]


def test_every_input_has_a_pull_up_and_a_socket() -> None:
    for number in range(1, 5):
        for letter in "ABCDEFGH":
            net = pad(f"U{number}", letter).net
            owners = [p.name for p in CARD.parts for one in p.pads if one.net == net]
            kinds = sorted(name.rstrip("0123456789") for name in owners)
            assert kinds == ["J", "RN", "U"]


def test_it_fits_half_a_eurocard() -> None:
    left, top, right, bottom = CARD.outline
    assert (right - left) * GRID_MM <= 160.1
    assert (bottom - top) * GRID_MM <= 50


def test_the_project_is_the_same_each_time_and_its_brackets_close() -> None:
    assert project() == project()
    for name, text in project().items():
        if not name.endswith(".kicad_pro"):
            bare = re.sub(r'"[^"]*"', "", text)
            assert bare.count("(") == bare.count(")") > 100
    assert set(project()) == {f"{NAME}.kicad_{end}" for end in ("pro", "sch", "pcb")}
