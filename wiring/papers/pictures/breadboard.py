"""A small table's electronics on a breadboard, hole by hole.

A breadboard connects the five holes of a column on each side of its gap, and all holes
of a rail. Holes have their printed names: "e8" is row e, column 8; "+t5" and "-b5" are
on the rails at the top and bottom.
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
    headed,
    outline,
)

COLUMNS = 24
# The chip's unused inputs, and the used input's enable pin.
GROUNDED = (1, 4, 5, 9, 10, 12, 13)
_FIRST = 8  # the chip's pin 1
_OUT = 18  # the column at the far end of R1
_PITCH, _PIN_MM = 4.2, 5.0
_LEFT, _TOP, _WIDE = 69.0, 32.0, 180.0
_BUTTONS_X, _BUTTONS_MM = 42.0, 25.0  # between the header and the board
_STRIP_Y = 114.0
_HINTS = (
    "All off while you wire. The chip lies across the gap, its notch to the left. "
    "Any hole of",
    "the same column and half does as well. The Pi's card slot is at the upper end of "
    "its header.",
)
_FOIL, _GAP, _HOLE, _BOX = "#f4f1ea", "#ddd6c6", "#8f887a", "#e9eef1"
_ROWS = {
    "+t": 0, "-t": 1, "j": 3, "i": 4, "h": 5, "g": 6, "f": 7,
    "e": 9, "d": 10, "c": 11, "b": 12, "a": 13, "-b": 15, "+b": 16,
}  # fmt: skip


class Link(NamedTuple):
    """A wire or part between two ends: holes, or off the board, such as "J8 19"."""

    start: str
    end: str
    colour: str = ""  # a wire's; a part has none
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
        Link(f"J8 {header.nearest('GND', 2)}", "-t2", black),
        Link("-t22", "-b22", black),
        Link("+t16", "-t16", part="C1 1000 µF, its stripe at −"),
        Link(hole(14, "j"), f"+t{_FIRST}", red),
        Link(hole(7, "a"), f"-b{_FIRST + 6}", black),
        Link(hole(14, "i"), f"-t{_FIRST - 1}", part="C2 100 nF"),
        Link(f"J8 {data}", hole(2, "b"), green),
        Link(f"J8 {ground}", "-b2", black),
        Link(hole(2, "a"), f"-b{_FIRST + 1}", part=f"R2 {PULL_DOWN}"),
        Link(hole(3, "c"), f"c{_OUT}", part="R1 330 Ω"),
        Link(f"a{_OUT}", "strip DIN", green),
        Link("-b15", "strip GND", black),
        Link("+t23", "strip 5V", red),
    ]
    for pin in GROUNDED:
        side = ("a", "-b") if pin <= 7 else ("j", "-t")
        at = hole(pin, side[0])
        found.append(Link(at, f"{side[1]}{at[1:]}", black))
    return (*found, *_buttons(drawings))


def _buttons(drawings: tuple[Drawing, ...]) -> Iterator[Link]:
    """Yield the jumper wires of buttons beside the breadboard."""
    for drawing in drawings:
        if drawing.name == "buttons":
            for _, wire in drawing.wires:
                yield Link(" ".join(wire.start), " ".join(wire.end), wire.colour)


def breadboard(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Picture:
    found = links(board, wiring, drawings)
    places = _elsewhere(found)
    title = f"{board.name} on a breadboard"
    marks = headed(title)
    marks += [Words(Point(0, 12 + 4.5 * n), words, 3) for n, words in enumerate(_HINTS)]
    marks += [*_board(), *_chip(), *_outside(places)]
    labels: list[Words] = []
    for link in found:
        if link.colour:
            path = tuple(_path(link, found, places))
            marks.append(Line(path, "#333333", 1.1))
            marks.append(Line(path, COLOURS[link.colour], 0.7))
            continue
        ends = at(link.start), at(link.end)
        middle = Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
        marks.append(Line(ends, "#666666", 0.5))
        size = (5.0, 2.6) if ends[0].y == ends[1].y else (2.6, 3.4)
        fill = "#b9d7ee" if link.part.startswith("C") else "#e2c79a"
        marks += outline(Box(middle, *size), fill)
        labels.append(_named(link.part, middle))
    for label in labels:  # where the board has no holes
        marks += backed(label, _FOIL) if label.at.y > _TOP else [label]
    high = _header_at(39).y + 6
    return Picture("breadboard", title, _WIDE, high, tuple(marks))


def _named(part: str, middle: Point) -> Words:
    """Write a part's name clear of wires: above the rail, or beside the part."""
    beside = {"C1": (0.0, -7.6), "C2": (-3.6, -1.0), "R1": (0.0, 5.2), "R2": (-7.4, 1)}
    anchor = "middle" if part.startswith(("C1", "R1")) else "end"
    return Words(middle.moved(*beside[part[:2]]), part, 2.8, anchor, bold=True)


