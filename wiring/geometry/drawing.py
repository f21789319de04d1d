"""The table to scale, as numbers for a page that draws it.

If a map's millimetres are unusable, the page draws a plan instead.
"""

import logging
from functools import cache
from pathlib import Path
from typing import Any

from controller.basics.sheet import Sheet, SheetError
from wiring import boardmap
from wiring.geometry import sizes as measures
from wiring.geometry.places import Layout, Place, lay_out
from wiring.geometry.shapes import Box

log = logging.getLogger(__name__)

# Each regular field: its first place, and the neighbours to the right and below.
_GRIDS = {
    "depth": ("depth:0:0", "depth:0:1", "depth:1:0"),
    "tile": ("tile:0,0", "tile:0,1", "tile:1,0"),
}


@cache
def drawing(path: str) -> dict[str, Any] | None:
    """Return a page's numbers, from the table's far left corner, or None."""
    try:
        board = boardmap.load(Path(path))
        sizes = measures.load(Sheet(Path(path), "the board map"))
    except SheetError as error:
        log.warning("the page draws no table to scale: %s", error)
        return None
    lanes, tiles, buttons = sizes.lanes, sizes.tiles, sizes.buttons
    layout = lay_out(board, sizes)
    return {
        "size": [round(layout.width, 1), round(layout.height, 1)],
        "fields": {name: _corner(box) for name, box in layout.fields.items()},
        "readers": {name: _corner(box) for name, box in layout.readers.items()},
        "grids": _grids(layout),
        "places": {
            name: _place(place)
            for name, place in layout.places.items()
            if name.partition(":")[0] not in _GRIDS
        },
        "lane": [lanes.pitch_mm, lanes.lane_mm],
        "tile": tiles.tile_mm,
        "foot": sizes.piece.foot_mm,
        "pitch": buttons.control_pitch_mm,
        "lamps": {
            "depth": lanes.lamp_hole_mm,
            "tile": tiles.lamp_hole_mm,
            "button": buttons.lamp_hole_mm,
        },
        "holes": {
            "seat": buttons.seat_hole_mm,
            "control": buttons.control_hole_mm,
            "arm": buttons.key_hole_mm,
            "fire": buttons.control_hole_mm,
        },
    }


def _grids(layout: Layout) -> dict[str, dict[str, list[float]]]:
    """Return the first lamp, sensor and tile, and the steps to the others."""
    return {
        name: _grid(layout.places[first], *map(layout.places.get, neighbours))
        for name, (first, *neighbours) in _GRIDS.items()
        if first in layout.places
    }


def _grid(
    first: Place, right: Place | None, below: Place | None
) -> dict[str, list[float]]:
    grid: dict[str, list[float]] = {}
    for what in ("lamp", "hall", "tile"):
        if start := getattr(first, what):
            x, y = start
            along = getattr(right, what).x - x if right else 0
            down = getattr(below, what).y - y if below else 0
            grid[what] = [round(number, 3) for number in (x, y, along, down)]
    return grid


def _corner(box: Box) -> list[float]:
    """Return left, top, width and height."""
    x, y = box.centre.x - box.width / 2, box.centre.y - box.height / 2
    return [round(number, 1) for number in (x, y, box.width, box.height)]


def _place(place: Place) -> dict[str, list[float]]:
    drawn = {"lamp": place.lamp, "button": place.button}
    return {what: [round(p.x, 1), round(p.y, 1)] for what, p in drawn.items() if p}
