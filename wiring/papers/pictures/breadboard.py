"""A small table's electronics on a breadboard, hole by hole.

A breadboard connects the five holes of a column on each side of its gap, and all holes
of a rail. Holes have their printed names: "e8" is row e, column 8; "+t5" and "-b5" are
the rails at the top and at the bottom.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.shapes import Box, Point, spanning
from wiring.harness import COLOURS, Wiring
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.pi_side import PULL_DOWN
from wiring.papers.pictures.marks import (
    Line,
    Mark,
    Picture,
    Words,
    backed,
    outline,
)

COLUMNS = 30
# Unused inputs of the chip, and the enable of the used one.
GROUNDED = (1, 4, 5, 9, 10, 12, 13)
_FIRST = 8  # the chip's pin 1
_OUT = 18  # the column at the far end of R1
_PITCH = 3.8
_LEFT, _TOP, _WIDE = 47.0, 30.0, 190.0
_HINT = (
    "All off while you wire. The chip lies across the gap, its notch to the left. Any "
    "hole of the same column and half does as well."
)
_FOIL, _GAP, _HOLE, _BOX = "#f4f1ea", "#ddd6c6", "#8f887a", "#e9eef1"
_ROWS = {
    "+t": 0, "-t": 1, "j": 3, "i": 4, "h": 5, "g": 6, "f": 7,
    "e": 9, "d": 10, "c": 11, "b": 12, "a": 13, "-b": 15, "+b": 16,
}  # fmt: skip


class Link(NamedTuple):
    """A wire or a part between two ends: holes, or "J8 19" for what is elsewhere."""

    start: str
    end: str
    colour: str = ""  # of a wire; a part has none
    part: str = ""  # "R1 330 Ω"


def hole(pin: int, row: str = "") -> str:
    """Return the hole in a chip pin's column; without a row, the pin's own."""
    if pin <= 7:
        return f"{row or 'e'}{_FIRST + pin - 1}"
    return f"{row or 'f'}{_FIRST + 14 - pin}"


def links(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> tuple[Link, ...]:
    colours = wiring.colours
    red, black, green = colours.plus, colours.ground, colours.data
    data = header.position(board.strip.gpio)
    ground = header.nearest("GND", data)
    found = [
        Link("J8 2", "F1 1", red),
        Link("F1 2", "+t2", red),
        Link(f"J8 {header.nearest('GND', 2)}", "-t3", black),
        Link("-t29", "-b29", black),
        Link("+t22", "-t22", part="C1 1000 µF, its stripe at −"),
        Link(hole(14, "j"), f"+t{_FIRST}", red),
        Link(hole(7, "a"), f"-b{_FIRST + 6}", black),
        Link(hole(14, "i"), f"-t{_FIRST - 2}", part="C2 100 nF"),
        Link(f"J8 {data}", hole(2, "b"), green),
        Link(f"J8 {ground}", "-b2", black),
        Link(hole(2, "d"), "-b5", part=f"R2 {PULL_DOWN}"),
        Link(hole(3, "c"), f"c{_OUT}", part="R1 330 Ω"),
        Link(f"a{_OUT}", "strip DIN", green),
        Link("+t28", "strip 5V", red),
        Link("-b27", "strip GND", black),
    ]
    for pin in GROUNDED:
        side = ("a", "-b") if pin <= 7 else ("j", "-t")
        at = hole(pin, side[0])
        found.append(Link(at, f"{side[1]}{at[1:]}", black))
    return (*found, *_buttons(drawings))


def _buttons(drawings: tuple[Drawing, ...]) -> Iterator[Link]:
    """Yield the jumper wires of the buttons beside the breadboard."""
    for drawing in drawings:
        if drawing.name == "buttons":
            for cable in drawing.cables:
                for wire in cable.wires:
                    yield Link(" ".join(wire.start), " ".join(wire.end), wire.colour)


def breadboard(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Picture:
    found = links(board, wiring, drawings)
    places = _elsewhere(found)
    title = f"{board.name} on a breadboard"
    marks: list[Mark] = [Words(Point(0, 6), title, 5, bold=True)]
    marks.append(Words(Point(0, 12), _HINT, 3).fitted(_WIDE))
    marks += [*_board(), *_chip(), *_outside(places)]
    labels: list[Words] = []
    for link in found:
        ends = [places.get(end) or at(end) for end in (link.start, link.end)]
        if link.colour:
            marks.append(Line(tuple(ends), "#333333", 1.1))
            marks.append(Line(tuple(ends), COLOURS[link.colour], 0.7))
            continue
        middle = Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
        marks.append(Line(tuple(ends), "#666666", 0.4))
        is_capacitor = link.part.startswith("C")
        marks += outline(
            Box(middle, 4.4, 2.6), "#b9d7ee" if is_capacitor else "#e2c79a"
        )
        # Above a part that lies along a row, else beside it, where no wire ends.
        is_level = ends[0].y == ends[1].y
        spot = middle.moved(0, -2.2) if is_level else middle.moved(-2.8, 0.9)
        anchor = "middle" if is_level else "end"
        labels.append(Words(spot, link.part, 2.8, anchor, bold=True))
    # On an area of their own, so that neither wires nor leads cross them.
    marks += [mark for label in labels for mark in backed(label, _FOIL)]
    high = _TOP + 22 * _PITCH
    return Picture("breadboard", title, _WIDE, high, tuple(marks))


def at(name: str) -> Point:
    """Return where a hole is on the picture."""
    row = name[:2] if name[0] in "+-" else name[0]
    column = int(name[len(row) :])
    return Point(_LEFT + column * _PITCH, _TOP + _ROWS[row] * _PITCH)


def _board() -> Iterator[Mark]:
    width, middle = (COLUMNS + 1.6) * _PITCH, at("a1").x + (COLUMNS - 1) * _PITCH / 2
    yield from outline(Box(Point(middle, _TOP + 8 * _PITCH), width, 18 * _PITCH), _FOIL)
    yield from outline(Box(Point(middle, _TOP + 8 * _PITCH), width, 2), _GAP)
    for row in _ROWS:
        sign = {"+": "+", "-": "−"}.get(row[0], row)
        yield Words(at(f"{row}1").moved(-3, 1), sign, 2.8, "middle")
        for column in range(1, COLUMNS + 1):
            x, y = at(f"{row}{column}")
            hole = (Point(x - 0.5, y), Point(x + 0.5, y))
            yield Line(hole, _HOLE, 1.0)
    for column in (1, *range(5, COLUMNS + 1, 5)):
        yield Words(at(f"a{column}").moved(0, 3.6), str(column), 2.4, "middle")


def _chip() -> Iterator[Mark]:
    first, last = at(hole(14)), at(hole(7))
    middle = Point((first.x + last.x) / 2, (first.y + last.y) / 2)
    body = Box(middle, last.x - first.x + 3, last.y - first.y - 1)
    yield from outline(body, "#d5dadd")
    yield Words(middle.moved(0, 0.7), "74AHCT125", 1.9, "middle")
    for pin in range(1, 15):
        down = -1.0 if pin <= 7 else 2.3
        yield Words(at(hole(pin)).moved(0, down), str(pin), 1.8, "middle")
    notch = body.centre.moved(-body.width / 2 + 1, 0)
    yield from outline(Box(notch, 2, 1.6), _FOIL)


def _elsewhere(found: tuple[Link, ...]) -> dict[str, Point]:
    """Place the ends beside the breadboard: header, fuse, strip, buttons."""
    every = (e for link in found for e in (link.start, link.end) if " " in e)
    ends = list(dict.fromkeys(every))
    others = [end.split()[0] for end in ends]
    buttons = [n for n in dict.fromkeys(others) if n not in ("J8", "F1", "strip")]
    places: dict[str, Point] = {}
    for end in ends:
        what, _, pin = end.partition(" ")
        if what == "J8":
            places[end] = _header_at(int(pin))
        elif what == "F1":
            places[end] = Point(34 + 8 * int(pin), _TOP - 8)
        elif what == "strip":
            down = 16 * ("5V", "DIN", "GND").index(pin)
            places[end] = Point(_LEFT + (COLUMNS + 3.6) * _PITCH, _TOP + 14 + down)
        else:
            x = 6 + 20 * buttons.index(what) + 12 * (int(pin) - 1)
            places[end] = Point(x, _TOP + 19 * _PITCH)
    return places


def _header_at(number: int) -> Point:
    """Odd numbers on the left, as on a Pi with its card slot at the far end."""
    return Point(27 + 4.2 * ((number - 1) % 2), _TOP + 3.2 * ((number - 1) // 2))


def _outside(places: dict[str, Point]) -> Iterator[Mark]:
    yield from outline(Box(_header_at(19).moved(2.1, 1.6), 10, 66), "#b9d3c5")
    yield Words(Point(0, _TOP - 5), "the Pi's header", 3)
    rows: dict[float, list[str]] = {}
    for number, name in header.pins():
        x, y = _header_at(number)
        is_used = f"J8 {number}" in places
        yield from outline(Box(Point(x, y), 1.8, 1.8), "#ffd54a" if is_used else "#fff")
        if is_used:
            rows.setdefault(y, []).append(f"{number} {name}")
    for y, pair in rows.items():  # on the left, where no wire crosses them
        label = Words(Point(22, y + 1), " · ".join(pair), 2.6, "end")
        yield label.fitted(22)
    names = {end.split()[0]: end for end in places if not end.startswith("J8")}
    for what in names:
        ends = [places[end] for end in places if end.split()[0] == what]
        left, right = min(p.x for p in ends) - 3, max(p.x for p in ends) + 3
        top, bottom = min(p.y for p in ends) - 3, max(p.y for p in ends) + 3
        box = spanning(left, top, right, bottom)
        yield from outline(box, _BOX)
        words = {"F1": "F1, the fuse", "strip": "pixel 0"}.get(what, f"button {what}")
        down = top - 1.5 if what in ("F1", "strip") else bottom + 4
        yield Words(Point(box.centre.x, down), words, 3, "middle")
    for end, (x, y) in places.items():
        if end.startswith("strip"):
            yield Words(Point(x + 4, y + 1), end[6:], 2.6)