def _path(
    link: Link, found: tuple[Link, ...], places: dict[str, Point]
) -> Iterator[Point]:
    """Yield a wire's path: across, up or down in its own lane, and across."""
    start, end = (places.get(name) or at(name) for name in (link.start, link.end))
    if link.start.startswith("J8") and _is_odd(link.start):
        yield start.moved(0, -1.8)
        start = start._replace(y=_leaves_at(link.start))
    elif link.start.startswith("J8"):
        start = start.moved(1.8, 0)
    yield start
    if link.end == "F1 1":
        yield Point(start.x + 10, start.y)
        yield Point(start.x + 10, end.y)
    elif link.start == "F1 2":
        yield Point(end.x, start.y)
    elif link.end == "strip 5V":  # around the board
        yield Point(_WIDE - 3, start.y)
        yield Point(_WIDE - 3, end.y)
    elif link.start.startswith("J8") and link.end not in places:
        # A wire that goes down from a lower pin turns down earlier.
        down = [_leaves_at(one.start) for one in found if _goes_down(one)]
        x = at("a1").x - 7.5 - 3 * sum(y < start.y for y in down) * _goes_down(link)
        yield Point(x, start.y)
        yield Point(x, end.y)
    yield end


def _is_odd(end: str) -> bool:
    """Tell whether a header pin is in the column far from the board."""
    return int(end[3:]) % 2 == 1


def _leaves_at(end: str) -> float:
    """Return the height of a wire at the header: if need be, between two pins."""
    return _header_at(int(end[3:])).y - _PIN_MM / 2 * _is_odd(end)


def _goes_down(link: Link) -> bool:
    """Tell whether a wire leads from the header to the board's lower half."""
    return (
        link.start.startswith("J8") and link.end[0] in "abcde-" and "t" not in link.end
    )


def at(name: str) -> Point:
    """Return a hole's place in the picture."""
    row = name[:2] if name[0] in "+-" else name[0]
    column = int(name[len(row) :])
    return Point(_LEFT + column * _PITCH, _TOP + _ROWS[row] * _PITCH)


def _board() -> Iterator[Mark]:
    width, middle = (COLUMNS + 1.6) * _PITCH, at("a1").x + (COLUMNS - 1) * _PITCH / 2
    yield from outline(Box(Point(middle, _TOP + 8 * _PITCH), width, 18 * _PITCH), _FOIL)
    yield from outline(Box(Point(middle, _TOP + 8 * _PITCH), width, 2), _GAP)
    for row in _ROWS:
        sign = {"+": "+", "-": "−"}.get(row[0], row)
        for column, off in ((1, -3.4), (COLUMNS, 3.4)):  # a wire may cover one
            yield Words(at(f"{row}{column}").moved(off, 1), sign, 2.8, "middle")
        for column in range(1, COLUMNS + 1):
            x, y = at(f"{row}{column}")
            hole = (Point(x - 0.5, y), Point(x + 0.5, y))
            yield Line(hole, _HOLE, 1.0)
    for column in (1, *range(5, COLUMNS + 1, 5)):
        spot = at(f"e{column}").moved(0, -_PITCH + 0.9)
        yield from backed(Words(spot, str(column), 2.6, "middle"), _FOIL)


def _chip() -> Iterator[Mark]:
    first, last = at(hole(14)), at(hole(7))
    middle = Point((first.x + last.x) / 2, (first.y + last.y) / 2)
    body = Box(middle, last.x - first.x + 3, last.y - first.y - 1)
    yield from outline(body, "#d5dadd")
    yield Words(middle.moved(0, 0.8), "74AHCT125", 2.4, "middle")
    for pin in range(1, 15):
        down = -0.9 if pin <= 7 else 2.4
        yield Words(at(hole(pin)).moved(0, down), str(pin), 2.1, "middle")
    notch = body.centre.moved(-body.width / 2 + 1, 0)
    yield from outline(Box(notch, 2, 1.6), _FOIL)


