"""How far the carrier gives way under a pressed tile: it must not meet the puck.

A square plate of side a and thickness h that is held all round, with P in its middle
and q on every square metre, gives way there by

    w = 0.0116 · P · a² / D + 0.00406 · q · a⁴ / D,    D = E · h³ / (12 · (1 - 0.3²))
"""

from collections.abc import Sequence
from math import hypot

from controller.basics.sheet import Sheet
from wiring.boardmap import BoardMap
from wiring.geometry.features import SCREW, Feature
from wiring.geometry.places import Layout
from wiring.geometry.sizes import Sizes

PRESS_N = 5.0  # three times what a switch of 6 × 6 mm needs
LOAD_N_M2 = 30.0  # plywood of 3 mm, with what lies on it
STIFF_N_MM2 = 8000.0  # birch plywood, along and across taken together
_HOLDING = 4  # so many of the nearest screws


def span_mm(layout: Layout, features: Sequence[Feature]) -> float:
    """The side of the plate: twice the way from the tiles' middle to what holds it."""
    middle = layout.fields["grid"].centre
    ways = sorted(
        hypot(f.shape.centre.x - middle.x, f.shape.centre.y - middle.y)
        for f in features
        if f.owner == SCREW and f.layer == "carrier"
    )
    nearest = ways[:_HOLDING]
    return 2 * sum(nearest) / len(nearest)


def bend_mm(sizes: Sizes, span: float) -> float:
    plate = STIFF_N_MM2 * sizes.layers.carrier_mm**3 / (12 * (1 - 0.3**2))
    load = LOAD_N_M2 * 1e-6
    return (0.0116 * PRESS_N * span**2 + 0.00406 * load * span**4) / plate


def check(
    sheet: Sheet,
    board: BoardMap,
    sizes: Sizes,
    layout: Layout,
    features: Sequence[Feature],
) -> None:
    """Raises SheetError."""
    if not board.eliminator or "grid" not in layout.fields:
        return
    span = span_mm(layout, features)
    bend = bend_mm(sizes, span)
    if bend >= sizes.puck.clear_mm:
        words = (
            f"a pressed tile bends the carrier by {bend:.1f} mm onto the puck, which "
            f"slides puck.clear_mm = {sizes.puck.clear_mm:g} mm below it: screws hold "
            f"it {span:.0f} mm apart around the tiles; raise layers.carrier_mm or "
            "puck.clear_mm"
        )
        raise sheet.error(("layers", "carrier_mm"), words)
