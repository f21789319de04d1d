"""Lengths of wires: along and across the table, down and up, and some slack.

The Pi, the sensor boards and the terminal block are under the Depth Board, where no
puck slides; without one, under the middle of the table.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.mounted import multiplexer_at
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Point
from wiring.geometry.sizes import Sizes
from wiring.sensor_boards import Sensor
from wiring.sensor_boards import rows as rows_of

_LEAD_MM = 50.0  # extra length of a wire from multiplexer to sensor
_JOINT_MM = 20.0  # to strip and solder both ends of a wire between two pixels


class Lengths(NamedTuple):
    """Metres to the furthest end of each kind."""

    supply_m: float
    data_m: float
    hop_m: float
    seat_m: float
    control_m: float
    eliminator_m: float
    key_m: float
    row_m: float
    along_m: float
    lead_m: float
    reader_m: float


class Joint(NamedTuple):
    """Two pixels that follow one another, with three wires between them."""

    first: str
    second: str
    length_mm: float


def lengths(board: BoardMap, sizes: Sizes, layout: Layout, feed_every: int) -> Lengths:
    """Return the longest wire of each kind, or 0.1 m without one."""
    home, places = _home(layout), layout.places
    lamps = _lamps(board, layout)

    def far(ends: Iterable[Point | None], start: Point = home) -> float:
        ways = [_way(start, end) for end in ends if end]
        if not ways:
            return 0.1
        return _metres(max(ways) + sizes.layers.space_mm + sizes.table.slack_mm)

    seats = [p.button for name, p in places.items() if name.startswith("seat:")]
    controls = [
        p.button for n, p in places.items() if n in ("next", "ok", "undo", "why")
    ]
    keys = [places[name].button for name in ("arm", "fire") if name in places]
    strikers = [place.striker for place in places.values()]
    rows = [p.hall or p.switch for n, p in places.items() if n[-2:] in (":0", ",0")]
    feeds = feed_points(board, feed_every)
    return Lengths(
        supply_m=far(at for pixel, at in lamps if pixel in feeds),
        data_m=far(at for pixel, at in lamps if pixel == 0),
        hop_m=_metres(max((way for way in _hops(board, layout)), default=0) + 100),
        seat_m=far(seats),
        control_m=far(controls),
        eliminator_m=far(keys),
        key_m=far(strikers, next(iter(keys), None) or home),
        row_m=far(rows),
        along_m=_metres(
            max((way for way, _ in _multiplexed(board, layout)), default=0)
        ),
        lead_m=_metres(
            max((lead for _, lead in _multiplexed(board, layout)), default=0)
        ),
        reader_m=far(card.centre for card in layout.readers.values()),
    )


def feed_points(board: BoardMap, every: int) -> list[int]:
    """Return the pixels that get 5 V: ends of fields, of the chain, and in between."""
    ends = {0, board.strip.pixels - 1}
    for field in ("depth:", "tile:"):
        ends |= {
            max((n for p, n in board.pixels.items() if p.startswith(field)), default=0)
        }
    points = [0]
    for end in sorted(ends)[1:]:
        start, parts = points[-1], ceil((end - points[-1]) / every)
        points += [start + (end - start) * n // parts for n in range(1, parts + 1)]
    return points


def joints(board: BoardMap, sizes: Sizes, layout: Layout) -> Iterator[Joint]:
    """Yield where the chain is cut in a field: after each pixel or at a row's end."""
    for one, other in pairwise(_chain(board)):
        field = one.partition(":")[0]
        if field != other.partition(":")[0] or field not in ("depth", "tile"):
            continue
        cut = (sizes.lanes if field == "depth" else sizes.tiles).lamps == "cut"
        here, there = layout.places[one].lamp, layout.places[other].lamp
        if here and there and (cut or here.y != there.y):
            yield Joint(one, other, _way(here, there) + _JOINT_MM)


def _hops(board: BoardMap, layout: Layout) -> Iterator[float]:
    """Yield the wire lengths along the chain, from one field or button to the next."""
    for one, other in pairwise(_chain(board)):
        field = one.partition(":")[0]
        within = field == other.partition(":")[0] and field in ("depth", "tile")
        here, there = layout.places[one].lamp, layout.places[other].lamp
        if not within and here and there:
            yield _way(here, there)


def _multiplexed(board: BoardMap, layout: Layout) -> Iterator[tuple[float, float]]:
    """Yield each multiplexer's distance along the row, and its longest lead."""

    def at(sensor: Sensor) -> Point:
        place = layout.places[sensor.place]
        found = place.hall if sensor.kind == "hall" else place.switch
        assert found
        return found

    for one in board.boards:
        for row in rows_of(one) if one.multiplexers else ():
            first = at(row.sensors[0][1])
            for number in row.multiplexers:
                spots = [at(sensor) for _, sensor in row.on(number)]
                middle = multiplexer_at(row, number, layout)
                longest = max(_way(middle, spot) for spot in spots)
                yield _way(first, middle), longest + _LEAD_MM


def _chain(board: BoardMap) -> list[str]:
    return sorted(board.pixels, key=lambda place: board.pixels[place])


def _lamps(board: BoardMap, layout: Layout) -> list[tuple[int, Point]]:
    found = ((board.pixels[name], layout.places[name].lamp) for name in board.pixels)
    return [(pixel, lamp) for pixel, lamp in found if lamp]


def _home(layout: Layout) -> Point:
    if "depth" in layout.fields:
        return layout.fields["depth"].centre
    return Point(layout.width / 2, layout.height / 2)


def _way(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _metres(millimetres: float) -> float:
    """Rounded up to a tenth."""
    return ceil(round(millimetres / 100, 6)) / 10
