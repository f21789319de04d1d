"""Strips of wood that hold the sheets of a layer together, one along each seam.

They have the holes of their layer, so that lamps, leads and buttons come through. Those
of the top lie below it, over strip and sensors, and are cut out where something is
higher. Those of the carrier lie on it, because the puck slides below, and are cut out
around all parts.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from wiring.geometry.features import GAP, STRIP_HIGH_MM
from wiring.geometry.shapes import Box, Circle, Point, Shape, between, edges, resized
from wiring.geometry.table import Geometry
from wiring.papers.cutting.plan import CUT, Ink, Label, Plan

BATTEN_MM = 40.0  # width of a batten
_HIGH = ("button", "reader", "speaker", "switch")
_AIR_MM = 1.0  # between a batten and what lies below it
_APART_MM = 4.0
_BESIDE_MM = 60.0  # between a joint of battens and a seam


def thick_mm(geometry: Geometry, layer: str) -> float:
    sizes = geometry.sizes.layers
    if layer == "floor":
        return sizes.floor_mm
    return max(1.0, sizes.gap_mm - STRIP_HIGH_MM - _AIR_MM)


def battens(geometry: Geometry, layer: str) -> list[Box]:
    """Return their positions on the table, full-width ones first."""
    layout, sheets = geometry.layout, geometry.sheets[layer]
    upright = {(s.right, s.top, s.bottom) for s in sheets if s.right < layout.width}
    found = []
    for y in sorted({s.bottom for s in sheets if s.bottom < layout.height}):
        ends = _ends(geometry, [x for x, *_ in upright])
        found += [
            Box(Point((left + right) / 2, y), right - left, BATTEN_MM)
            for left, right in pairwise(ends)
        ]
    for x, top, bottom in sorted(upright):
        first = top + BATTEN_MM / 2 if top else 0.0
        last = bottom - BATTEN_MM / 2 if bottom < layout.height else bottom
        found.append(Box(Point(x, (first + last) / 2), BATTEN_MM, last - first))
    return found


def _ends(geometry: Geometry, seams: list[float]) -> list[float]:
    """Return the ends of the cross battens: within the bed, not at a seam."""
    width, longest = geometry.layout.width, max(geometry.sizes.table.bed_mm)
    ends = [0.0]
    count = ceil(width / longest)
    for number in range(1, count):
        end = width * number / count
        while any(abs(end - seam) < _BESIDE_MM for seam in seams):
            end += 10
        ends.append(end)
    return [*ends, width]


def plans(geometry: Geometry) -> Iterator[Plan]:
    """Yield all battens of a layer, one below the other."""
    for layer in geometry.sheets:
        found = battens(geometry, layer)
        if not found:
            continue
        through = list(_through(geometry, layer))
        inks: list[Ink] = []
        labels: list[Label] = []
        for number, batten in enumerate(found):
            top = number * (BATTEN_MM + _APART_MM)
            inks += _drawn(batten, through, top, geometry.sizes.table.kerf_mm)
            labels.append(Label(Point(14, top + 6), f"batten {number + 1}", 4))
        long = max(max(batten.size) for batten in found)
        high = len(found) * (BATTEN_MM + _APART_MM)
        words = f"{geometry.board.name}: battens of the {layer}"
        name = f"battens-{layer}"
        yield Plan(name, words, long, high, tuple(inks), tuple(labels))


def _through(geometry: Geometry, layer: str) -> Iterator[tuple[str, Shape]]:
    for feature in geometry.cuts(layer):
        yield feature.owner, feature.shape
    if layer == "floor":
        return
    for feature in geometry.cuts(GAP):
        if layer == "carrier" or any(what in feature.owner for what in _HIGH):
            yield feature.owner, feature.shape


def _drawn(
    batten: Box, through: list[tuple[str, Shape]], down: float, kerf: float
) -> Iterator[Ink]:
    """Draw it along the paper, whichever way it runs on the table."""
    left, top, _, _ = edges(batten)
    is_upright = batten.height > batten.width

    def laid(shape: Shape) -> Shape:
        x, y = shape.centre.x - left, shape.centre.y - top
        if not is_upright:
            return shape._replace(centre=Point(x, y + down))
        middle = Point(y, x + down)
        if isinstance(shape, Circle):
            return shape._replace(centre=middle)
        return Box(middle, shape.height, shape.width)

    yield Ink(CUT, resized(laid(batten), kerf), "a batten")
    for owner, shape in _outermost(through):
        if between(batten, shape) < 0:
            inside = _clipped(shape, batten)
            by = -kerf if inside == shape else 0.0
            yield Ink(CUT, resized(laid(inside), by), owner)


def _outermost(through: list[tuple[str, Shape]]) -> Iterator[tuple[str, Shape]]:
    """Yield holes that do not lie in a larger one, such as a button's."""
    owners = {shape: owner for owner, shape in through}
    for shape, owner in owners.items():
        left, top, right, bottom = edges(shape)
        others = [edges(other) for other in owners if other != shape]
        if not any(
            a <= left and b <= top and c >= right and d >= bottom
            for a, b, c, d in others
        ):
            yield owner, shape


def _clipped(shape: Shape, batten: Box) -> Shape:
    """Return the part of a shape that lies on the batten, as a notch in it."""
    mine, its = edges(shape), edges(batten)
    left, top = max(mine[0], its[0]), max(mine[1], its[1])
    right, bottom = min(mine[2], its[2]), min(mine[3], its[3])
    if (left, top, right, bottom) == mine:
        return shape
    return Box(
        Point((left + right) / 2, (top + bottom) / 2), right - left, bottom - top
    )
