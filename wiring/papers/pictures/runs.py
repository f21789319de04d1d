"""The cables' routes: the table from above, once for each group of cables."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from wiring.geometry.features import speaker_at
from wiring.geometry.mounted import INLET, mounted
from wiring.geometry.shapes import Box, Circle, Point
from wiring.geometry.table import Geometry
from wiring.papers.harness.cables import Drawing
from wiring.papers.pictures.marks import (
    Line,
    Mark,
    Picture,
    Words,
    back,
    headed,
    outline,
    placed,
    rounded,
)

_WIDE, _HIGH, _TOP, _HEAD, _APART = 180.0, 260.0, 12.0, 7.0, 4.0
_TITLE_MM, _WORDS_MM, _STEP_MM, _LEVEL_MM = 3.4, 2.7, 0.9, 3.0
_BOARD, _PART = "#f7f1e6", "#c3ced4"
_COLOURS = ("#2f62c9", "#b34700", "#2e9b3f", "#8b45b5", "#1d2a30", "#c2185b")
_HOMES = {"J8": "the Pi", "D2": "the Pi", "U3": "the chip", "U1": "the chip"}
_CALLED = {
    "P0": "pixel 0",
    "R1": "pixel 0",
    "PS1": "inlet",
    "LS1": "speaker",
    "U3": "amplifier",
}
# The cables that a builder lays in one go, by the names of drawings.
_GROUPS = {
    "power": "Power and data",
    "strip": "Power and data",
    "chain": "From lamp to lamp",
    "buttons": "Buttons",
}
_REST = "Eliminator, speaker, cards"


class Run(NamedTuple):
    """A cable from its board to the farthest spot, and that spot's name."""

    name: str
    to: str
    spots: tuple[Point, ...]


