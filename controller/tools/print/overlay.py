"""What is laid on the table for one game: names of tiles and lanes, at 1:1."""

from collections.abc import Iterator

from controller.stage.places import FEET
from controller.stage.printing import Printing
from wiring.geometry.shapes import Box, Circle, Point
from wiring.geometry.table import Geometry
from wiring.papers.plan import CUT, MARK, Ink, Label, Plan

_EVERY = 10  # positions from one number on the scale to the next
_SMALL_MM, _LARGE_MM = 2.4, 3.2


def overlay(title: str, printing: Printing, geometry: Geometry) -> Plan:
    """The whole table; a lamp's hole is cut, all else is only drawn."""
    inks = [*_lanes(geometry), *_tiles(geometry)]
    labels = [*_scale(geometry, printing), *_names(geometry, printing)]
    layout = geometry.layout
    return Plan(
        "overlay", title, layout.width, layout.height, tuple(inks), tuple(labels)
    )


def _lanes(geometry: Geometry) -> Iterator[Ink]:
    for name, place in geometry.layout.places.items():
        if name.startswith("depth:") and place.lamp:
            hole = Circle(place.lamp, geometry.sizes.lanes.lamp_hole_mm)
            yield Ink(CUT, hole, f"{name}'s lamp")
            if place.hall:
                foot = Circle(place.hall, geometry.sizes.piece.foot_mm)
                yield Ink(MARK, foot, f"a piece on {name}")


def _tiles(geometry: Geometry) -> Iterator[Ink]:
    side = geometry.sizes.tiles.tile_mm
    for name, place in geometry.layout.places.items():
        if place.tile:
            yield Ink(MARK, Box(place.tile, side, side), name)


def _scale(geometry: Geometry, printing: Printing) -> Iterator[Label]:
    """Feet above every tenth lamp, and at each lane's end whose it is."""
    lanes = geometry.sizes.lanes
    for name, place in geometry.layout.places.items():
        if not name.startswith("depth:") or not place.lamp:
            continue
        lane, position = (int(part) for part in name.split(":")[1:])
        if position % _EVERY == 0:
            above = place.lamp.moved(0, -lanes.lamp_hole_mm / 2 - 1)
            yield Label(above, f"{position * FEET} ft", _SMALL_MM)
        if position == 0 and lane < len(printing.lanes):
            beside = Point(place.lamp.x + 22, place.lamp.y - lanes.lamp_hole_mm)
            yield Label(beside, printing.lanes[lane], _SMALL_MM)


def _names(geometry: Geometry, printing: Printing) -> Iterator[Label]:
    for name, words in printing.tiles.items():
        place = geometry.layout.places.get(name)
        if place and place.tile:
            below = place.tile.moved(0, geometry.sizes.tiles.tile_mm / 2 - 2)
            yield Label(below, words, _LARGE_MM)
