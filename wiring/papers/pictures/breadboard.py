"""A small table's electronics on a breadboard, hole by hole.

A breadboard connects the five holes of a column on each side of its gap, and all holes
of a rail. Holes have their printed names: "e8" is row e, column 8; "+t5" and "-b5" are
the rails at the top and at the bottom.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from wiring.boardmap import BoardMap
from wiring.harness import COLOURS, Wiring
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.pi_side import PULL_DOWN

COLUMNS = 30
# Unused inputs of the chip, and the enable of the used one.
GROUNDED = (1, 4, 5, 9, 10, 12, 13)
_FIRST = 8  # the chip's pin 1
_OUT = 18  # the column at the far end of R1
_PITCH = 22
_LEFT, _TOP = 350, 120
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


def breadboard(board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]) -> str:
    """Draw it as SVG."""
    found = links(board, wiring, drawings)
    places = _elsewhere(found)
    width, height = _LEFT + (COLUMNS + 8) * _PITCH, _TOP + 22 * _PITCH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        "<style>text{font-family:sans-serif;font-size:13px;fill:#111}"
        ".h{font-size:19px;font-weight:bold}.s{font-size:11px;fill:#555}"
        ".c{font-size:13px;fill:#fff}.n{font-size:9px;fill:#fff}"
        ".s,.o{paint-order:stroke;stroke:#fff;stroke-width:3px}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="h" x="20" y="34">{escape(board.name)} on a breadboard</text>',
        '<text x="20" y="58">All off while you wire. The chip lies across the gap, '
        "its notch to the left. Any hole of the same column and half does as well."
        "</text>",
        *_board(),
        *_chip(),
        *_outside(places),
        *(line for link in found for line in _link(link, places)),
        "</svg>",
    ]
    return "".join(f"{line}\n" for line in lines)


def at(name: str) -> tuple[float, float]:
    """Return where a hole is on the picture."""
    row = name[:2] if name[0] in "+-" else name[0]
    column = int(name[len(row) :])
    return _LEFT + column * _PITCH, _TOP + _ROWS[row] * _PITCH


def _board() -> Iterator[str]:
    right, bottom = (COLUMNS + 1) * _PITCH, 17 * _PITCH
    yield (
        f'<rect x="{_LEFT}" y="{_TOP - _PITCH}" width="{right}" height="{bottom + 10}" '
        'rx="8" fill="#f4f1ea" stroke="#a9a291"/>'
    )
    gap = _TOP + 8 * _PITCH
    yield (
        f'<rect x="{_LEFT}" y="{gap - 6}" width="{right}" height="12" fill="#ddd6c6"/>'
    )
    for row in _ROWS:
        colour = {"+": "#d3201f", "-": "#2f62c9"}.get(row[0], "#555")
        x, y = at(f"{row}1")
        sign = {"+": "+", "-": "−"}.get(row[0], row)
        yield f'<text x="{x - 20}" y="{y + 4}" style="fill:{colour}">{sign}</text>'
        for column in range(1, COLUMNS + 1):
            x, y = at(f"{row}{column}")
            yield f'<rect x="{x - 3}" y="{y - 3}" width="6" height="6" fill="#8f887a"/>'
    for column in (1, *range(5, COLUMNS + 1, 5)):
        x, y = at(f"a{column}")
        yield f'<text class="s" x="{x - 5}" y="{y + 20}">{column}</text>'


def _chip() -> Iterator[str]:
    left, top = at(hole(14))
    right, bottom = at(hole(7))
    yield (
        f'<rect x="{left - 10}" y="{top + 4}" width="{right - left + 20}" '
        f'height="{bottom - top - 8}" rx="3" fill="#2a2f33"/>'
    )
    middle = (top + bottom) / 2
    yield f'<circle cx="{left - 10}" cy="{middle}" r="6" fill="#f4f1ea"/>'
    yield f'<text class="c" x="{left + 22}" y="{middle + 4}">74AHCT125</text>'
    for pin in range(1, 15):
        x, y = at(hole(pin))
        yield f'<rect x="{x - 4}" y="{y - 5}" width="8" height="10" fill="#c8a24a"/>'
        inside = y - 8 if pin <= 7 else y + 16
        yield f'<text class="n" x="{x - 4}" y="{inside}">{pin}</text>'


def _elsewhere(found: tuple[Link, ...]) -> dict[str, tuple[float, float]]:
    """Place the ends beside the breadboard: header, fuse, strip, buttons."""
    ends = list(
        dict.fromkeys(e for link in found for e in (link.start, link.end) if " " in e)
    )
    places: dict[str, tuple[float, float]] = {}
    for end in ends:
        what, _, pin = end.partition(" ")
        if what == "J8":
            places[end] = _header_at(int(pin))
        elif what == "F1":
            places[end] = (240 + 60 * (int(pin) - 1), _TOP - 26)
        elif what == "strip":
            order = ("5V", "DIN", "GND").index(pin)
            places[end] = (_LEFT + (COLUMNS + 4) * _PITCH, _TOP + 100 + 90 * order)
        else:
            names = list(dict.fromkeys(e.split()[0] for e in ends))
            nth = [name for name in names if name not in ("J8", "F1", "strip")]
            x = 210 + 120 * nth.index(what)
            places[end] = (x + 60 * (int(pin) - 1), _TOP + 19 * _PITCH)
    return places


def _header_at(number: int) -> tuple[float, float]:
    """Odd numbers on the left, as on a Pi with its card slot at the far end."""
    return 150 + 26 * ((number - 1) % 2), _TOP + 19.2 * ((number - 1) // 2)


def _outside(places: dict[str, tuple[float, float]]) -> Iterator[str]:
    yield (
        f'<rect x="132" y="{_TOP - 20}" width="62" height="404" rx="4" fill="#1f6b45"/>'
    )
    yield f'<text x="20" y="{_TOP - 28}">the Pi\'s header</text>'
    names = {pin.number: pin.name for pin in header.pins()}
    rows: dict[float, list[str]] = {}
    for number, name in names.items():
        x, y = _header_at(number)
        used = f"J8 {number}" in places
        fill = "#ffd54a" if used else "#c9d2cc"
        yield f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="{fill}"/>'
        if used:
            rows[y] = [*rows.get(y, []), f"{number} {name}"]
    # On the left, where no wire crosses them.
    for y, pair in rows.items():
        said = " · ".join(pair)
        yield f'<text class="s" x="126" y="{y + 4}" text-anchor="end">{said}</text>'
    for what in dict.fromkeys(end.split()[0] for end in places if end[:2] != "J8"):
        ends = [places[end] for end in places if end.split()[0] == what]
        left, top = min(x for x, _ in ends) - 14, min(y for _, y in ends) - 14
        right, bottom = max(x for x, _ in ends) + 14, max(y for _, y in ends) + 14
        yield (
            f'<rect x="{left}" y="{top}" width="{right - left}" '
            f'height="{bottom - top}" rx="6" fill="#e9eef1" stroke="#71838c"/>'
        )
        words = {"F1": "F1, the fuse", "strip": "pixel 0"}.get(what, f"button {what}")
        under = top - 6 if what in ("F1", "strip") else bottom + 16
        yield f'<text x="{left}" y="{under}">{escape(words)}</text>'
    for end, (x, y) in places.items():
        if end.startswith("strip"):
            yield f'<text class="s" x="{x + 20}" y="{y + 4}">{end[6:]}</text>'


def _link(link: Link, places: dict[str, tuple[float, float]]) -> Iterator[str]:
    (x1, y1), (x2, y2) = (
        places[end] if end in places else at(end) for end in (link.start, link.end)
    )
    if link.colour:
        # Wires from outside come in an arc, so that none hides another.
        bend = 0.18 * (x2 - x1) if link.start in places or link.end in places else 0
        yield (
            f'<path d="M{x1:g} {y1:g} C{x1 + bend:g} {y1 - bend / 4:g} '
            f'{x2 - bend:g} {y2 + bend / 4:g} {x2:g} {y2:g}" fill="none" '
            f'stroke="{COLOURS[link.colour]}" stroke-width="3.5" '
            'stroke-linecap="round" opacity="0.9"/>'
        )
        return
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    yield (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="#666" '
        'stroke-width="2"/>'
    )
    fill = "#b9d7ee" if link.part.startswith("C") else "#e2c79a"
    yield (
        f'<ellipse cx="{middle[0]:g}" cy="{middle[1]:g}" rx="13" ry="9" '
        f'fill="{fill}" stroke="#555"/>'
    )
    yield (
        f'<text class="o" x="{middle[0]:g}" y="{middle[1] - 12:g}" '
        f'text-anchor="middle">{escape(link.part)}</text>'
    )
