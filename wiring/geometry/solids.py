"""Parts to print: the puck, the bracket for its servo, the striker's arm, a tile.

The first three use the puck's coordinates: x from the servo's axis along the arm, y
from the middle of the arm to the front, where the servo is, z from the floor. A tile's
coordinates start in the middle of its underside.
"""

from collections.abc import Iterator
from math import asin, cos, radians
from typing import NamedTuple

from wiring.boardmap import BoardMap, Eliminator
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz, mirrored
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Box, Circle, Point, Shape, between
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import stroke

# Screws and printed parts have these sizes on every table.
_EAR_SCREW_MM = 1.6  # a servo's own screws cut their thread into this
_HORN_SCREW_MM = 1.2
_HORN_HOLE_MM = 5.0  # the screw in the servo's axis goes in through the hub
_HUB_MM = 12.0
_POST_FOOT_MM = (6.0, 10.0)  # wider than the post by the first, as high as the second
_SOCKET_MM = 16.0  # depth of the handle's hole
_EDGE_MM = 3.0


class Reach(NamedTuple):
    """Positions of the puck's things, seen from the servo's axis."""

    side: int  # 1: the arm points to the table's right
    slot: float  # the middle of the slot
    magnet: tuple[float, float]
    touch: tuple[float, float]  # where along its way the tip touches a tile


def reach(row: Eliminator, sizes: Sizes) -> Reach:
    """Return where things are when the arm points to the sensor's side of the tile."""
    tiles, moves = sizes.tiles, stroke(row, sizes)
    side = 1 if tiles.sensor_at[0] >= tiles.striker_at[0] else -1
    slot = (moves.near_mm + moves.far_mm) / 2
    along, across = (
        s - t for s, t in zip(tiles.sensor_at, tiles.striker_at, strict=True)
    )
    arm, half = sizes.puck.arm_mm, sizes.puck.arm_thick_mm / 2
    first = asin(min(1.0, (moves.tile_mm - half - sizes.puck.axis_mm) / arm))
    last = radians(max(row.rest_deg, row.strike_deg))
    return Reach(
        side,
        slot,
        (slot + side * along, across),
        (arm * cos(last), arm * cos(min(first, last))),
    )


def solids(board: BoardMap, sizes: Sizes) -> tuple[Solid, ...]:
    """Return the parts to print that this table needs."""
    found: list[Solid] = []
    if board.eliminator:
        at = reach(board.eliminator, sizes)
        parts = [puck(at, sizes), bracket(sizes), arm(sizes)]
        found += parts if at.side == 1 else [mirrored(part, "x") for part in parts]
    if board.grid and board.grid.first_switch_bit is not None:
        found.append(tile(board.eliminator, sizes))
    return tuple(found)


def puck(at: Reach, sizes: Sizes) -> Solid:
    """Build a plate with a post for the magnet, holes for the bracket and a handle."""
    wall = sizes.printer.wall_mm
    left, right, back = _bracket_edges(sizes)
    x, y = at.magnet
    post = post_mm(sizes)
    foot = post + _POST_FOOT_MM[0]
    low = Xyz(left, min(0.0, y) - foot / 2 - _EDGE_MM, 0)
    high = Xyz(max(right, x + foot / 2 + _EDGE_MM), max(back, y + foot / 2), wall)
    steps = [
        Step(Block(low, high)),
        Step(Rod(Xyz(x, y, 0), "z", wall + _POST_FOOT_MM[1], foot)),
        *_post(x, y, post, sizes),
        *_socket(high, handle_x(at, sizes), sizes),
    ]
    hole = sizes.table.screw_mm - 0.4  # the screw cuts its own thread
    for at_x, at_y in _foot_screws(sizes):
        steps.append(Step(Rod(Xyz(at_x, at_y, 0), "z", wall, hole), cut=True))
    return Solid("puck", "slides on the floor under the tiles", tuple(steps))


