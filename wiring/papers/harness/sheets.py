"""Drawings of the harness: each cable with its wires, their colours and both ends."""

from collections.abc import Iterator

from wiring.geometry.shapes import Point
from wiring.harness import COLOURS
from wiring.papers.harness.cables import Cable, Connector, Drawing, End
from wiring.papers.harness.power import MM2
from wiring.papers.pictures.marks import Line, Mark, Picture, Words, backed, headed

WIDE_MM = 190.0  # within the margins of A4
HIGH_MM = 277.0
_ROW_MM = 4.6
_WORDS_MM = 3.2
_ENDS_MM = (70.0, 120.0)  # where wires begin and end


def sheets(drawing: Drawing) -> Iterator[Picture]:
    """Yield the drawing, on as many A4 sheets as necessary."""
    parts = {part.name: part for part in drawing.connectors}
    blocks = [_block(cable, parts) for cable in drawing.cables]
    blocks.append([_notes(part) for part in drawing.connectors if part.notes])
    pages: list[list[list[Mark]]] = [[]]
    for block in filter(None, blocks):
        if _ROW_MM * (len(pages[-1]) + len(block) + 4) > HIGH_MM:
            pages.append([])
        pages[-1] += [*block, []]
    for number, rows in enumerate(pages, 1):
        several = len(pages) > 1
        title = (
            f"{drawing.title}, {number} of {len(pages)}" if several else drawing.title
        )
        name = f"{drawing.name}-{number}" if several else drawing.name
        marks = headed(title)
        for row, found in enumerate(rows, 3):
            marks += [_lowered(mark, row * _ROW_MM) for mark in found]
        high = (len(rows) + 3) * _ROW_MM
        yield Picture(name, title, WIDE_MM, high, tuple(marks))


def _block(cable: Cable, parts: dict[str, Connector]) -> list[list[Mark]]:
    """Return a cable's rows: its head, then its wires."""
    size = f"AWG {cable.awg} ({MM2[cable.awg]:g} mm²)"
    ends = dict.fromkeys(wire.end.connector for wire in cable.wires)
    starts = dict.fromkeys(wire.start.connector for wire in cable.wires)
    called = {name: f"{name} ({parts[name].kind})" for name in (*starts, *ends)}
    first = " and ".join(called[name] for name in starts if name not in ends)
    joined = " to ".join((first, *(called[name] for name in ends)))
    head = f"{cable.name}: {cable.length_m:g} m, {cable.kind} {size}".replace("  ", " ")
    rows: list[list[Mark]] = [
        [Words(Point(0, 0), head, _WORDS_MM, bold=True)],
        [Words(Point(0, 0), joined, _WORDS_MM).fitted(WIDE_MM)],
    ]
    left, right = _ENDS_MM
    for wire in cable.wires:
        here, there = (_end(end, parts[end.connector]) for end in wire.ends)
        middle = Point((left + right) / 2, -0.1)
        ways = (Point(left, -1), Point(right, -1))
        rows.append(
            [
                Line(ways, "#333333", 1.5),
                Line(ways, COLOURS[wire.colour], 1.1),
                Words(Point(left - 2, 0), here, _WORDS_MM, "end").fitted(left - 2),
                Words(Point(right + 2, 0), there, _WORDS_MM).fitted(left - 2),
                # On the wire itself, on white, so that no line crosses the word.
                *backed(Words(middle, wire.colour, 2.6, "middle"), "#ffffff"),
            ]
        )
    return rows


def _end(end: End, part: Connector) -> str:
    label = dict(part.pins)[end.pin]
    words = f"{end.connector} {end.pin}"
    return words if label == end.pin else f"{words}, {label}"


def _notes(part: Connector) -> list[Mark]:
    words = f"{part.name}: {part.notes}"
    return [Words(Point(0, 0), words, _WORDS_MM).fitted(WIDE_MM)]


def _lowered(mark: Mark, down: float) -> Mark:
    if isinstance(mark, Words):
        return mark._replace(at=mark.at.moved(0, down))
    return mark._replace(points=tuple(p.moved(0, down) for p in mark.points))