def _elsewhere(found: tuple[Link, ...]) -> dict[str, Point]:
    """Place the ends off the breadboard: header, fuse, strip, buttons."""
    every = (e for link in found for e in (link.start, link.end) if " " in e)
    ends = list(dict.fromkeys(every))
    places = {end: _header_at(int(end[3:])) for end in ends if end.startswith("J8")}
    places |= {"F1 1": Point(44, _TOP - 6), "F1 2": Point(58, _TOP - 6)}
    for column, pin in ((15, "GND"), (_OUT, "DIN"), (22, "5V")):
        places[f"strip {pin}"] = at(f"a{column}")._replace(y=_STRIP_Y)
    # The buttons nearest to the header go between the others' wires.
    pins: dict[str, dict[str, float]] = {}
    for link in found:
        if link.end not in places and " " in link.end:
            name = link.end.rpartition(" ")[0]
            pins.setdefault(name, {})[link.end] = _leaves_at(link.start)
    wide = _BUTTONS_MM / max(len(pins), 2)
    spans = sorted(pins.values(), key=lambda ys: max(ys.values()) - min(ys.values()))
    for number, ys in enumerate(spans):
        x = _BUTTONS_X + number * wide
        places |= {end: Point(x, y) for end, y in ys.items()}
    return places


def _header_at(number: int) -> Point:
    """Return a header pin's place, odd ones left: the Pi's card slot is far away."""
    row, column = divmod(number - 1, 2)
    return Point(20 + 5.4 * column, _TOP + _PIN_MM * row)


def _outside(places: dict[str, Point]) -> Iterator[Mark]:
    middle = _header_at(19).moved(2.7, _PIN_MM / 2)
    yield from outline(Box(middle, 12, 20 * _PIN_MM), "#b9d3c5")
    yield Words(Point(0, _TOP - 5), "the Pi's header", 3)
    for number, name in header.pins():
        spot, used = _header_at(number), f"J8 {number}" in places
        yield from outline(Box(spot, 3.6, 3.6), "#ffd54a" if used else "#ffffff")
        yield Words(spot.moved(0, 0.8), str(number), 2.2, "middle")
        if used and number % 2:
            yield Words(spot.moved(-4.5, 0.9), name, 2.6, "end")
        elif used:  # above its wire, or below if the next one is close
            down = 3.0 if f"J8 {number - 1}" in places else -0.9
            yield Words(spot.moved(5, down), name, 2.6)
    ends: dict[str, list[Point]] = {}
    for end, spot in places.items():
        if not end.startswith("J8"):
            ends.setdefault(end.rpartition(" ")[0], []).append(spot)
    for what, spots in ends.items():
        yield from _thing(what, spots)
    for pin in ("GND", "DIN", "5V"):
        yield Words(places[f"strip {pin}"].moved(0, 4.2), pin, 2.6, "middle")


def _thing(what: str, spots: list[Point]) -> Iterator[Mark]:
    """Draw a box around the ends of a fuse, strip or button, with its name."""
    names = {"F1": "F1, the fuse", "strip": "pixel 0"}
    before, after = (4.5, 4.5) if what in names else (0.5, 10.5)
    left, right = min(p.x for p in spots) - before, max(p.x for p in spots) + after
    top, bottom = min(p.y for p in spots) - 1.6, max(p.y for p in spots) + 1.6
    bottom += 4 if what == "strip" else 0
    yield from outline(spanning(left, top, right, bottom), _BOX)
    middle = Point((left + right) / 2, (top + bottom) / 2)
    if what in names:
        spot = middle.moved(0, -3.2) if what == "F1" else Point(middle.x, bottom + 4)
        yield Words(spot, names[what], 3, "middle")
        return
    yield Words(middle.moved(0, -0.4), "button", 2.6, "middle")
    yield Words(middle.moved(0, 3.0), what, 2.8, "middle", bold=True).fitted(10)
