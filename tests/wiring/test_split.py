"""Drawings of the harness are split until they can be read on a sheet of A4."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import wiring
from wiring import boardmap, harness
from wiring.papers.folder import papers
from wiring.papers.harness import pi_side, sensor_side
from wiring.papers.harness.cables import Cable, Connector, Drawing, cable
from wiring.papers.harness.power import power
from wiring.papers.harness.wireviz import draw, readable

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}
A4_PT = (190 / 25.4 * 72, 277 / 25.4 * 72)  # within the margins of a printer
LEAST_PT = 6.9  # letters of a newspaper


def drawings(name: str) -> list[Drawing]:
    board, wires = boardmap.load(MAPS[name]), harness.load(MAPS[name])
    return [
        *pi_side.drawings(board, wires, power(board, wires)),
        *sensor_side.drawings(board, wires),
    ]


@pytest.mark.parametrize("name", MAPS)
def test_every_wire_is_in_one_picture_with_both_its_ends(name: str) -> None:
    whole = drawings(name)
    parts = list(readable(whole))

    def wires(of: list[Drawing]) -> Counter[object]:
        return Counter(w for d in of for c in d.cables for w in c.wires)

    assert wires(parts) == wires(whole)
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        pins = {(c.name, n) for c in part.connectors for n, _ in c.pins}
        ends = {tuple(e) for c in part.cables for w in c.wires for e in w[1:]}
        assert pins == ends, part.name


def test_what_fits_is_left_as_it_is() -> None:
    (buttons,) = [d for d in drawings("mini") if d.name == "buttons"]
    assert list(readable([buttons])) == [buttons]


def row(*names: str) -> Drawing:
    """Return parts that are wired one behind the other."""
    cables: list[Cable] = [
        cable(f"W{n}", 0.1, 24, [("red", "1", "1")], ends)
        for n, ends in enumerate(pairwise(names))
    ]
    parts = tuple(Connector(name, "a part", (("1", "x"),)) for name in names)
    return Drawing("row", "A row", parts, tuple(cables))


def test_a_row_is_cut_between_its_cables() -> None:
    parts = list(readable([row("supply", "fuse", "block", "lamp")]))
    assert [part.title for part in parts] == [f"A row, {n} of 3" for n in (1, 2, 3)]
    assert [[c.name for c in part.connectors] for part in parts] == [
        ["supply", "fuse"], ["fuse", "block"], ["block", "lamp"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["depth-board", "chain-1", "eliminator-1"])
def test_the_widest_drawings_of_mark_1_can_be_read_on_a4(name: str) -> None:
    svg = draw(papers(MAPS["mark1"]).sources[name], name).decode()
    size = re.search(r'<svg width="(\d+)pt" height="(\d+)pt"', svg)
    assert size
    sides = sorted(map(float, size.groups()))
    scale = min(a / b for a, b in zip(A4_PT, sides, strict=True))
    letters = min(map(float, re.findall(r'font-size="([\d.]+)"', svg)))
    assert letters * min(scale, 1) >= LEAST_PT
