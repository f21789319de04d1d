"""Everything mounted on the floor: Pi, boards, multiplexers, terminal blocks, fuses.

Boards are under the Depth Board or, without one, under the middle of the tiles. A
lane's multiplexers are at its ends. The multiplexer of a row of tiles is beside the
field, where no puck slides. Up to there wires lie on the floor; then they come up
through a hole and lie on the carrier.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from wiring.boardmap import BoardMap, SensorBoard
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Box, Point, edges
from wiring.sensor_boards import Row, Sensor, rows

_APART_MM = 10.0
_FEW = 4  # buttons that each get their own ground pin on the header
INLET = Point(90.0, 0.0)  # hole for the strip's supply, in the far wall
PI_INLET = Point(130.0, 0.0)  # hole for the Pi's own supply
_PEGS_MM = 16.0  # beside the tiles, for a peg of the puck and its web
_TIE_MM = 3.2  # cable-tie holes around a board without screw holes
SCREW_MM = 2.5  # screw holes of other boards
_HOLE_MM = SCREW_MM + 0.2
WIRES_HOLE_MM = 10.0  # for the wires of 16 sensors and a feed of the strip
_BESIDE_LANE_MM = 9.0  # from a field to the hole beside it
_BESIDE_ROW_MM = Point(-20.0, 20.0)  # clear of screws, readers and seats
# Each Pico has a stripboard. A third of one holds a 41 × 18 mm multiplexer with its box
# header, or the level shifter.
_STRIPBOARD_MM, THIRD_MM = (50.0, 100.0), (50.0, 30.0)
_PI_MM, _BLOCK_MM = (85.0, 56.0), (60.0, 30.0)
# Lever connectors stand on edge, with fuse holders side by side in front of them.
_IN_FRONT = {
    "the Pi": ("the ground block", (40.0, 30.0)),
    "the terminal block": ("the fuses", (60.0, 45.0)),
}
_AT_INLET_MM = (50.0, 40.0)  # its lever connectors, and F2
_PI_HOLES_MM, _STRIPBOARD_HOLES_MM = (58.0, 49.0), (42.0, 92.0)


class Mounted(NamedTuple):
    name: str
    shape: Box
    holes: tuple[Point, ...]
    hole_mm: float

    @property
    def is_tied(self) -> bool:
        return self.hole_mm == _TIE_MM


def mounted(board: BoardMap, layout: Layout) -> Iterator[Mounted]:
    """Yield the boards in a row, then the multiplexers."""
    field = layout.fields.get("depth") or layout.fields["grid"]
    picos = [
        (f"Pico {one.name}", _STRIPBOARD_MM, _STRIPBOARD_HOLES_MM, _HOLE_MM)
        for one in board.boards
    ]
    pi = ("the Pi", _PI_MM, _PI_HOLES_MM, _HOLE_MM)
    # Put an amplifier on the chip's stripboard, because its clocks need short wires.
    tied = [("the chip", THIRD_MM), ("the terminal block", _BLOCK_MM)]
    row = [*picos, pi, *((n, s, (0.0, s[1] + _TIE_MM), _TIE_MM) for n, s in tied)]
    long = sum(size[0] + _APART_MM for _, size, _, _ in row) - _APART_MM
    x = field.centre.x - long / 2
    for name, size, apart, hole_mm in row:
        middle = Point(x + size[0] / 2, field.centre.y)
        yield Mounted(name, Box(middle, *size), _holes(middle, apart), hole_mm)
        x += size[0] + _APART_MM
        other, its = _IN_FRONT.get(name, ("", (0.0, 0.0)))
        if other and (name != "the Pi" or has_ground_block(board)):
            below = middle.moved(0, size[1] / 2 + _APART_MM + its[1] / 2)
            yield _tied(other, Box(below, *its))
    yield _tied("the inlet's block", Box(INLET.moved(0, 35), *_AT_INLET_MM))
    for found in multiplexers(board, layout):
        name = f"multiplexer M{found.number} of {found.board.name}"
        size = THIRD_MM if found.is_of_lane else THIRD_MM[::-1]
        yield _tied(name, Box(found.at, *size), is_upright=not found.is_of_lane)


def has_ground_block(board: BoardMap) -> bool:
    """Tell whether the table needs more grounds than the header has pins."""
    return len(board.buttons) > _FEW or board.eliminator is not None


def beside(layout: Layout) -> dict[str, Box]:
    """Return the parts to the right of a table on feet, the Pi near its buttons."""
    right, near = layout.width, layout.height
    return {
        "the Pi": Box(Point(right + 60, near - 45), 85, 56),
        "the breadboard": Box(Point(right + 100, 30), 165, 55),
        "F1, the fuse": Box(Point(right + 100, 80), 40, 10),
    }


def _tied(name: str, shape: Box, *, is_upright: bool = False) -> Mounted:
    """Return a board that a cable tie across it holds down."""
    wide, high = shape.size
    apart = (wide + _TIE_MM, 0.0) if is_upright else (0.0, high + _TIE_MM)
    return Mounted(name, shape, _holes(shape.centre, apart), _TIE_MM)


def _holes(middle: Point, apart: tuple[float, float]) -> tuple[Point, ...]:
    spots = {(x * apart[0] / 2, y * apart[1] / 2) for x, y in product((-1, 1), (-1, 1))}
    return tuple(middle.moved(*spot) for spot in sorted(spots))


class Multiplexer(NamedTuple):
    board: SensorBoard
    row: Row
    number: int
    at: Point  # its middle
    hole: Point  # in the carrier, for its wires
    sensors: tuple[tuple[int, Sensor, Point], ...]  # with their channels

    @property
    def is_of_lane(self) -> bool:
        return self.row.name.startswith("lane")


def multiplexers(board: BoardMap, layout: Layout) -> Iterator[Multiplexer]:
    """Yield multiplexers row by row: at ends of lanes, and left of rows of tiles."""
    for one in board.boards:
        for row in rows(one):
            for number in row.multiplexers:
                spots = _at_row(row, number, layout)
                sensors = (
                    (channel, sensor, sensor_at(sensor, layout))
                    for channel, sensor in row.on(number)
                )
                yield Multiplexer(one, row, number, *spots, tuple(sensors))


def _at_row(row: Row, number: int, layout: Layout) -> tuple[Point, Point]:
    """Return a multiplexer's middle, and the hole for its wires beside the field."""
    place = layout.places[row.sensors[0][1].place]
    if place.tile:
        left = place.tile._replace(x=edges(layout.fields["grid"])[0])
        return left.moved(-_PEGS_MM - THIRD_MM[1] / 2, 0), left.moved(*_BESIDE_ROW_MM)
    left_x, _, right_x, _ = edges(layout.fields["depth"])
    is_first = number == row.multiplexers[0]
    end, out = (left_x, -1) if is_first else (right_x, 1)
    assert place.lamp
    assert place.hall
    at = place.lamp._replace(x=end - out * THIRD_MM[0] / 2)
    return at, place.hall._replace(x=end + out * _BESIDE_LANE_MM)


def sensor_at(sensor: Sensor, layout: Layout) -> Point:
    place = layout.places[sensor.place]
    found = place.hall if sensor.kind == "hall" else place.switch
    assert found
    return found
