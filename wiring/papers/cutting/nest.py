"""Lays out a material's pieces on sheets as large as the machine's bed.

Each sheet has free rectangles. A piece goes, either way round, into the one that it
fills best, and the rest of that one is divided in two.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.geometry.shapes import Point, moved, turned
from wiring.geometry.table import Geometry
from wiring.papers.cutting import battens
from wiring.papers.cutting.plan import RIM_MM, Plan, sheets, tiles, walls
from wiring.papers.pictures.marks import Words

_APART_MM = 4.0
_LABEL_MM = 3.0


class _Free(NamedTuple):
    sheet: int
    x: float
    y: float
    width: float
    height: float


def materials(geometry: Geometry) -> dict[str, list[Plan]]:
    """Return all pieces to cut, by material."""
    layers = geometry.sizes.layers
    found: dict[str, list[Plan]] = {}

    def add(thick: float, pieces: Iterator[Plan], kind: str = "plywood") -> None:
        found.setdefault(f"{kind} {thick:g} mm", []).extend(pieces)

    for layer in geometry.sheets:
        pieces = (p for p in sheets(geometry) if p.name.split()[0] == layer)
        add(getattr(layers, f"{layer}_mm"), pieces)
        add(battens.thick_mm(geometry, layer), battens.plans(geometry, layer))
    add(layers.floor_mm, walls(geometry))
    add(geometry.sizes.tiles.thick_mm, tiles(geometry), "acrylic")
    return {name: pieces for name, pieces in found.items() if pieces}


def nested(geometry: Geometry) -> Iterator[Plan]:
    """Yield the sheets to cut, each with its pieces' names."""
    for material, pieces in materials(geometry).items():
        bed = geometry.sizes.table.bed_mm
        by_area = sorted(pieces, key=lambda p: p.width * p.height, reverse=True)
        by_length = sorted(pieces, key=lambda p: max(p.width, p.height), reverse=True)
        tried = (list(_laid(material, order, bed)) for order in (by_area, by_length))
        beds = min(tried, key=len)
        for number, plan in enumerate(beds, 1):
            name = material.replace(" ", "-") + (f"-{number}" if len(beds) > 1 else "")
            title = f"{geometry.board.name}: {material}, {number} of {len(beds)}"
            yield plan._replace(name=name, title=title)


def _laid(
    material: str, pieces: list[Plan], bed: tuple[float, float]
) -> Iterator[Plan]:
    width, height = (mm - 2 * RIM_MM + _APART_MM for mm in bed)
    free: list[_Free] = []
    laid: list[list[Plan]] = []
    for piece in pieces:
        choices = [c for place in free for c in _choices(place, piece)]
        if not choices:
            laid.append([])
            free.append(_Free(len(laid) - 1, RIM_MM, RIM_MM, width, height))
            choices = list(_choices(free[-1], piece))
        _, place, way = min(choices, key=lambda choice: choice[0])
        free.remove(place)
        free += _rest(place, way.width + _APART_MM, way.height + _APART_MM)
        laid[place.sheet].append(_at(way, place.x, place.y))
    for found in laid:
        inks = tuple(ink for piece in found for ink in piece.inks)
        marks = tuple(mark for piece in found for mark in piece.marks)
        yield Plan(material, material, *bed, inks, marks)


def _choices(place: _Free, piece: Plan) -> Iterator[tuple[float, _Free, Plan]]:
    for way in (piece, _turned(piece)):
        spare = (
            place.width - way.width - _APART_MM,
            place.height - way.height - _APART_MM,
        )
        if min(spare) > -0.001:
            yield min(spare), place, way


def _turned(piece: Plan) -> Plan:
    inks = (ink._replace(shape=turned(ink.shape)) for ink in piece.inks)
    return piece._replace(width=piece.height, height=piece.width, inks=tuple(inks))


def _rest(place: _Free, width: float, height: float) -> Iterator[_Free]:
    """Divide the rest so that one part stays as large as possible."""
    right, below = place.width - width, place.height - height
    beside = place._replace(x=place.x + width, width=right)
    under = place._replace(y=place.y + height, height=below)
    if right > below:
        yield from (beside, under._replace(width=width))
    else:
        yield from (beside._replace(height=height), under)


def _at(piece: Plan, x: float, y: float) -> Plan:
    inks = tuple(ink._replace(shape=moved(ink.shape, x, y)) for ink in piece.inks)
    at = Point(x + piece.width / 2, y + 2 * _LABEL_MM)
    return piece._replace(
        inks=inks, marks=(Words(at, piece.name, _LABEL_MM, "middle"),)
    )