def handle_x(at: Reach, sizes: Sizes) -> float:
    """Return where along the arm the handle goes in: between bracket and magnet."""
    _, right, _ = _bracket_edges(sizes)
    return (right + max(right, at.magnet[0])) / 2


def post_mm(sizes: Sizes) -> float:
    """Return the thickness of the post that holds the magnet."""
    printer = sizes.printer
    return sizes.puck.magnet.diameter_mm + 2 * printer.play_mm + printer.wall_mm


def _post(x: float, y: float, across: float, sizes: Sizes) -> Iterator[Step]:
    """Build the post; the magnet's face is level with its end."""
    puck, magnet = sizes.puck, sizes.puck.magnet
    top = sizes.layers.space_mm - puck.clear_mm
    yield Step(Rod(Xyz(x, y, 0), "z", top, across))
    hole = magnet.diameter_mm + 2 * sizes.printer.play_mm
    pocket = Xyz(x, y, top - magnet.thickness_mm)
    yield Step(Rod(pocket, "z", magnet.thickness_mm, hole), cut=True)


def _socket(corner: Xyz, x: float, sizes: Sizes) -> Iterator[Step]:
    """Build the socket for a dowel that reaches out to the front."""
    hole = sizes.puck.handle_mm + 2 * sizes.printer.play_mm
    wide = hole + 2 * _EDGE_MM
    start = corner.y - _SOCKET_MM
    low, high = Xyz(x - wide / 2, start, 0), Xyz(x + wide / 2, corner.y, wide)
    yield Step(Block(low, high))
    bore = Xyz(x, start + _EDGE_MM, wide / 2)
    yield Step(Rod(bore, "y", _SOCKET_MM - _EDGE_MM, hole), cut=True)


def bracket(sizes: Sizes) -> Solid:
    """Build a wall for the servo's ears, on a foot with two ribs."""
    servo, printer, puck = sizes.servo, sizes.printer, sizes.puck
    wall, play = printer.wall_mm, printer.play_mm
    left, right, back = _bracket_edges(sizes)
    face, floor = servo.arm_mm, wall
    top = puck.axis_mm + puck.body_above_mm
    under = puck.axis_mm - puck.body_above_mm
    end = servo.long_mm - servo.axis_mm
    steps = [
        Step(Block(Xyz(left, face, floor), Xyz(right, face + wall, top))),
        Step(Block(Xyz(left, face, floor), Xyz(right, back, floor + wall))),
    ]
    for x in (left, right - wall):
        rib = Block(Xyz(x, face, floor), Xyz(x + wall, back, (floor + under) / 2))
        steps.append(Step(rib))
    opening = Block(
        Xyz(-servo.axis_mm - play, face, under - play),
        Xyz(end + play, face + wall, top),
    )
    steps.append(Step(opening, cut=True))
    for x in ear_screws(sizes):
        at = Xyz(x, face, puck.axis_mm)
        steps.append(Step(Rod(at, "y", wall, _EAR_SCREW_MM), cut=True))
    for x, y in _foot_screws(sizes):
        hole = sizes.table.screw_mm + 2 * play
        steps.append(Step(Rod(Xyz(x, y, floor), "z", wall, hole), cut=True))
    return Solid("bracket", "holds the servo on the puck", tuple(steps), up="y")


def ear_screws(sizes: Sizes) -> tuple[float, float]:
    """Return where along the arm the two holes of the ears are."""
    middle = sizes.servo.long_mm / 2 - sizes.servo.axis_mm
    return middle - sizes.servo.screws_mm / 2, middle + sizes.servo.screws_mm / 2


def _foot_screws(sizes: Sizes) -> list[tuple[float, float]]:
    left, right, back = _bracket_edges(sizes)
    y = (sizes.servo.arm_mm + sizes.printer.wall_mm + back) / 2
    return [(left + (right - left) * share, y) for share in (0.3, 0.7)]


