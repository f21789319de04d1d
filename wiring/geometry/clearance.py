"""What must hold of the parts to print: nothing in the arm's way, nothing too large."""

from collections.abc import Iterator
from math import radians, sin

from controller.basics.locate import Where
from controller.basics.sheet import Sheet
from wiring.boardmap import BoardMap, Eliminator
from wiring.geometry.bodies import Solid
from wiring.geometry.places import Layout
from wiring.geometry.sizes import Sizes
from wiring.geometry.solids import bracket, post_mm, puck, reach, solids, struck

_FREE_MM = 1.0  # between what moves and what does not


def check(sheet: Sheet, board: BoardMap, sizes: Sizes, layout: Layout) -> None:
    """Raises SheetError."""
    for where, words in _wrong(board, sizes, layout):
        raise sheet.error(where, words)


def _wrong(
    board: BoardMap, sizes: Sizes, layout: Layout
) -> Iterator[tuple[Where, str]]:
    if board.eliminator:
        yield from _servo(sizes)
        yield from _arm(board.eliminator, sizes)
        yield from _post(board.eliminator, sizes)
        yield from _struck(board.eliminator, sizes)
        yield from _inside(board.eliminator, sizes, layout)
    for solid in solids(board, sizes):
        yield from _bed(solid, sizes)


def _servo(sizes: Sizes) -> Iterator[tuple[Where, str]]:
    servo = sizes.servo
    if not servo.long_mm < servo.screws_mm < servo.ears_mm:
        words = (
            f"the servo's ears are screwed on {servo.screws_mm:g} mm apart, which has "
            f"to be more than its body (servo.long_mm = {servo.long_mm:g}) and less "
            f"than its ears (servo.ears_mm = {servo.ears_mm:g}); measure your servo"
        )
        yield ("servo", "screws_mm"), words
    least = sizes.puck.arm_thick_mm / 2 + _FREE_MM
    if servo.arm_mm < least:
        words = (
            f"the arm would rub on the bracket: its middle is {servo.arm_mm:g} mm "
            f"before the servo's ears, and has to be {least:g} or more; measure your "
            "servo"
        )
        yield ("servo", "arm_mm"), words


def _arm(row: Eliminator, sizes: Sizes) -> Iterator[tuple[Where, str]]:
    part, low = sizes.puck, min(row.rest_deg, row.strike_deg)
    lowest = part.axis_mm + part.arm_mm * sin(radians(low)) - part.arm_thick_mm / 2
    plate = sizes.printer.wall_mm
    if lowest < plate + _FREE_MM:
        words = (
            f"at {low:g}° the arm's tip is {lowest:.1f} mm above the floor, and the "
            f"puck's plate {plate:g} mm thick: it would strike the puck; raise "
            "eliminator.rest_deg or puck.axis_mm"
        )
        yield ("eliminator", "rest_deg"), words


def _post(row: Eliminator, sizes: Sizes) -> Iterator[tuple[Where, str]]:
    """The post stands beyond the arm's tip, or beside it, and not in the bracket."""
    (x, y), half = reach(row, sizes).magnet, post_mm(sizes) / 2
    tip = sizes.puck.arm_mm + sizes.puck.arm_thick_mm / 2
    aside = abs(y) - half - sizes.puck.arm_thick_mm / 2
    beyond = max(x - half - tip, -x - half - sizes.puck.body_above_mm)
    low, high = bracket(sizes).edges
    bracket_gap = max(low.x - x, x - high.x, low.y - y, y - high.y) - half
    for gap, what in ((max(aside, beyond), "arm"), (bracket_gap, "bracket")):
        if gap < _FREE_MM:
            words = (
                f"the post of the puck's magnet stands in the way of its {what}: from "
                f"the servo's axis it is {x:.1f} mm along the arm and {y:.1f} mm "
                "aside; change tiles.sensor_at or tiles.striker_at"
            )
            yield ("tiles", "sensor_at"), words


def _struck(row: Eliminator, sizes: Sizes) -> Iterator[tuple[Where, str]]:
    corners = struck(row, sizes)
    over = max(abs(v) for corner in corners for v in corner) - sizes.tiles.tile_mm / 2
    if over > 0:
        words = (
            f"the striker's tip may come up {over:.1f} mm beside the tile that it "
            "should lift; change tiles.striker_at"
        )
        yield ("tiles", "striker_at"), words


def _inside(
    row: Eliminator, sizes: Sizes, layout: Layout
) -> Iterator[tuple[Where, str]]:
    """Under the outermost tiles too."""
    at = reach(row, sizes)
    low, high = puck(at, sizes).edges
    for name, place in layout.places.items():
        if not place.striker:
            continue
        axis = place.striker.x - at.side * at.slot
        ends = sorted((axis + at.side * low.x, axis + at.side * high.x))
        free = min(
            ends[0],
            layout.width - ends[1],
            place.striker.y + low.y,
            layout.height - place.striker.y - high.y,
        )
        if free < 0:
            words = (
                f"under {name} the puck reaches {-free:.0f} mm over the table's edge; "
                "raise table.rim_mm"
            )
            yield ("table", "rim_mm"), words


def _bed(solid: Solid, sizes: Sizes) -> Iterator[tuple[Where, str]]:
    printer = sizes.printer
    *flat, high = solid.printed_mm
    fits = all(
        a <= b for a, b in zip(sorted(flat), sorted(printer.bed_mm), strict=True)
    )
    if not fits or high > printer.high_mm:
        bed = f"{printer.bed_mm[0]:g} × {printer.bed_mm[1]:g} × {printer.high_mm:g} mm"
        size = " × ".join(f"{mm:.1f}" for mm in (*flat, high))
        words = (
            f"the {solid.name} is {size} mm, larger than the printer ({bed}); take a "
            "larger one, or have it printed elsewhere and write that printer here"
        )
        yield ("printer", "bed_mm"), words
