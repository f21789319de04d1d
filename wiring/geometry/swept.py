"""What the Eliminator's puck and its handle need to themselves below the carrier."""

from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Box, Circle, Point, Shape, between
from wiring.geometry.sizes import Sizes
from wiring.geometry.solids import handle_x, puck, reach


class Swept(NamedTuple):
    """Where no spacer and no wire may be."""

    puck: Box
    handle: Box  # from the nearest row of tiles out over the front edge

    def free(self, shape: Shape) -> bool:
        return between(shape, self.puck) >= 0 and between(shape, self.handle) >= 0

    def free_spacer(self, at: Point, screw_mm: float) -> bool:
        """A spacer is twice as wide as its screw."""
        return self.free(Circle(at, 2 * screw_mm))


def swept(board: BoardMap, sizes: Sizes, layout: Layout) -> Swept | None:
    """Under every tile; None where no puck slides."""
    strikers = [p.striker for p in layout.places.values() if p.striker]
    if not board.eliminator or not strikers:
        return None
    at = reach(board.eliminator, sizes)
    low, high = puck(at, sizes).edges
    # Left and right of each slot's middle; the puck may be turned round.
    ways = sorted(at.side * (x - at.slot) for x in (low.x, high.x))
    handle = at.side * (handle_x(at, sizes) - at.slot)
    left, right = min(p.x for p in strikers), max(p.x for p in strikers)
    far, near = min(p.y for p in strikers), max(p.y for p in strikers)
    return Swept(
        _box(left + ways[0], far + low.y, right + ways[1], near + high.y),
        _box(
            left + handle - sizes.puck.handle_mm / 2,
            far + high.y,
            right + handle + sizes.puck.handle_mm / 2,
            layout.height,
        ),
    )


def _box(left: float, top: float, right: float, bottom: float) -> Box:
    middle = Point((left + right) / 2, (top + bottom) / 2)
    return Box(middle, right - left, bottom - top)
