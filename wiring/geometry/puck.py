"""The puck with its handle, and the servo's bracket and arm, as parts to print.

The puck's coordinates are x to the right and y to the front, from the plunger's axis,
and z from the floor. The servo is at the front, and its axis is left of the plunger.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz
from wiring.geometry.places import Layout
from wiring.geometry.plunger import (
    EDGE_MM,
    axis_x,
    cup,
    hook,
    plunger,
    tower,
    tower_half,
    tower_screws,
)
from wiring.geometry.shapes import Box, Circle, Point, Shape, between, spanning
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import hole_mm, tip_mm

# Screws and printed parts have these sizes on every table.
_EAR_SCREW_MM = 1.6  # a servo's own screws cut their thread into these holes
_HORN_SCREW_MM = 1.2
_HORN_HOLE_MM = 5.0  # for the screw in the servo's axis
_HUB_MM = 12.0
_ARM_WIDE_MM = 6.0
_POST_FOOT_MM = (6.0, 10.0)  # extra width beside the post, and height
_SOCKET_MM = 16.0  # depth of the handle's hole
PEG_MM = (5.0, 1.0)  # under the puck, for holes in the floor
PEG_HOLE_MM = 5.6


def parts(sizes: Sizes) -> tuple[Solid, ...]:
    """Return the parts from the floor up, then those screwed on at the side."""
    return (
        puck(sizes),
        bracket(sizes),
        tower(sizes),
        plunger(sizes),
        hook(sizes),
        cup(sizes),
        arm(sizes),
    )


def magnet_at(sizes: Sizes) -> tuple[float, float]:
    """Return the magnet's place, which is under a tile's sensor."""
    tiles = sizes.tiles
    across, down = zip(tiles.sensor_at, tiles.striker_at, strict=True)
    return across[0] - across[1], down[0] - down[1]


def pegs(sizes: Sizes) -> tuple[tuple[float, float], ...]:
    """Return the places of two pegs, far apart, so that the puck cannot turn."""
    left, _, back = _bracket_edges(sizes)
    return magnet_at(sizes), (left + EDGE_MM + PEG_MM[0], back - PEG_MM[0])


def puck(sizes: Sizes) -> Solid:
    """Build a plate with a post for the magnet, pegs, screw holes and a handle."""
    wall = sizes.printer.wall_mm
    left, _, back = _bracket_edges(sizes)
    x, y = magnet_at(sizes)
    post = post_mm(sizes)
    foot = post + _POST_FOOT_MM[0]
    near, far = tower_half(sizes), max(abs(y) + foot / 2, tower_half(sizes))
    low = Xyz(left, -far - EDGE_MM, 0)
    ends = x + foot / 2, near + wall
    high = Xyz(max(*ends) + EDGE_MM, max(back, far), wall)
    steps = [
        Step(Block(low, high)),
        Step(Rod(Xyz(x, y, 0), "z", wall + _POST_FOOT_MM[1], foot)),
        *_post(x, y, post, sizes),
        *_socket(high, handle_x(sizes), sizes),
        *(
            Step(Rod(Xyz(*at, -PEG_MM[1]), "z", PEG_MM[1], PEG_MM[0]))
            for at in pegs(sizes)
        ),
    ]
    hole = sizes.table.screw_mm - 0.4  # the screw cuts its own thread
    for at in screws(sizes):
        steps.append(Step(Rod(Xyz(*at, 0), "z", wall, hole), cut=True))
    return Solid("puck", "slides on the floor under the tiles", tuple(steps))


def screws(sizes: Sizes) -> tuple[tuple[float, float], ...]:
    """Return the screws of bracket and tower."""
    return (*_foot_screws(sizes), *tower_screws(sizes))


def handle_x(sizes: Sizes) -> float:
    """Return the handle's place, between bracket and magnet."""
    _, right, _ = _bracket_edges(sizes)
    return (right + max(right, magnet_at(sizes)[0])) / 2


def post_mm(sizes: Sizes) -> float:
    """Return the thickness of the post that holds the magnet."""
    printer = sizes.printer
    return sizes.puck.magnet.diameter_mm + 2 * printer.play_mm + printer.wall_mm


def _post(x: float, y: float, across: float, sizes: Sizes) -> Iterator[Step]:
    """Build the post; the magnet's face is level with its end."""
    magnet, top = sizes.puck.magnet, tip_mm(sizes)
    yield Step(Rod(Xyz(x, y, 0), "z", top, across))
    hole = magnet.diameter_mm + 2 * sizes.printer.play_mm
    pocket = Xyz(x, y, top - magnet.thickness_mm)
    yield Step(Rod(pocket, "z", magnet.thickness_mm, hole), cut=True)