def runs(geometry: Geometry, drawings: tuple[Drawing, ...]) -> Picture:
    groups, layout = _groups(geometry, drawings), geometry.layout
    rows = -(-len(groups) // 2)
    # As large as possible with two side by side on a page.
    most = (_HIGH - _TOP) / rows - _APART - _HEAD
    wide = min((_WIDE - _APART) / 2, most * layout.width / layout.height)
    high = layout.height * wide / layout.width + _HEAD
    title = f"{geometry.board.name}: where the cables run"
    marks = headed(title)
    for number, (name, found) in enumerate(groups.items()):
        row, column = divmod(number, 2)
        corner = Point(column * (wide + _APART), _TOP + row * (high + _APART))
        marks += _Panel(geometry, corner, wide).marks(name, found)
    return Picture("runs", title, _WIDE, _TOP + rows * (high + _APART), tuple(marks))


def _groups(geometry: Geometry, drawings: tuple[Drawing, ...]) -> dict[str, list[Run]]:
    """Return the cables in the groups that a builder lays in one go."""
    groups: dict[str, list[Run]] = {}
    for drawing in drawings:
        board = drawing.name.partition("-")[0]
        is_scanned = any(
            one.name == board and one.multiplexers for one in geometry.board.boards
        )
        usual = f"Sensor board {board}" if is_scanned else _REST
        group = groups.setdefault(_GROUPS.get(drawing.name, usual), [])
        group += _runs(geometry, drawing, board)
    return {name: found for name, found in groups.items() if found}


class _Panel:
    """The table from above with one group of cables."""

    def __init__(self, geometry: Geometry, corner: Point, wide: float) -> None:
        self._geometry, self._corner, self._wide = geometry, corner, wide
        self._scale = wide / geometry.layout.width

    def _at(self, point: Point) -> Point:
        return self._corner.moved(point.x * self._scale, point.y * self._scale + 6)

    def marks(self, title: str, found: list[Run]) -> Iterator[Mark]:
        high = self._geometry.layout.height * self._scale
        middle = self._corner.moved(self._wide / 2, high / 2 + 6)
        yield Words(self._corner.moved(0, 4), title, _TITLE_MM, bold=True)
        yield from outline(Box(middle, self._wide, high), _BOARD)
        for part in mounted(self._geometry.board, self._geometry.layout):
            wide, deep = (mm * self._scale for mm in part.shape.size)
            yield from outline(Box(self._at(part.shape.centre), wide, deep), _PART)
        middle_of = len(found) / 2
        paths = [self._path(r, (n - middle_of) * _STEP_MM) for n, r in enumerate(found)]
        # Draw the dots at the cables' ends last, so that nothing hides them.
        lines = [*paths, *(_cross(path[-1]) for path in paths for _ in range(9))]
        labels = self._homes(found, lines)
        for run, path in zip(found, paths, strict=True):
            labels.append(self._label(run, path, labels, lines))
        yield from (back(label, _BOARD) for label in labels)
        for number, path in enumerate(paths):
            colour = _COLOURS[number % len(_COLOURS)]
            yield Line(path, colour, 0.5)
            yield from rounded(Circle(path[-1], 1.4), colour, colour)
        yield from labels

    def _homes(self, found: list[Run], lines: list[tuple[Point, ...]]) -> list[Words]:
        """Label the boards where cables begin."""
        starts = {run.spots[0] for run in found}
        named: list[Words] = []
        for part in mounted(self._geometry.board, self._geometry.layout):
            if part.shape.centre in starts and not part.name.startswith("multi"):
                at = self._at(part.shape.centre)
                words = Words(at, part.name, _WORDS_MM, "middle", bold=True)
                downs = (5.4, -3.6, 8.4, -6.6, 11.4, 14.4)
                half = words.width / 2 + 1
                left, right = self._corner.x + half, self._corner.x + self._wide - half
                spots = [
                    Point(min(max(at.x + aside, left), right), at.y + down)
                    for aside in (0, 5, -5)
                    for down in downs
                ]
                named.append(placed(words, named, spots, lines))
        return named

    def _path(self, run: Run, off: float) -> tuple[Point, ...]:
        """Return a path straight across and along, a little beside the other cables."""
        spots = [self._at(spot) for spot in run.spots]
        path = spots[:1]
        for start, end in pairwise(spots):
            if abs(start.y - end.y) > _LEVEL_MM:
                x = self._inside(start.x + off)
                path += [Point(x, start.y), Point(x, end.y)]
            else:  # beside or around anything in between
                far = abs(start.x - end.x) > self._wide / 2
                low = max(start.y, end.y) + (1.6 if far else 7 + abs(off))
                path += [Point(start.x, low), Point(end.x, low)]
            path.append(end)
        return tuple(path)

    def _inside(self, x: float) -> float:
        return min(max(x, self._corner.x + 1.5), self._corner.x + self._wide - 1.5)

    def _label(
        self,
        run: Run,
        path: tuple[Point, ...],
        others: list[Words],
        lines: list[tuple[Point, ...]],
    ) -> Words:
        words = Words(path[-1], f"{run.name} {run.to}", _WORDS_MM)
        left, right = self._corner.x + 1, self._corner.x + self._wide - 1
        highest = self._corner.y + 9
        *_, corner, end = path
        ways = [share / 8 for share in range(9)]
        spots = [
            Point(
                min(max(x - words.width * share, left), right - words.width),
                max(y + down, highest),
            )
            for down in (-1.2, 3.2, 0.9, -4.2, 6.2, -7.2, 9.2)
            for share in (0.5, -0.1, 1.1)
            for x, y in (
                end.moved((corner.x - end.x) * way, (corner.y - end.y) * way)
                for way in ways
            )
        ]
        return placed(words, others, spots, lines)


def _cross(at: Point) -> tuple[Point, ...]:
    return at.moved(-0.7, 0), at.moved(0.7, 0)


def _runs(geometry: Geometry, drawing: Drawing, board: str) -> Iterator[Run]:
    """Yield each cable that leaves its board, with both ends on the table."""
    boards = {
        part.name: part.shape.centre
        for part in mounted(geometry.board, geometry.layout)
    }
    for cable in drawing.cables:
        ends = dict.fromkeys(e.connector for w in cable.wires for e in w.ends)
        found: dict[Point, str] = {}
        for end in ends:
            if spot := _spot(geometry, boards, board, end):
                found.setdefault(spot, end)
        # It begins at a board and ends at its target.
        spots = sorted(found, key=lambda spot: spot not in boards.values())
        if len(spots) > 1:
            yield Run(cable.name, _called(found[spots[-1]]), tuple(spots))


def _called(end: str) -> str:
    if name := _CALLED.get(end):
        return name
    number = end.removesuffix(" in")
    return f"pixel {number}" if number.isdigit() else end.replace("Pixel", "pixel")


def _spot(
    geometry: Geometry, boards: dict[str, Point], board: str, end: str
) -> Point | None:
    """Return a connector's place, or None if it has no place of its own."""
    layout, pixels = geometry.layout, geometry.board.pixels
    lamps = {str(pixel): layout.places[name].lamp for name, pixel in pixels.items()}
    place = layout.places.get(end.replace(" ", ":"))
    if place and place.button:
        return place.button
    if end in layout.readers:
        return layout.readers[end].centre
    if end in ("PS1", "F2"):  # which is right behind the supply
        return INLET
    if end == "LS1":
        return speaker_at(geometry.features)
    if end == "servo":
        return layout.fields["grid"].centre
    if end in ("P0", "R1"):
        return lamps["0"]
    words = end.split()
    for word in words[-1:] if words[0] == "Pixel" else words[:1]:
        if word in lamps:
            return lamps[word]
    for name in (_HOMES.get(end), f"multiplexer {end} of {board}", f"Pico {board}"):
        if name in boards and (name != f"Pico {board}" or end[0] in "PLT"):
            return boards[name]
    return boards.get("the terminal block") if end[0] in "DF" else None
