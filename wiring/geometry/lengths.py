"""Lengths of wires: along and across the table, down and up, and some slack.

They begin at the Pi, the sensor boards and the terminal block: on the floor or, if the
table has none, beside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil, dist
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.features import features, speaker_at
from wiring.geometry.mounted import (
    INLET,
    Multiplexer,
    beside,
    mounted,
    multiplexers,
    sensor_at,
)
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Point
from wiring.geometry.sizes import Sizes
from wiring.sensor_boards import Sensor

_LEAD_MM = 50.0  # to strip and solder both ends of a wire from multiplexer to sensor
_HOP_MM = 100.0  # from field to field: a loop, so that the table can be opened
_JOINT_MM = 20.0  # for stripping and soldering both ends of a wire between two pixels


class Lengths(NamedTuple):
    """Metres to the farthest end of each kind."""

    trunk_m: float  # from the 5 V source to where the wires fan out
    supply_m: float
    chip_m: float
    data_m: float
    hops_m: Mapping[int, float]  # by the pixel at the end
    seat_m: float
    control_m: float
    eliminator_m: float
    fused_m: float  # from the source to the key
    key_m: float  # from there to the servo
    row_m: float
    along_m: float
    lead_m: float
    leads_m: Mapping[str, float]  # by board and sensor, as `lead_name` has them
    reader_m: float
    speaker_m: float


class Joint(NamedTuple):
    """Two consecutive pixels, with three wires between them."""

    first: str
    second: str
    length_mm: float


def lengths(
    board: BoardMap, sizes: Sizes, layout: Layout, feed_every: int, has_supply: bool
) -> Lengths:
    """Return the longest wire of each kind, or 0.1 m if there is none.

    The 5 V comes from the strip's own supply through the wall, or from the Pi.
    """
    homes, places = _homes(board, sizes, layout), layout.places
    lamps, pi = _lamps(board, layout), homes["the Pi"]
    source = INLET if has_supply and sizes.layers.floor_mm else pi
    block, chip = homes["the terminal block"], homes["the chip"]

    def far(ends: Iterable[Point | None], start: Point = pi) -> float:
        ways = [_way(start, end) for end in ends if end]
        extra_mm = sizes.layers.space_mm + sizes.table.slack_mm
        return _metres(max(ways) + extra_mm) if ways else 0.1

    buttons = {name: place.button for name, place in places.items() if place.button}
    keys = [at for name, at in buttons.items() if name in ("arm", "fire")]
    seats = [at for name, at in buttons.items() if name.startswith("seat:")]
    controls = [at for at in buttons.values() if at not in (*keys, *seats)]
    feeds = feed_points(board, feed_every)
    found = list(multiplexers(board, layout))
    leads = dict(lead for one in found for lead in _leads(one, sizes))
    # A flat cable goes to a row's first multiplexer, and along the row to the others.
    firsts = [one for one in found if one.number == one.row.multiplexers[0]]
    rows = [far([one.at], homes[f"Pico {one.board.name}"]) for one in firsts]
    along = [_way(sensor_at(one.row.sensors[0][1], layout), one.at) for one in found]
    readers = _readers(board, layout, homes)
    return Lengths(
        trunk_m=far([block], source),
        supply_m=far((at for pixel, at in lamps if pixel in feeds), block),
        chip_m=far([chip]),
        data_m=far((at for pixel, at in lamps if pixel == 0), chip),
        hops_m=dict(_hops(board, layout, opens=bool(sizes.layers.floor_mm))),
        seat_m=far(seats),
        control_m=far(controls),
        eliminator_m=far(keys),
        fused_m=far(keys, source),
        key_m=far([p.striker for p in places.values()], next(iter(keys), pi)),
        row_m=max(rows, default=0.1),
        along_m=_metres(max(along, default=0)),
        lead_m=max(leads.values(), default=0.1),
        leads_m=leads,
        reader_m=max((far(ends, start) for start, ends in readers), default=0.1),
        speaker_m=far([speaker_at(features(board, sizes, layout))], chip),
    )


def feed_points(board: BoardMap, every: int) -> list[int]:
    """Return the pixels with 5 V feeds: at ends of fields and chain, and in between."""
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
    """Yield the cuts in a field's chain: after each pixel, or at each row's end."""
    for one, other in pairwise(_chain(board)):
        field = one.partition(":")[0]
        if field != other.partition(":")[0] or field not in ("depth", "tile"):
            continue
        cut = (sizes.lanes if field == "depth" else sizes.tiles).lamps == "cut"
        here, there = layout.places[one].lamp, layout.places[other].lamp
        if here and there and (cut or here.y != there.y):
            yield Joint(one, other, _way(here, there) + _JOINT_MM)


def _hops(
    board: BoardMap, layout: Layout, *, opens: bool
) -> Iterator[tuple[int, float]]:
    """Yield the metres from one field or button of the chain to the next."""
    for one, other in pairwise(_chain(board)):
        field = one.partition(":")[0]
        within = field == other.partition(":")[0] and field in ("depth", "tile")
        here, there = layout.places[one].lamp, layout.places[other].lamp
        if not within and here and there:
            # A small table does not open, and has no button holes in the wire's way.
            long = (
                _way(here, there) + _HOP_MM if opens else dist(here, there) + _JOINT_MM
            )
            yield board.pixels[other], ceil(long / 10) / 100


def lead_name(board: str, sensor: Sensor) -> str:
    return f"{board} {sensor.kind} {sensor.place}"


def _leads(one: Multiplexer, sizes: Sizes) -> Iterator[tuple[str, float]]:
    """Yield the lengths of its wires, which come up from the floor through the hole."""
    start = _LEAD_MM + _way(one.at, one.hole)
    start += sizes.layers.space_mm + sizes.layers.carrier_mm
    for _, sensor, at in one.sensors:
        way = start + _way(one.hole, at)
        yield lead_name(one.board.name, sensor), ceil(way / 10) / 100


def _chain(board: BoardMap) -> list[str]:
    return sorted(board.pixels, key=lambda place: board.pixels[place])


def _lamps(board: BoardMap, layout: Layout) -> list[tuple[int, Point]]:
    found = ((board.pixels[name], layout.places[name].lamp) for name in board.pixels)
    return [(pixel, lamp) for pixel, lamp in found if lamp]


def _homes(board: BoardMap, sizes: Sizes, layout: Layout) -> dict[str, Point]:
    """Return the boards' places, by their names in `mounted`."""
    if sizes.layers.floor_mm:
        return {one.name: one.shape.centre for one in mounted(board, layout)}
    found = {name: shape.centre for name, shape in beside(layout).items()}
    on_board = dict.fromkeys(
        ("the terminal block", "the chip"), found["the breadboard"]
    )
    picos = {f"Pico {one.name}": found["the breadboard"] for one in board.boards}
    return found | on_board | picos


def _readers(
    board: BoardMap, layout: Layout, homes: Mapping[str, Point]
) -> Iterator[tuple[Point, list[Point]]]:
    """Yield each Pico and its card readers."""
    for one in board.boards:
        ends = [layout.readers[name].centre for name in one.readers]
        yield homes[f"Pico {one.name}"], ends


def _way(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _metres(millimetres: float) -> float:
    """Round up to a tenth."""
    return ceil(round(millimetres / 100, 6)) / 10