def _socket(corner: Xyz, x: float, sizes: Sizes) -> Iterator[Step]:
    """Build the socket for a dowel that sticks out at the front."""
    hole = sizes.puck.handle_mm + 2 * sizes.printer.play_mm
    wide = hole + 2 * EDGE_MM
    start = corner.y - _SOCKET_MM
    low, high = Xyz(x - wide / 2, start, 0), Xyz(x + wide / 2, corner.y, wide)
    yield Step(Block(low, high))
    bore = Xyz(x, start + EDGE_MM, wide / 2)
    yield Step(Rod(bore, "y", _SOCKET_MM - EDGE_MM, hole), cut=True)


def bracket(sizes: Sizes) -> Solid:
    """Build a wall for the servo's ears, on a foot with two ribs."""
    servo, printer, puck = sizes.servo, sizes.printer, sizes.puck
    wall, play, axis = printer.wall_mm, printer.play_mm, axis_x(sizes)
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
        rib = Block(Xyz(x, face, floor), Xyz(x + wall, back, (floor + top) / 2))
        steps.append(Step(rib))
    opening = Block(
        Xyz(axis - servo.axis_mm - play, face, under - play),
        Xyz(axis + end + play, face + wall, top),
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
    """Return the positions of the ears' two holes along the arm."""
    middle = axis_x(sizes) + sizes.servo.long_mm / 2 - sizes.servo.axis_mm
    return middle - sizes.servo.screws_mm / 2, middle + sizes.servo.screws_mm / 2


def _foot_screws(sizes: Sizes) -> list[tuple[float, float]]:
    left, right, back = _bracket_edges(sizes)
    y = (sizes.servo.arm_mm + sizes.printer.wall_mm + back) / 2
    return [(left + (right - left) * share, y) for share in (0.3, 0.7)]


def _bracket_edges(sizes: Sizes) -> tuple[float, float, float]:
    """Return the bracket's left, right and back edges."""
    servo = sizes.servo
    middle = axis_x(sizes) + servo.long_mm / 2 - servo.axis_mm
    half = servo.ears_mm / 2 + EDGE_MM
    return middle - half, middle + half, servo.arm_mm + servo.back_mm + EDGE_MM


def arm(sizes: Sizes) -> Solid:
    """Build a level arm around its axis; the servo's own horn goes on its side."""
    puck, printer = sizes.puck, sizes.printer
    half, side, hub = puck.arm_thick_mm / 2, _ARM_WIDE_MM / 2, hub_mm(sizes)
    steps = [
        Step(Block(Xyz(0, -side, -half), Xyz(puck.arm_mm, side, half))),
        Step(Rod(Xyz(puck.arm_mm, -side, 0), "y", 2 * side, 2 * half)),
        Step(Rod(Xyz(0, -side, 0), "y", 2 * side, hub)),
        Step(Rod(Xyz(0, -side, 0), "y", 2 * side, _HORN_HOLE_MM), cut=True),
    ]
    for x in (-hub / 2 + 1.5, hub / 2 - 1.5):
        hole = Rod(Xyz(x, -side, 0), "y", 2 * side, _HORN_SCREW_MM + printer.play_mm)
        steps.append(Step(hole, cut=True))
    return Solid("arm", "is screwed to the servo's horn and pulls", tuple(steps), "y")


def hub_mm(sizes: Sizes) -> float:
    """Return the hub's diameter, limited by the servo's height."""
    return min(_HUB_MM, 2 * sizes.puck.body_above_mm)


def struck_span(sizes: Sizes) -> tuple[tuple[float, float], float]:
    """Return the middle and width of the part of a tile that the plunger may hit."""
    return sizes.tiles.striker_at, hole_mm(sizes)


class Swept(NamedTuple):
    """The areas that spacers and wires must avoid."""

    puck: Box
    handle: Box  # from the front row of tiles out over the front edge

    def free(self, shape: Shape) -> bool:
        return between(shape, self.puck) >= 0 and between(shape, self.handle) >= 0

    def free_spacer(self, at: Point, screw_mm: float) -> bool:
        """Tell whether a spacer fits, which is twice as wide as its screw."""
        return self.free(Circle(at, 2 * screw_mm))


def swept_areas(board: BoardMap, sizes: Sizes, layout: Layout) -> Swept | None:
    """Return the area that the puck sweeps, or None without a puck."""
    strikers = [p.striker for p in layout.places.values() if p.striker]
    if not board.eliminator or not strikers:
        return None
    low, high = puck(sizes).edges
    handle = handle_x(sizes)
    left, right = min(p.x for p in strikers), max(p.x for p in strikers)
    far, near = min(p.y for p in strikers), max(p.y for p in strikers)
    half = sizes.puck.handle_mm / 2
    return Swept(
        spanning(left + low.x, far + low.y, right + high.x, near + high.y),
        spanning(
            left + handle - half, far + high.y, right + handle + half, layout.height
        ),
    )
