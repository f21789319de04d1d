"""A row of sensors to scale, wire by wire, and the pins of the Pi and small parts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import copysign

from wiring.boardmap import BoardMap
from wiring.geometry.lengths import lead_name
from wiring.geometry.mounted import Multiplexer, multiplexers
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Box, Point
from wiring.harness import COLOURS, Wiring
from wiring.papers.harness import header
from wiring.papers.harness.cables import Drawing
from wiring.papers.pages.pinout import used_pins
from wiring.papers.pictures.marks import (
    Line,
    Mark,
    Picture,
    Words,
    headed,
    outline,
)
from wiring.sensor_boards import Sensor

_WIDE, _EDGE, _LEGEND = 180.0, 12.0, 6.0
_TOP, _FIRST, _APART = 20.0, 32.0, 1.5  # multiplexers, the first wire, wire to wire
_GREY, _SMALL = "#c3ced4", 2.6
_WORDS = "H: Hall sensor, S: switch. Lengths include 5 cm to strip and solder."
_HEADER = (
    "Pin 1 is nearest to the card slot; odd numbers are on the inner side.",
    "Each pin takes one socket.",
)
_CHIP = (
    (
        "74AHCT125, its notch to the left: the upper row, pins 14 to 8",
        "5 V,ground,ground,open,ground,ground,open",
    ),
    ("the lower row, pins 1 to 7", "ground,data in,to R1,ground,ground,open,ground"),
)
_MULTIPLEXER = (
    ("multiplexer board, one side", "SIG S3 S2 S1 S0 EN VCC GND"),
    ("the other side, in order; EN goes to GND, VCC to 3.3 V", "C0 C1 … C15"),
)


def row_pictures(board: BoardMap, layout: Layout, wiring: Wiring) -> Iterator[Picture]:
    found = multiplexers(board, layout)
    for _, of_row in groupby(found, key=lambda one: (one.board.name, one.row.name)):
        yield _Row(list(of_row), wiring).picture()


class _Row:
    def __init__(self, found: list[Multiplexer], wiring: Wiring) -> None:
        self._board, self._row = found[0].board.name, found[0].row
        self._wiring = wiring
        self._boxes = {one.number: one.at.x for one in found}
        self._at = {s: at.x for one in found for _, s, at in one.sensors}
        every = (*self._boxes.values(), *self._at.values())
        self._left, self._right = min(every), max(every)
        self._scale = (_WIDE - 2 * _EDGE - _LEGEND) / (self._right - self._left)
        most = max(len(one.sensors) for one in found)
        self._low = _FIRST + _APART * most + 4

    def _x(self, x: float) -> float:
        return _EDGE + _LEGEND + (x - self._left) * self._scale

    def picture(self) -> Picture:
        title = f"Sensor board {self._board}, {self._row.name}: every wire"
        marks = headed(title)
        colours = self._wiring.colours
        for number, colour in enumerate((colours.logic, colours.ground)):
            marks.append(Line(tuple(self._supply(number)), COLOURS[colour], 0.6))
        for number in self._boxes:
            marks += self._multiplexer(number)
        marks.append(Words(Point(0, self._low + 30), _WORDS, 3.2))
        for line, words in enumerate(("channel", "place", "part", "cm")):
            marks.append(Words(Point(0, self._line(line)), words, _SMALL))
        name = f"{self._board}-{self._row.name.replace(' ', '-')}-sensors"
        return Picture(name, title, _WIDE, self._low + 32, tuple(marks))

    def _line(self, number: int) -> float:
        return self._low + 11 + 3.4 * number

    def _supply(self, number: int) -> Iterator[Point]:
        """Yield the path of 3.3 V or ground along the row, from every multiplexer."""
        level = self._low + 4 + 2 * number
        for which, x in self._boxes.items():
            ends = [self._at[sensor] for _, sensor in self._row.on(which)]
            # On the side without signals, inside the box.
            outer = self._x(x) - copysign(5 + 1.5 * number, sum(ends) - len(ends) * x)
            down = (Point(outer, _TOP + 4), Point(outer, level))
            is_first = which == self._row.multiplexers[0]
            yield from down if is_first else reversed(down)
        if len(self._boxes) == 1:
            yield Point(self._x(max(ends, key=lambda end: abs(end - x))), level)

    def _multiplexer(self, number: int) -> Iterator[Mark]:
        """Yield a multiplexer's wires, the farthest sensor's on top, so none cross."""
        x = self._boxes[number]
        found = sorted(self._row.on(number), key=lambda on: abs(self._at[on[1]] - x))
        for rank, (channel, sensor) in enumerate(found):
            to = self._x(self._at[sensor])
            start = self._x(x) + copysign(0.5 * rank, to - self._x(x))
            level = _FIRST + _APART * (len(found) - rank)
            path = (Point(start, _TOP + 4), Point(start, level), Point(to, level))
            colour = COLOURS[self._wiring.signal(channel)]
            for ink, width in (("#333333", 0.8), (colour, 0.5)):
                yield Line((*path, Point(to, self._low)), ink, width)
            yield from self._sensor(channel, sensor, to)
        box = Box(Point(self._x(x), _TOP), 16.0, 8)
        yield from outline(box, _GREY)
        yield Words(box.centre.moved(0, 1), f"M{number}", 3.2, "middle")

    def _sensor(self, channel: int, sensor: Sensor, x: float) -> Iterator[Mark]:
        yield from outline(Box(Point(x, self._low + 1), 2.4, 2), _GREY)
        long = self._wiring.lengths.leads_m[lead_name(self._board, sensor)]
        # Inside the row, whose name is in the title.
        place = sensor.place.replace(",", ":").rpartition(":")[2]
        spots = sorted(self._at.values())
        room = min((b - a for a, b in pairwise(spots)), default=9.0) * self._scale - 0.6
        told = str(channel), place, sensor.kind[0].upper(), f"{100 * long:.0f}"
        for line, words in enumerate(told):
            below = Words(Point(x, self._line(line)), words, _SMALL, "middle")
            yield below.fitted(max(3.0, room))


def _small_parts(board: BoardMap) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the table's small parts with their pins, as the builder sees them."""
    kinds = {s.kind for one in board.boards for s in one.sensors if s}
    if "hall" in kinds:
        face = "Hall sensor in TO-92, its marked, narrow face to you, legs down"
        yield face, ("3.3 V", "ground", "channel")
    if "switch" in kinds:
        legs = "tile switch: two legs across a corner, which are never joined inside"
        yield legs, ("channel", "ground")
    if board.buttons or board.eliminator:
        yield "button: either tab or lug", ("its pin", "ground")
    yield from ((name, pins.split(",")) for name, pins in _CHIP)
    if any(one.multiplexers for one in board.boards):
        yield from ((name, pins.split()) for name, pins in _MULTIPLEXER)


