"""Overlays for one game, at 1:1: the Depth Board, and its tiles.

Pressable tiles are loose, so each gets its own face to glue on.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from controller.tabletop.printing import GREY, Printing
from controller.tools.print.symbols import Symbols, lighter
from wiring.geometry.shapes import Box, Circle, Point, edges, moved
from wiring.geometry.table import Geometry
from wiring.papers.cutting.pdf import Paper
from wiring.papers.cutting.plan import CUT, MARK, Ink, Plan, Svg
from wiring.papers.cutting.template import room
from wiring.papers.pictures.marks import Mark, Words, area

_Marks: TypeAlias = Iterator[Mark | Svg]
_SMALL_MM, _SCALE_MM, _LARGE_MM, _FACE_MM = 2.4, 3.0, 4.2, 6.0
_LANE_SYMBOL_MM, _EDGE_MM = 10.0, 1.5  # a lane's drawing; its way from the edge
_STRIPES = 16  # per lane, each a little deeper than the one before
_SHALLOW, _DEEP = 0.82, 0.5  # how pale they are
_LETTER = 0.55  # a letter's average width, as a share of its height
_DRAWN, _OVER_LAMP = (0.66, 0.03), (0.32, 0.32)  # shares of a tile: drawing, way up
_APART_MM = 4.0  # between faces on the paper


def overlays(
    title: str,
    printing: Printing,
    symbols: Symbols,
    geometry: Geometry,
    paper: Paper,
) -> Iterator[Plan]:
    """Yield the overlays of a game, each for a sheet of its own."""
    fields, title_of = geometry.layout.fields, f"{title}: {{}}".format
    if field := fields.get("depth"):
        marks = (
            *_lanes(field, printing, symbols),
            *_scale(field, printing, geometry),
        )
        yield _field(title_of("Depth Board"), field, _lamps(geometry), marks)
    if not (field := fields.get("grid")):
        return
    game = printing, symbols
    if any(place.switch for place in geometry.layout.places.values()):
        yield from _faces(title_of("tiles"), game, geometry, paper)
    else:
        plan = _field(title_of("tiles"), field, _tiles(geometry), ())
        yield plan._replace(marks=tuple(_fixed(plan, game, geometry)))


def _field(
    title: str, field: Box, inks: Iterable[Ink], marks: Iterable[Mark | Svg]
) -> Plan:
    """Return the plan of one field, to be cut out along its edge."""
    left, top, _, _ = edges(field)
    whole = [Ink(CUT, field, "the edge"), *inks]
    cuts = (ink._replace(shape=moved(ink.shape, -left, -top)) for ink in whole)
    return Plan("overlay", title, *field.size, tuple(cuts), tuple(marks))


def _lanes(field: Box, printing: Printing, symbols: Symbols) -> _Marks:
    """Yield each lane in its colour, pale enough for words, and its drawing."""
    high = field.height / max(1, len(printing.lane_hues))
    wide = (field.width - 2) / _STRIPES
    for lane, hue in enumerate(printing.lane_hues):
        y = (lane + 0.5) * high
        for stripe in range(_STRIPES):  # deeper to the right
            pale = _SHALLOW + (_DEEP - _SHALLOW) * stripe / (_STRIPES - 1)
            box = Box(Point(1 + (stripe + 0.5) * wide, y), wide, high - 2)
            yield area(box, lighter(hue, pale))
        for symbol in printing.lane_symbols[lane : lane + 1]:
            middle = Point(_EDGE_MM + _LANE_SYMBOL_MM / 2, y)
            box = Box(middle, _LANE_SYMBOL_MM, _LANE_SYMBOL_MM)
            yield Svg(box, symbols.svg(symbol, hue))


def _lamps(geometry: Geometry) -> Iterator[Ink]:
    for name, place in geometry.layout.places.items():
        if name.startswith("depth:") and place.lamp:
            hole = Circle(place.lamp, geometry.sizes.lanes.lamp_hole_mm)
            yield Ink(CUT, hole, f"{name}'s lamp")
            if place.hall:
                foot = Circle(place.hall, geometry.sizes.piece.foot_mm)
                yield Ink(MARK, foot, f"a piece on {name}")


def _scale(field: Box, printing: Printing, geometry: Geometry) -> Iterator[Words]:
    """Yield the game's own numbers above lamps, and each lane's owner."""
    lanes, (left, top, _, _) = geometry.sizes.lanes, edges(field)
    for name, place in geometry.layout.places.items():
        if not name.startswith("depth:") or not place.lamp:
            continue
        lamp = place.lamp.moved(-left, -top)
        lane, position = (int(part) for part in name.split(":")[1:])
        if words := printing.scale.get(position):
            above = lamp.moved(0, -lanes.lamp_hole_mm / 2 - 1)
            yield Words(above, words, _SCALE_MM, "middle")
        if position == 0 and lane < len(printing.lanes):
            # Between the lamps and the feet of pieces.
            feet = lanes.aside_mm - geometry.sizes.piece.foot_mm / 2
            down = (lanes.lamp_hole_mm / 2 + feet) / 2 + 0.36 * _LARGE_MM
            beside = lamp.moved(50, down)
            yield Words(beside, printing.lanes[lane], _LARGE_MM, "middle")


def _tiles(geometry: Geometry) -> Iterator[Ink]:
    """Yield the tiles of a table without switches: places with a lamp."""
    tiles = geometry.sizes.tiles
    for name, place in geometry.layout.places.items():
        if place.tile and place.lamp:
            yield Ink(MARK, Box(place.tile, tiles.tile_mm, tiles.tile_mm), name)
            yield Ink(CUT, Circle(place.lamp, tiles.lamp_hole_mm), f"{name}'s lamp")


def _fixed(plan: Plan, game: tuple[Printing, Symbols], geometry: Geometry) -> _Marks:
    """Yield the faces of tiles on one fixed sheet, each with a lamp in its middle."""
    side = geometry.sizes.tiles.tile_mm
    boxes = {ink.owner: ink.shape for ink in plan.of(MARK)}
    for name in game[0].tiles:
        if name in boxes:
            yield from _face(name, boxes[name].centre, side, game, lit=True)


def _faces(
    title: str, game: tuple[Printing, Symbols], geometry: Geometry, paper: Paper
) -> Iterator[Plan]:
    """Yield sheets with the faces of all tiles that this game names."""
    side = geometry.sizes.tiles.tile_mm
    step = side + _APART_MM
    across, down = (max(1, int((mm + _APART_MM) // step)) for mm in room(paper))
    named = [name for name in game[0].tiles if name in geometry.layout.places]
    for first in range(0, len(named), across * down):
        some = named[first : first + across * down]
        inks: list[Ink] = []
        marks: list[Mark | Svg] = []
        for number, name in enumerate(some):
            row, column = divmod(number, across)
            middle = Point(column * step + side / 2, row * step + side / 2)
            inks.append(Ink(CUT, Box(middle, side, side), name))
            marks += _face(name, middle, side, game, lit=False)
        size = min(len(some), across) * step, -(-len(some) // across) * step
        yield Plan("tiles", title, *size, tuple(inks), tuple(marks))


def _face(
    name: str, middle: Point, side: float, game: tuple[Printing, Symbols], *, lit: bool
) -> _Marks:
    """Yield a tile's colour, drawing and words; a loose one says where it belongs."""
    printing, symbols = game
    words = printing.tiles[name]
    symbol, hue = printing.tile_symbols.get(name, ("", GREY))
    yield area(Box(middle, side, side), lighter(hue, 0.75))
    if svg := symbols.svg(symbol, hue):
        share, up = _OVER_LAMP if lit else _DRAWN
        yield Svg(Box(middle.moved(0, -up * side), share * side, share * side), svg)
    most, margin = (_LARGE_MM, 2.0) if lit else (_FACE_MM, 6.0)
    size = min(most, (side - margin) / (_LETTER * len(words)))
    below = middle.moved(0, side / 2 - (2.5 if lit else 4))
    yield Words(below, words[:1].upper() + words[1:], size, "middle")
    if not lit:
        row, column = name.removeprefix("tile:").split(",")
        where = f"row {int(row) + 1}, tile {int(column) + 1}"
        yield Words(middle.moved(0, 3 - side / 2), where, _SMALL_MM, "middle")
