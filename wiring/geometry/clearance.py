"""Checks around the puck: nothing in its way, and no part too large to print.

A square plate of side a and thickness h, clamped all round, with the force P in its
middle and the load q on every square metre, bends in the middle by

    w = 0.0116 · P · a² / D + 0.00406 · q · a⁴ / D,    D = E · h³ / (12 · (1 - 0.3²))
"""

from collections.abc import Iterator, Sequence
from math import hypot, radians, sin

from wiring.boardmap import BoardMap, Eliminator
from wiring.geometry.bodies import Solid
from wiring.geometry.features import SCREW, Feature
from wiring.geometry.places import Layout
from wiring.geometry.plunger import hook, tower
from wiring.geometry.puck import (
    bracket,
    magnet_at,
    post_mm,
    puck,
    struck_span,
)
from wiring.geometry.shapes import Circle, Point, between, spanning
from wiring.geometry.sizes import Fault, Sizes
from wiring.geometry.solids import solids
from wiring.geometry.striker import angles, tip_mm

PRESS_N = 20.0  # the force of a hand that leans on a tile
LOAD_N_M2 = 30.0  # 3 mm plywood, and the parts on it
STIFF_N_MM2 = 8000.0  # assumed: birch plywood, the mean along and across the grain
_HOLDING = 4  # how many of the nearest screws count
_FREE_MM = 1.0  # between moving and fixed parts


def faults(
    board: BoardMap, sizes: Sizes, layout: Layout, features: Sequence[Feature]
) -> Iterator[Fault]:
    if board.eliminator:
        yield from _servo(sizes)
        yield from _arm(board.eliminator, sizes)
        yield from _post(sizes)
        yield from _struck(sizes)
        yield from _inside(sizes, layout)
        if "grid" in layout.fields:
            yield from _bent(sizes, layout, features)
    for solid in solids(board, sizes):
        yield from _bed(solid, sizes)


def _servo(sizes: Sizes) -> Iterator[Fault]:
    servo = sizes.servo
    if not servo.long_mm < servo.screws_mm < servo.ears_mm:
        words = (
            f"servo.screws_mm is {servo.screws_mm:g}, but must be between the body "
            f"(servo.long_mm = {servo.long_mm:g}) and the ears (servo.ears_mm = "
            f"{servo.ears_mm:g}); measure your servo"
        )
        yield ("servo", "screws_mm"), words
    least = sizes.puck.arm_thick_mm / 2 + _FREE_MM
    if servo.arm_mm < least:
        words = (
            f"servo.arm_mm is {servo.arm_mm:g}, so the arm would rub on the bracket; "
            f"measure your servo, which needs {least:g} or more"
        )
        yield ("servo", "arm_mm"), words


def _arm(row: Eliminator, sizes: Sizes) -> Iterator[Fault]:
    """Check that arm, servo and tower stay between plate and carrier."""
    part, plate, (rest, strike) = sizes.puck, sizes.printer.wall_mm, angles(row)
    lowest = part.axis_mm + part.arm_mm * sin(radians(strike))
    lowest = min(lowest - part.arm_thick_mm / 2, part.axis_mm - part.body_above_mm)
    highest = part.axis_mm + part.arm_mm * sin(radians(rest))
    highest = max(highest + part.arm_thick_mm / 2, part.axis_mm + part.body_above_mm)
    if lowest < plate + _FREE_MM or highest > tip_mm(sizes):
        words = (
            f"the servo and its arm reach from {lowest:.1f} to {highest:.1f} mm above "
            f"the floor, but have {plate + _FREE_MM:g} to {tip_mm(sizes):g} mm; change "
            "puck.axis_mm or layers.space_mm"
        )
        yield ("puck", "axis_mm"), words


def _post(sizes: Sizes) -> Iterator[Fault]:
    """Check that the magnet's post stands clear of the other parts."""
    x, y = magnet_at(sizes)
    post = Circle(Point(x, y), post_mm(sizes))
    for solid in (bracket(sizes), tower(sizes), hook(sizes)):
        low, high = solid.edges
        if between(post, spanning(low.x, low.y, high.x, high.y)) < _FREE_MM:
            words = (
                f"the post of the puck's magnet, {x:g} and {y:g} mm beside the "
                f"plunger, is in the way of the {solid.name}; change "
                "tiles.sensor_at or tiles.striker_at"
            )
            yield ("tiles", "sensor_at"), words


def _struck(sizes: Sizes) -> Iterator[Fault]:
    at, wide = struck_span(sizes)
    over = max(map(abs, at)) + wide / 2 - sizes.tiles.tile_mm / 2
    if over > 0:
        words = (
            f"the plunger may miss the tile by {over:.1f} mm; change tiles.striker_at"
        )
        yield ("tiles", "striker_at"), words


def _inside(sizes: Sizes, layout: Layout) -> Iterator[Fault]:
    """Check that the puck stays inside the table even under the outermost tiles."""
    low, high = puck(sizes).edges
    for name, place in layout.places.items():
        if not place.striker:
            continue
        free = min(
            place.striker.x + low.x,
            layout.width - place.striker.x - high.x,
            place.striker.y + low.y,
            layout.height - place.striker.y - high.y,
        )
        if free < 0:
            words = (
                f"under {name} the puck reaches {-free:.0f} mm over the table's edge; "
                "raise table.rim_mm"
            )
            yield ("table", "rim_mm"), words


def _bed(solid: Solid, sizes: Sizes) -> Iterator[Fault]:
    printer = sizes.printer
    *flat, high = solid.printed_mm
    fits = all(
        a <= b for a, b in zip(sorted(flat), sorted(printer.bed_mm), strict=True)
    )
    if not fits or high > printer.high_mm:
        bed = f"{printer.bed_mm[0]:g} × {printer.bed_mm[1]:g} × {printer.high_mm:g} mm"
        size = " × ".join(f"{mm:.1f}" for mm in (*flat, high))
        words = (
            f"the {solid.name} is {size} mm, larger than the printer ({bed}); use a "
            "larger one and write its size here"
        )
        yield ("printer", "bed_mm"), words


def span_mm(layout: Layout, features: Sequence[Feature]) -> float:
    """Return the plate's side: twice the distance from its centre to the screws."""
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


def _bent(sizes: Sizes, layout: Layout, features: Sequence[Feature]) -> Iterator[Fault]:
    span = span_mm(layout, features)
    bend = bend_mm(sizes, span)
    if bend >= sizes.puck.clear_mm:
        words = (
            f"a pressed tile bends the carrier by {bend:.1f} mm between screws "
            f"{span:.0f} mm apart, onto the puck (puck.clear_mm = "
            f"{sizes.puck.clear_mm:g}); raise layers.carrier_mm or puck.clear_mm"
        )
        yield ("layers", "carrier_mm"), words