def pin_outs(board: BoardMap) -> Picture:
    title = "Pins of the small parts"
    marks = headed(title)
    found = list(_small_parts(board))
    for number, (name, pins) in enumerate(found):
        top = 18.0 + 26 * number
        wide = _WIDE / 8
        marks.append(Words(Point(0, top), name, 3.6).fitted(_WIDE))
        box = Box(Point(wide * len(pins) / 2, top + 6), wide * len(pins), 7)
        marks += outline(box, _GREY)
        for pin, words in enumerate(pins):
            x = (pin + 0.5) * wide
            marks.append(Line((Point(x, top + 9.5), Point(x, top + 13)), width=0.8))
            label = Words(Point(x, top + 17), words, 3.2, "middle")
            marks.append(label.fitted(wide - 1))
    return Picture("pin-outs", title, _WIDE, 18.0 + 26 * len(found), tuple(marks))


def header_pins(drawings: Iterable[Drawing]) -> Picture:
    """Draw the Pi's header with all its wires."""
    title, middle = "The Pi's header", _WIDE / 2
    marks = headed(title)
    for number, words in enumerate(_HEADER):
        marks.append(Words(Point(0, 13 + 4.5 * number), words, 3.2))
    used = {pin.number: pin for pin in used_pins(drawings)}
    for number, _ in header.pins():
        row, column = divmod(number - 1, 2)
        way = 2 * column - 1
        at = Point(middle + 3.5 * way, 26 + 6 * row)
        pin = used.get(number)
        if pin:
            ends = at, at.moved(14 * way, 0)
            marks += [Line(ends, "#333333", 1.1), Line(ends, COLOURS[pin.colour], 0.8)]
            words = f"{pin.name}: {pin.goes_to}, {pin.cable}, {pin.colour}"
            label = Words(
                at.moved(16 * way, 1.1), words, 3.2, "end" if way < 0 else "start"
            )
            marks.append(label.fitted(middle - 20))
        marks += outline(Box(at, 5, 4.4), "#ffd54a" if pin else "#ffffff")
        marks.append(Words(at.moved(0, 1), str(number), 2.6, "middle"))
    return Picture("header", title, _WIDE, 26.0 + 6 * 20, tuple(marks))
