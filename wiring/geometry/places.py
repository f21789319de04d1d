"""Positions of every lamp, sensor, switch and button on the table, in millimetres.

From the far edge to the front come the Depth Board, readers and key, tiles, and
controls. The pitches determine the size of the fields; fields and rim determine the
size of the table. Seats go clockwise around the rim from the near left corner.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.shapes import Box, Point
from wiring.geometry.sizes import Sizes


class Place(NamedTuple):
    """The parts of the table at a place; a piece stands over its Hall sensor."""

    lamp: Point | None = None
    hall: Point | None = None
    switch: Point | None = None
    tile: Point | None = None  # its middle
    button: Point | None = None
    striker: Point | None = None


class Layout(NamedTuple):
    width: float
    height: float
    fields: Mapping[str, Box]  # "depth" and "grid"
    places: Mapping[str, Place]  # by their names in the board map, and "arm", "fire"
    readers: Mapping[str, Box]  # the place of a card


class _Blocks(NamedTuple):
    """Width and height of each field."""

    depth: tuple[float, float]
    left: tuple[float, float]
    grid: tuple[float, float]
    right: tuple[float, float]


def lay_out(board: BoardMap, sizes: Sizes) -> Layout:
    blocks, apart = _blocks(board, sizes), sizes.table.apart_mm
    columns = [block for block in blocks[1:] if block != (0, 0)]
    middle = sum(b[0] for b in columns) + apart * max(0, len(columns) - 1)
    low = max((b[1] for b in columns), default=0.0)
    inner_width = max(middle, blocks.depth[0])
    between = apart if blocks.depth[1] and low else 0
    width = inner_width + 2 * sizes.table.rim_mm
    height = blocks.depth[1] + between + low + 2 * sizes.table.rim_mm
    top = sizes.table.rim_mm + blocks.depth[1] + between
    fields: dict[str, Box] = {}
    places: dict[str, Place] = {}
    readers: dict[str, Box] = {}
    if board.depth:
        y = sizes.table.rim_mm + blocks.depth[1] / 2
        fields["depth"] = Box(Point(width / 2, y), *blocks.depth)
        places |= dict(_lanes(board, sizes, fields["depth"]))
    x = (width - middle) / 2
    for name, block in zip(_Blocks._fields[1:], blocks[1:], strict=True):
        if block == (0, 0):
            continue
        field = Box(Point(x + block[0] / 2, top + low / 2), *block)
        x += block[0] + apart
        if name == "grid":
            fields["grid"] = field
            places |= dict(_tiles(board, sizes, field))
        elif name == "left":
            readers = _readers(board, sizes, field)
            places |= dict(_column(board, _eliminator(board), sizes, field))
        else:
            places |= dict(_column(board, _controls(board), sizes, field))
    places |= dict(_seats(board, sizes, width, height))
    return Layout(width, height, fields, places, readers)


def _blocks(board: BoardMap, sizes: Sizes) -> _Blocks:
    lanes, tiles, buttons = sizes.lanes, sizes.tiles, sizes.buttons
    depth = grid = left = right = (0.0, 0.0)
    if board.depth:
        length = (board.depth.positions - 1) * lanes.pitch_mm + lanes.lane_mm
        depth = length, board.depth.lanes * lanes.lane_mm
    if board.grid:
        pitch = tiles.pitch_mm
        grid = board.grid.columns * pitch, board.grid.rows * pitch
    pitch = buttons.control_pitch_mm
    if controls := _controls(board):
        right = pitch, len(controls) * pitch
    readers, keys = _reader_names(board), _eliminator(board)
    if readers or keys:
        card_width, card_height = buttons.card_mm
        high = len(readers) * (card_height + sizes.table.apart_mm) + len(keys) * pitch
        left = max(pitch, card_width if readers else 0), high
    return _Blocks(depth, left, grid, right)


def _controls(board: BoardMap) -> list[str]:
    return [b.control for b in board.buttons if not b.control.startswith("seat:")]


def _eliminator(board: BoardMap) -> list[str]:
    return ["arm", "fire"] if board.eliminator else []


def _reader_names(board: BoardMap) -> list[str]:
    return [reader for one in board.boards for reader in one.readers]


def _lanes(board: BoardMap, sizes: Sizes, field: Box) -> Iterator[tuple[str, Place]]:
    """Yield each lane: a row of lamps, and a row for pieces in front of it."""
    assert board.depth
    lanes = sizes.lanes
    left = field.centre.x - (board.depth.positions - 1) * lanes.pitch_mm / 2
    for lane in range(board.depth.lanes):
        y = field.centre.y + (lane - (board.depth.lanes - 1) / 2) * lanes.lane_mm
        for position in range(board.depth.positions):
            x = left + position * lanes.pitch_mm
            lamp, hall = Point(x, y - lanes.aside_mm / 2), None
            if board.depth.first_hall_bit is not None:
                hall = Point(x, y + lanes.aside_mm / 2)
            yield f"depth:{lane}:{position}", Place(lamp, hall)


def _tiles(board: BoardMap, sizes: Sizes, field: Box) -> Iterator[tuple[str, Place]]:
    assert board.grid
    grid, tiles = board.grid, sizes.tiles
    has_switch, has_hall = (
        bit is not None for bit in (grid.first_switch_bit, grid.first_hall_bit)
    )
    for row in range(grid.rows):
        for column in range(grid.columns):
            centre = field.centre.moved(
                (column - (grid.columns - 1) / 2) * tiles.pitch_mm,
                (row - (grid.rows - 1) / 2) * tiles.pitch_mm,
            )
            yield (
                f"tile:{row},{column}",
                Place(
                    lamp=centre.moved(*tiles.lamp_at),
                    hall=centre.moved(*tiles.sensor_at) if has_hall else None,
                    switch=centre.moved(*tiles.switch_at) if has_switch else None,
                    tile=centre,
                    striker=centre.moved(*tiles.striker_at) if has_hall else None,
                ),
            )


def _readers(board: BoardMap, sizes: Sizes, field: Box) -> dict[str, Box]:
    width, height = sizes.buttons.card_mm
    step = height + sizes.table.apart_mm
    top = field.centre.y - field.height / 2
    first = Box(Point(field.centre.x, top + height / 2), width, height)
    return {
        reader: first._replace(centre=first.centre.moved(0, number * step))
        for number, reader in enumerate(_reader_names(board))
    }


def _column(
    board: BoardMap, names: list[str], sizes: Sizes, field: Box
) -> Iterator[tuple[str, Place]]:
    """Yield a column of buttons, each with its lamp above it."""
    buttons = sizes.buttons
    bottom = field.centre.y + field.height / 2 + buttons.lamp_mm / 4
    for number, name in enumerate(reversed(names)):
        y = bottom - (number + 0.5) * buttons.control_pitch_mm
        button = Point(field.centre.x, y)
        lamp = button.moved(0, -buttons.lamp_mm) if name in board.pixels else None
        yield name, Place(lamp, button=button)


def _seats(
    board: BoardMap, sizes: Sizes, width: float, height: float
) -> Iterator[tuple[str, Place]]:
    seats = [b for b in board.buttons if b.control.startswith("seat:")]
    inset = sizes.table.rim_mm / 2
    way = _Rim(width - 2 * inset, height - 2 * inset, inset)
    for number, seat in enumerate(seats):
        button, inwards = way.at((number + 0.5) / len(seats))
        reach = sizes.buttons.lamp_mm
        lamp = None
        if seat.pixel is not None:
            lamp = button.moved(inwards.x * reach, inwards.y * reach)
        yield seat.control, Place(lamp, button=button)


class _Rim(NamedTuple):
    """The path around the table, clockwise from the middle of its near side."""

    width: float
    height: float
    inset: float

    def at(self, share: float) -> tuple[Point, Point]:
        """Return a point on the rim, and the direction to the table's middle."""
        left, top = self.inset, self.inset
        right, bottom = left + self.width, top + self.height
        sides = (
            (self.width / 2, Point(left + self.width / 2, bottom), (-1, 0), (0, -1)),
            (self.height, Point(left, bottom), (0, -1), (1, 0)),
            (self.width, Point(left, top), (1, 0), (0, 1)),
            (self.height, Point(right, top), (0, 1), (-1, 0)),
            (self.width / 2, Point(right, bottom), (-1, 0), (0, -1)),
        )
        rest = share * 2 * (self.width + self.height)
        for length, start, along, inwards in sides:
            if rest <= length:
                return start.moved(along[0] * rest, along[1] * rest), Point(*inwards)
            rest -= length
        raise ValueError(share)
