"""Cuts into each layer and parts between the layers, with their owners."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import NamedTuple

from controller.basics.locate import Where
from wiring.boardmap import BoardMap
from wiring.geometry.mounted import WIRES_HOLE_MM, mounted, multiplexers
from wiring.geometry.places import Layout, Place
from wiring.geometry.puck import PEG_HOLE_MM, pegs, swept_areas
from wiring.geometry.shapes import Box, Circle, Point, Shape, between, edges
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import hole_mm

GAP = "gap"  # the gap between top and carrier, with strip, sensors and switches
# Sizes of parts on the market.
STRIP_MM = 10.0  # width of a strip
STRIP_HIGH_MM = 2.0
CUT_PIXEL_MM = 1000 / 60  # a pixel cut off a strip of 60 a metre
HALL_BODY_MM = (4.0, 3.2)
HALL_LEADS_MM = 5.0  # from the sensor to the hole for its leads
LEADS_HOLE_MM = 4.0
SWITCH_BODY_MM = (8.0, 6.5)  # 6 × 6 mm with its legs
SWITCH_LEGS_MM = (6.5, 4.5)  # their distance, from the maker's drawing
_SLOT_MM = 1.9  # for two legs side by side, and their wires beside the switch
READER_BODY_MM = (43.0, 41.0)
READER_HOLE_MM = 12.0
SPEAKER_MM = 52.0  # hole for a speaker of 50 mm
SOUND_MM, SOUND_HOLE_MM = 14.0, 6.0  # a ring of holes above it, and one in the middle
_BESIDE_MM = 10.0  # from the tiles' field to a screw, with room for a seam in between


SPEAKER = "the speaker"
SCREW = "a screw"  # through all layers, with spacers
SHORT_SCREW = "a short screw"  # top and carrier only: the puck's handle passes below


def layers(sizes: Sizes) -> tuple[str, ...]:
    """Return the layers to cut; a table on feet has no floor."""
    has_floor = sizes.layers.space_mm and sizes.layers.floor_mm
    return ("top", "carrier", "floor") if has_floor else ("top", "carrier")


class Feature(NamedTuple):
    layer: str
    shape: Shape
    owner: str  # "depth:0:3's lamp"
    where: Where  # the key of the map that moves it


def features(board: BoardMap, sizes: Sizes, layout: Layout) -> tuple[Feature, ...]:
    found = [
        *_lanes(board, sizes, layout),
        *_tiles(board, sizes, layout),
        *_buttons(sizes, layout),
        *_readers(layout),
    ]
    found += _speaker(board, sizes, layout, found)
    if "floor" in layers(sizes):
        found += _mounted(board, layout)
    return (*found, *_screws(board, sizes, layout, found))


def _lanes(board: BoardMap, sizes: Sizes, layout: Layout) -> Iterator[Feature]:
    if not board.depth:
        return
    lanes, pitch = sizes.lanes, ("lanes", "pitch_mm")
    for lane in range(board.depth.lanes):
        places = [f"depth:{lane}:{n}" for n in range(board.depth.positions)]
        yield from _strips(
            [(place, layout.places[place]) for place in places],
            sizes.lanes.lamps,
            f"lane {lane}'s strip",
            ("lanes", "lane_mm"),
        )
        for place in places:
            lamp, hall = layout.places[place].lamp, layout.places[place].hall
            if lamp:
                hole = Circle(lamp, lanes.lamp_hole_mm)
                yield Feature("top", hole, f"{place}'s lamp", pitch)
            if hall:
                yield from _hall(place, hall, pitch)


def _hall(place: str, hall: Point, where: Where) -> Iterator[Feature]:
    owner = f"{place}'s Hall sensor"
    width, height = HALL_BODY_MM
    body = Box(hall.moved(0, HALL_LEADS_MM / 2), width, height + HALL_LEADS_MM)
    yield Feature(GAP, body, owner, where)
    leads = Circle(hall.moved(0, HALL_LEADS_MM), LEADS_HOLE_MM)
    yield Feature("carrier", leads, owner, where)


def _strips(
    row: list[tuple[str, Place]], lamps: str, owner: str, where: Where
) -> Iterator[Feature]:
    """Yield one uncut piece under all lamps of a row, or a piece under each."""
    points = [place.lamp for _, place in row if place.lamp]
    if lamps == "cut":
        for (name, _), point in zip(row, points, strict=True):
            body = Box(point, CUT_PIXEL_MM, STRIP_MM)
            yield Feature(GAP, body, f"{name}'s pixel", where)
    elif points:
        first, last = points[0], points[-1]
        middle = Point((first.x + last.x) / 2, first.y)
        length = last.x - first.x + CUT_PIXEL_MM
        yield Feature(GAP, Box(middle, length, STRIP_MM), owner, where)


def _tiles(board: BoardMap, sizes: Sizes, layout: Layout) -> Iterator[Feature]:
    if not board.grid:
        return
    tiles = sizes.tiles
    for row in range(board.grid.rows):
        names = [f"tile:{row},{column}" for column in range(board.grid.columns)]
        cells = [(name, layout.places[name]) for name in names]
        where = "tiles", "lamp_at"
        yield from _strips(cells, tiles.lamps, f"row {row}'s strip", where)
        for name, place in cells:
            yield from _tile(name, place, board, sizes)


def _tile(name: str, place: Place, board: BoardMap, sizes: Sizes) -> Iterator[Feature]:
    tiles, pitch = sizes.tiles, ("tiles", "pitch_mm")
    assert place.lamp
    assert place.tile
    if not place.switch:
        hole = Circle(place.lamp, tiles.lamp_hole_mm)
        yield Feature("top", hole, f"{name}'s lamp", pitch)
    else:
        side = tiles.tile_mm + 2 * tiles.play_mm
        opening = Box(place.tile, side, side)
        yield Feature("top", opening, name, ("tiles", "apart_mm"))
        where = "tiles", "switch_at"
        body, owner = Box(place.switch, *SWITCH_BODY_MM), f"{name}'s switch"
        yield Feature(GAP, body, owner, where)
        across, along = SWITCH_LEGS_MM
        for side in (-across / 2, across / 2):
            legs = Box(place.switch.moved(side, 0), _SLOT_MM, along + _SLOT_MM)
            yield Feature("carrier", legs, owner, where)
    if place.hall:
        yield from _hall(name, place.hall, ("tiles", "sensor_at"))
    if place.striker and board.eliminator:
        where = "tiles", "striker_at"
        slot = Circle(place.striker, hole_mm(sizes))
        for layer in ("carrier", GAP):
            yield Feature(layer, slot, f"the plunger's slot at {name}", where)
        for at in pegs(sizes):
            hole = Circle(place.striker.moved(*at), PEG_HOLE_MM)
            yield Feature("floor", hole, f"a peg of the puck at {name}", where)


def _buttons(sizes: Sizes, layout: Layout) -> Iterator[Feature]:
    buttons = sizes.buttons
    holes = {"seat": "seat_hole_mm", "arm": "key_hole_mm"}
    for name, place in layout.places.items():
        if not place.button:
            continue
        key = holes.get(name.partition(":")[0], "control_hole_mm")
        where, owner = ("buttons", key), f"{name.replace(':', ' ')}'s button"
        size = getattr(buttons, key)
        yield Feature("top", Circle(place.button, size), owner, where)
        body = Circle(place.button, size + buttons.body_mm)
        yield Feature("carrier", body, owner, where)
        yield Feature(GAP, body, owner, where)
        if place.lamp:
            owner, where = f"{name.replace(':', ' ')}'s lamp", ("buttons", "lamp_mm")
            hole = Circle(place.lamp, buttons.lamp_hole_mm)
            yield Feature("top", hole, owner, where)
            across = place.lamp.y == place.button.y
            size = (STRIP_MM, CUT_PIXEL_MM) if across else (CUT_PIXEL_MM, STRIP_MM)
            yield Feature(GAP, Box(place.lamp, *size), owner, where)


def _readers(layout: Layout) -> Iterator[Feature]:
    for name, card in layout.readers.items():
        owner, where = f"the reader {name}", ("buttons", "card_mm")
        yield Feature(GAP, Box(card.centre, *READER_BODY_MM), owner, where)
        # The reader's own board covers all but the edge of the hole for its cable.
        hole = card.centre.moved(0, READER_BODY_MM[1] / 2)
        yield Feature("carrier", Circle(hole, READER_HOLE_MM), owner, where)


def speaker_at(found: Iterable[Feature]) -> Point | None:
    return next((f.shape.centre for f in found if f.owner == SPEAKER), None)


def _mounted(board: BoardMap, layout: Layout) -> Iterator[Feature]:
    for part in mounted(board, layout):
        for at in part.holes:
            hole = Circle(at, part.hole_mm)
            yield Feature("floor", hole, part.name, ("table", "rim_mm"))
    for one in multiplexers(board, layout):
        hole = Circle(one.hole, WIRES_HOLE_MM)
        owner = f"the wires of {one.board.name}'s multiplexer M{one.number}"
        for layer in ("carrier", GAP):
            yield Feature(layer, hole, owner, ("table", "rim_mm"))


def _speaker(
    board: BoardMap, sizes: Sizes, layout: Layout, others: list[Feature]
) -> Iterator[Feature]:
    """Yield holes for the sound, at the first free place in the far rim."""
    if board.speaker is None or board.speaker.driver != "i2s":
        return
    owner, where = SPEAKER, ("table", "rim_mm")
    for share in (1 / 2, 3 / 8, 5 / 8, 1 / 4, 3 / 4):
        middle = Point(layout.width * share, sizes.table.rim_mm / 2)
        body = Circle(middle, SPEAKER_MM)
        room = Circle(middle, SPEAKER_MM + 2 * sizes.table.web_mm)
        if (
            any(between(room, f.shape) < 0 for f in others)
            or middle.y < room.diameter / 2
        ):
            continue
        yield Feature("top", Circle(middle, SOUND_HOLE_MM), owner, where)
        for turn in range(6):
            angle = turn * pi / 3
            way = middle.moved(SOUND_MM * cos(angle), SOUND_MM * sin(angle))
            yield Feature("top", Circle(way, SOUND_HOLE_MM), owner, where)
        for layer in ("carrier", GAP):
            yield Feature(layer, body, owner, where)
        return


def _screws(
    board: BoardMap, sizes: Sizes, layout: Layout, others: list[Feature]
) -> Iterator[Feature]:
    """Yield screws along the edge and around the tiles, as evenly as possible."""
    table, where = sizes.table, ("table", "screws_every_mm")
    head = 2 * table.screw_mm
    taken = [f.shape for f in others]
    slides = swept_areas(board, sizes, layout)
    edge = list(_edge(layout, table.screw_mm * 2.5, table.screws_every_mm))
    for point in (*edge, *_around_tiles(board, layout)):
        room = Circle(point, head + 2 * table.web_mm)
        if not all(between(room, shape) >= 0 for shape in taken):
            continue
        hole = Circle(point, table.screw_mm + 0.2)
        if slides is None or slides.free_spacer(point, table.screw_mm):
            for layer in layers(sizes):
                yield Feature(layer, hole, SCREW, where)
        elif point in edge:
            for layer in ("top", "carrier"):
                yield Feature(layer, hole, SHORT_SCREW, where)


def _around_tiles(board: BoardMap, layout: Layout) -> Iterator[Point]:
    """Yield screws around the tiles, where presses would bend the carrier."""
    if not board.grid or board.grid.first_switch_bit is None:
        return
    left, top, right, bottom = edges(layout.fields["grid"])
    x, y = layout.fields["grid"].centre
    for at_y in (top - _BESIDE_MM, y, bottom + _BESIDE_MM):
        for at_x in (left - _BESIDE_MM, x, right + _BESIDE_MM):
            if (at_x, at_y) != (x, y):
                yield Point(at_x, at_y)


def _edge(layout: Layout, inset: float, every: float) -> Iterator[Point]:
    right, bottom = layout.width - inset, layout.height - inset
    across = max(1, round((right - inset) / every))
    down = max(1, round((bottom - inset) / every))
    for number in range(across + 1):
        x = inset + (right - inset) * number / across
        yield Point(x, inset)
        yield Point(x, bottom)
    for number in range(1, down):
        y = inset + (bottom - inset) * number / down
        yield Point(inset, y)
        yield Point(right, y)
