"""Strips of wood that hold the sheets of a layer together, one along each seam.

They have their layer's holes, so that lamps, leads and buttons come through. The top's
battens lie below it, over strip and sensors, with notches for anything higher. The
carrier's battens lie on it, because the puck slides below, with notches around all
parts.
"""

from collections.abc import Iterator

from wiring.geometry.features import GAP, STRIP_HIGH_MM
from wiring.geometry.shapes import (
    Box,
    Point,
    Shape,
    between,
    clipped,
    edges,
    moved,
    resized,
    turned,
)
from wiring.geometry.table import Geometry
from wiring.papers.cutting.plan import CUT, RIM_MM, Ink, Plan, loose_part

BATTEN_MM = 40.0  # width of a batten
_HIGH = ("button", "reader", "speaker", "switch")
_AIR_MM = 1.0  # between a batten and the parts below it
_SHORTEST_MM = 30.0  # a shorter piece is too weak


def thick_mm(geometry: Geometry, layer: str) -> float:
    sizes = geometry.sizes.layers
    if layer == "floor":
        return sizes.floor_mm
    return max(1.0, sizes.gap_mm - STRIP_HIGH_MM - _AIR_MM)


def battens(geometry: Geometry, layer: str) -> list[Box]:
    """Return their positions on the table: along each seam, each in one piece.

    If something lies across a seam, one batten ends before it and the next begins
    behind it.
    """
    sheets, layout = geometry.sheets[layer], geometry.layout
    upright = {(s.right, s.top, s.bottom) for s in sheets if s.right < layout.width}
    level = {s.bottom for s in sheets if s.bottom < layout.height}
    through = [shape for _, shape in _through(geometry, layer)]
    half = BATTEN_MM / 2
    found: list[Box] = []
    for y in sorted(level):
        seam = Box(Point(layout.width / 2, y), layout.width, BATTEN_MM)
        found += _whole_pieces(geometry, seam, through)
    for x, top, bottom in sorted(upright):
        first = top + half if top else 0.0
        last = bottom - half if bottom < layout.height else bottom
        seam = Box(Point(x, (first + last) / 2), BATTEN_MM, last - first)
        found += _whole_pieces(geometry, seam, through)
    return found


def _whole_pieces(geometry: Geometry, seam: Box, through: list[Shape]) -> Iterator[Box]:
    """Yield the whole pieces of a strip along a seam, no longer than the bed."""
    if seam.height > seam.width:
        lying, shapes = turned(seam), [turned(shape) for shape in through]
        assert isinstance(lying, Box)
        for piece in _whole_pieces(geometry, lying, shapes):
            upright = turned(piece)
            assert isinstance(upright, Box)
            yield upright
        return
    start, _, end, _ = edges(seam)
    spine = seam._replace(height=2 * geometry.sizes.table.seam_mm - _AIR_MM)
    across = [edges(shape)[::2] for shape in through if between(shape, spine) < 0]
    longest = max(geometry.sizes.table.bed_mm) - 2 * RIM_MM
    for low, high in sorted([*across, (end, end)]):
        long = low - _AIR_MM * (low < end) - start
        if long > longest:
            # Avoid the middle, where another seam may cross this one.
            joint = start + 0.45 * long
            yield _strip(seam, start, joint)
            yield _strip(seam, joint, start + long)
        elif long >= _SHORTEST_MM:
            yield _strip(seam, start, start + long)
        start = max(start, high + _AIR_MM)


def _strip(seam: Box, start: float, end: float) -> Box:
    return Box(Point((start + end) / 2, seam.centre.y), end - start, BATTEN_MM)


def plans(geometry: Geometry, layer: str) -> Iterator[Plan]:
    """Yield a layer's battens, each drawn along the paper."""
    through = list(_through(geometry, layer))
    for number, batten in enumerate(battens(geometry, layer), 1):
        kerf, size = geometry.sizes.table.kerf_mm, sorted(batten.size, reverse=True)
        inks = _drawn(batten, through, kerf)
        yield loose_part(f"batten {layer} {number}", size[0], size[1], kerf, inks)


def _through(geometry: Geometry, layer: str) -> Iterator[tuple[str, Shape]]:
    for feature in geometry.cuts(layer):
        yield feature.owner, feature.shape
    if layer == "floor":
        return
    for feature in geometry.cuts(GAP):
        if layer == "carrier" or any(what in feature.owner for what in _HIGH):
            yield feature.owner, feature.shape


def _drawn(batten: Box, through: list[tuple[str, Shape]], kerf: float) -> Iterator[Ink]:
    """Yield a batten's holes and notches, whichever way it runs on the table."""
    left, top, _, _ = edges(batten)
    touched = [one for one in through if between(batten, one[1]) < 0]
    for owner, shape in _outermost(touched):
        inside = clipped(shape, batten)
        hole = resized(inside, -kerf if inside == shape else 0.0)
        hole = moved(hole, -left, -top)
        yield Ink(CUT, turned(hole) if batten.height > batten.width else hole, owner)


def _outermost(through: list[tuple[str, Shape]]) -> Iterator[tuple[str, Shape]]:
    """Yield holes, except those inside a larger one, such as a button's."""
    owners = {shape: owner for owner, shape in through}
    for shape, owner in owners.items():
        left, top, right, bottom = edges(shape)
        others = [edges(other) for other in owners if other != shape]
        if not any(
            a <= left and b <= top and c >= right and d >= bottom
            for a, b, c, d in others
        ):
            yield owner, shape