def _bracket_edges(sizes: Sizes) -> tuple[float, float, float]:
    """Return its left, its right and its back."""
    servo = sizes.servo
    middle = servo.long_mm / 2 - servo.axis_mm
    half = servo.ears_mm / 2 + _EDGE_MM
    return middle - half, middle + half, servo.arm_mm + servo.back_mm + _EDGE_MM


def arm(sizes: Sizes) -> Solid:
    """Level, around the axis; the servo's own horn is screwed to its side."""
    puck, printer = sizes.puck, sizes.printer
    half, hub = puck.arm_thick_mm / 2, hub_mm(sizes)
    first, second = (hub / 2 + step for step in (2.0, 7.0))
    steps = [
        Step(Block(Xyz(0, -half, -half), Xyz(puck.arm_mm, half, half))),
        Step(Rod(Xyz(puck.arm_mm, -half, 0), "y", 2 * half, 2 * half)),
        Step(Rod(Xyz(0, -half, 0), "y", 2 * half, hub)),
        Step(Rod(Xyz(0, -half, 0), "y", 2 * half, _HORN_HOLE_MM), cut=True),
    ]
    for x in (first, second):
        hole = Rod(Xyz(x, -half, 0), "y", 2 * half, _HORN_SCREW_MM + printer.play_mm)
        steps.append(Step(hole, cut=True))
    return Solid("arm", "is screwed to the servo's horn and strikes", tuple(steps), "y")


def hub_mm(sizes: Sizes) -> float:
    """Return the hub's diameter, never higher than the servo it sits on."""
    return min(_HUB_MM, 2 * sizes.puck.body_above_mm)


def tile(row: Eliminator | None, sizes: Sizes) -> Solid:
    """Hollow below, so that light comes through; solid where something touches it."""
    tiles, printer = sizes.tiles, sizes.printer
    half, wall, thick = tiles.tile_mm / 2, printer.wall_mm, tiles.thick_mm
    hollow = thick - printer.skin_mm
    steps = [Step(Block(Xyz(-half, -half, 0), Xyz(half, half, thick)))]
    if hollow > 0:
        inner = half - wall
        cut = Block(Xyz(-inner, -inner, 0), Xyz(inner, inner, hollow))
        steps.append(Step(cut, cut=True))
        pads = [(x, y) for x in (-1, 1) for y in (-1, 1)]
        for x, y in pads:
            corner = Xyz(x * (half - wall), y * (half - wall), 0)
            steps.append(Step(Rod(corner, "z", hollow, 2 * wall)))
        switch = Xyz(*tiles.switch_at, 0)
        steps.append(Step(Rod(switch, "z", hollow, 3 * wall)))
        if row:
            low, high = struck(row, sizes)
            steps.append(Step(Block(Xyz(*low, 0), Xyz(*high, hollow))))
    return Solid("tile", "lies on its switch", tuple(steps), up="-z")


def struck(
    row: Eliminator, sizes: Sizes
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the corners of what the tip may hit, from the tile's middle."""
    at, moves = reach(row, sizes), stroke(row, sizes)
    half = sizes.puck.arm_thick_mm / 2 + moves.play_mm
    x, y = sizes.tiles.striker_at
    ends = [x + at.side * (touch - at.slot) for touch in at.touch]
    low, high = min(ends) - half, max(ends) + half
    return (low, y - half), (high, y + half)


class Swept(NamedTuple):
    """Areas without spacers and wires."""

    puck: Box
    handle: Box  # from the nearest row of tiles out over the front edge

    def free(self, shape: Shape) -> bool:
        return between(shape, self.puck) >= 0 and between(shape, self.handle) >= 0

    def free_spacer(self, at: Point, screw_mm: float) -> bool:
        """Return whether a spacer fits, which is twice as wide as its screw."""
        return self.free(Circle(at, 2 * screw_mm))


def swept(board: BoardMap, sizes: Sizes, layout: Layout) -> Swept | None:
    """Return the area under every tile; None where no puck slides."""
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
