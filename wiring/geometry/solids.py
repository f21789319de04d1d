"""Parts to print: pieces, tiles, and the puck with its plunger.

The puck's parts use its coordinates: x and y from the plunger's axis to the right and
to the front, where the servo is; z from the floor. The servo's axis is to the left of
the plunger. Tiles and pieces have theirs in the middle of their underside.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap, Eliminator
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Box, Circle, Point, Shape, between
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import (
    LEAF_MM,
    PLATE_MM,
    bent_mm,
    flange_mm,
    puck_reach_mm,
    stroke,
    tip_mm,
    tooth_mm,
)

# Screws and printed parts have these sizes on every table.
_EAR_SCREW_MM = 1.6  # a servo's own screws cut their thread into this
_HORN_SCREW_MM = 1.2
_HORN_HOLE_MM = 5.0  # the screw in the servo's axis goes in through the hub
_HUB_MM = 12.0
_ARM_WIDE_MM = 6.0
_POST_FOOT_MM = (6.0, 10.0)  # wider than the post by the first, as high as the second
_SOCKET_MM = 16.0  # depth of the handle's hole
_EDGE_MM = 3.0
_AIR_MM = 0.4  # around what moves
_CUP_MM = (12.0, 3.0)  # wide and thick; the spring is below it
PEG_MM = (5.0, 1.0)  # under the puck, for holes in the floor
PEG_HOLE_MM = 5.6
_PAPER_MM = (0.6, 6.0)  # of a figure's foot in its slot
_LID_MM = 1.2  # above a piece's magnet


def solids(board: BoardMap, sizes: Sizes) -> tuple[Solid, ...]:
    """Return the parts to print that this table needs."""
    found: list[Solid] = []
    if row := board.eliminator:
        found += [puck(row, sizes), bracket(row, sizes), tower(row, sizes)]
        found += [plunger(row, sizes), cup(sizes), arm(sizes)]
    if board.grid and board.grid.first_switch_bit is not None:
        found.append(tile(board.eliminator, sizes))
    if board.depth and board.depth.first_hall_bit is not None:
        found += [figure(sizes), anchor(sizes)]
    return tuple(found)


def axis_x(row: Eliminator, sizes: Sizes) -> float:
    """Return where the servo's axis is, left of the plunger."""
    return (
        _leaf_x(row, sizes)
        - _AIR_MM
        - sizes.puck.arm_thick_mm / 2
        - (sizes.puck.arm_mm)
    )


def _leaf_x(row: Eliminator, sizes: Sizes) -> float:
    """Return the outer face of the tooth's leaf, which has room to bend."""
    return -(_tower_half(sizes) + _AIR_MM + bent_mm(row, sizes) + LEAF_MM[0])


def _tower_half(sizes: Sizes) -> float:
    return _CUP_MM[0] / 2 + _AIR_MM + sizes.printer.wall_mm / 2


def magnet_at(sizes: Sizes) -> tuple[float, float]:
    """Return where the magnet is, so that it is under the sensor of a tile."""
    tiles = sizes.tiles
    across, down = zip(tiles.sensor_at, tiles.striker_at, strict=True)
    return across[0] - across[1], down[0] - down[1]


def pegs(row: Eliminator, sizes: Sizes) -> tuple[tuple[float, float], ...]:
    """Return where two pegs are, far apart, so that the puck cannot turn."""
    left, _, back = _bracket_edges(row, sizes)
    return magnet_at(sizes), (left + _EDGE_MM + PEG_MM[0], back - PEG_MM[0])


def puck(row: Eliminator, sizes: Sizes) -> Solid:
    """Build a plate with a post for the magnet, pegs, screw holes and a handle."""
    wall = sizes.printer.wall_mm
    left, _, back = _bracket_edges(row, sizes)
    x, y = magnet_at(sizes)
    post = post_mm(sizes)
    foot = post + _POST_FOOT_MM[0]
    near, far = _tower_half(sizes), max(abs(y) + foot / 2, _tower_half(sizes))
    low = Xyz(left, -far - _EDGE_MM, 0)
    ends = x + foot / 2, near + wall
    high = Xyz(max(*ends) + _EDGE_MM, max(back, far), wall)
    steps = [
        Step(Block(low, high)),
        Step(Rod(Xyz(x, y, 0), "z", wall + _POST_FOOT_MM[1], foot)),
        *_post(x, y, post, sizes),
        *_socket(high, handle_x(row, sizes), sizes),
        *(
            Step(Rod(Xyz(*at, -PEG_MM[1]), "z", PEG_MM[1], PEG_MM[0]))
            for at in pegs(row, sizes)
        ),
    ]
    hole = sizes.table.screw_mm - 0.4  # the screw cuts its own thread
    for at in (*_foot_screws(row, sizes), *_tower_screws(sizes)):
        steps.append(Step(Rod(Xyz(*at, 0), "z", wall, hole), cut=True))
    return Solid("puck", "slides on the floor under the tiles", tuple(steps))


def handle_x(row: Eliminator, sizes: Sizes) -> float:
    """Return where the handle goes in: between bracket and magnet."""
    _, right, _ = _bracket_edges(row, sizes)
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
    """Build the socket for a dowel that reaches out to the front."""
    hole = sizes.puck.handle_mm + 2 * sizes.printer.play_mm
    wide = hole + 2 * _EDGE_MM
    start = corner.y - _SOCKET_MM
    low, high = Xyz(x - wide / 2, start, 0), Xyz(x + wide / 2, corner.y, wide)
    yield Step(Block(low, high))
    bore = Xyz(x, start + _EDGE_MM, wide / 2)
    yield Step(Rod(bore, "y", _SOCKET_MM - _EDGE_MM, hole), cut=True)


def tower(row: Eliminator, sizes: Sizes) -> Solid:
    """Build a tube for spring and cup, and a bridge that stops the plunger."""
    half, wall, top = _tower_half(sizes), sizes.printer.wall_mm, tip_mm(sizes)
    shoulder = wall + sizes.puck.spring_mm + _CUP_MM[1]
    bore, wide = sizes.puck.plunger_mm + _AIR_MM, _CUP_MM[0] + _AIR_MM
    steps = [
        Step(Block(Xyz(-half, -half, wall), Xyz(half, half, shoulder + wall / 2))),
        Step(Block(Xyz(half, -half, wall), Xyz(half + wall, half, top))),
        Step(Block(Xyz(-half, -half, top - PLATE_MM), Xyz(half + wall, half, top))),
        Step(Rod(Xyz(0, 0, wall), "z", shoulder - wall, wide), cut=True),
        Step(Rod(Xyz(0, 0, shoulder), "z", top - shoulder, bore), cut=True),
    ]
    for x, y in _tower_screws(sizes):
        foot = Block(
            Xyz(x - half / 2, y - half / 2, wall),
            Xyz(x + half / 2, y + half / 2, 2 * wall),
        )
        hole = Rod(
            Xyz(x, y, wall), "z", wall, sizes.table.screw_mm + 2 * sizes.printer.play_mm
        )
        steps += [Step(foot), Step(hole, cut=True)]
    steps.append(Step(Rod(Xyz(0, 0, wall), "z", wall, wide), cut=True))
    return Solid("tower", "guides the plunger over its spring", tuple(steps), up="y")


def _tower_screws(sizes: Sizes) -> tuple[tuple[float, float], ...]:
    half = _tower_half(sizes)
    x = half + sizes.printer.wall_mm / 2
    return (x, -half - _EDGE_MM), (x, half + _EDGE_MM)


def plunger(row: Eliminator, sizes: Sizes) -> Solid:
    """Build a rod with a flange, from which a leaf with the tooth hangs."""
    wall, half = sizes.printer.wall_mm, LEAF_MM[1] / 2
    top, flange, tooth = tip_mm(sizes), flange_mm(row, sizes), tooth_mm(sizes)
    foot = wall + sizes.puck.spring_mm + _CUP_MM[1]
    outer = _leaf_x(row, sizes)
    long = stroke(row, sizes).overlap_mm + sizes.puck.arm_thick_mm / 2 + _AIR_MM
    steps = (
        Step(Rod(Xyz(0, 0, foot), "z", top - foot, sizes.puck.plunger_mm)),
        Step(Rod(Xyz(outer, -half, tooth), "y", 2 * half, 2 * long)),
        # Flat above, where the arm pulls; round below, where it passes.
        Step(
            Block(
                Xyz(outer - long, -half, tooth), Xyz(outer + long, half, tooth + long)
            ),
            cut=True,
        ),
        Step(
            Block(
                Xyz(outer + LEAF_MM[0], -half, tooth - long),
                Xyz(outer + long, half, tooth),
            ),
            cut=True,
        ),
        Step(
            Block(
                Xyz(outer, -half, tooth - long), Xyz(outer + LEAF_MM[0], half, flange)
            )
        ),
        Step(Block(Xyz(outer, -half, flange - PLATE_MM), Xyz(0, half, flange))),
    )
    return Solid("plunger", "strikes a tile", steps, up="y")


def cup(sizes: Sizes) -> Solid:
    wide, thick = _CUP_MM
    at = Xyz(0, 0, sizes.printer.wall_mm + sizes.puck.spring_mm)
    return Solid(
        "cup", "is between spring and plunger", (Step(Rod(at, "z", thick, wide)),)
    )


def bracket(row: Eliminator, sizes: Sizes) -> Solid:
    """Build a wall for the servo's ears, on a foot with two ribs."""
    servo, printer, puck = sizes.servo, sizes.printer, sizes.puck
    wall, play, axis = printer.wall_mm, printer.play_mm, axis_x(row, sizes)
    left, right, back = _bracket_edges(row, sizes)
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
    for x in ear_screws(row, sizes):
        at = Xyz(x, face, puck.axis_mm)
        steps.append(Step(Rod(at, "y", wall, _EAR_SCREW_MM), cut=True))
    for x, y in _foot_screws(row, sizes):
        hole = sizes.table.screw_mm + 2 * play
        steps.append(Step(Rod(Xyz(x, y, floor), "z", wall, hole), cut=True))
    return Solid("bracket", "holds the servo on the puck", tuple(steps), up="y")


def ear_screws(row: Eliminator, sizes: Sizes) -> tuple[float, float]:
    """Return where along the arm the two holes of the ears are."""
    middle = axis_x(row, sizes) + sizes.servo.long_mm / 2 - sizes.servo.axis_mm
    return middle - sizes.servo.screws_mm / 2, middle + sizes.servo.screws_mm / 2


def _foot_screws(row: Eliminator, sizes: Sizes) -> list[tuple[float, float]]:
    left, right, back = _bracket_edges(row, sizes)
    y = (sizes.servo.arm_mm + sizes.printer.wall_mm + back) / 2
    return [(left + (right - left) * share, y) for share in (0.3, 0.7)]


def _bracket_edges(row: Eliminator, sizes: Sizes) -> tuple[float, float, float]:
    """Return its left, its right and its back."""
    servo = sizes.servo
    middle = axis_x(row, sizes) + servo.long_mm / 2 - servo.axis_mm
    half = servo.ears_mm / 2 + _EDGE_MM
    return middle - half, middle + half, servo.arm_mm + servo.back_mm + _EDGE_MM


def arm(sizes: Sizes) -> Solid:
    """Level, around the axis; the servo's own horn is screwed to its side."""
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
            at, wide = struck(sizes)
            steps.append(Step(Rod(Xyz(*at, 0), "z", hollow, wide)))
    return Solid("tile", "lies on its switch", tuple(steps), up="-z")


def struck(sizes: Sizes) -> tuple[tuple[float, float], float]:
    """Return the middle and the width of what the plunger may hit of a tile."""
    wide = sizes.puck.plunger_mm + 2 * puck_reach_mm(sizes)
    return sizes.tiles.striker_at, wide


def anchor(sizes: Sizes) -> Solid:
    """Build a flat disc; the printer pauses above the pocket for the magnet."""
    return Solid("anchor", "encloses a magnet; one per lane", tuple(_foot(sizes, 0)))


def figure(sizes: Sizes) -> Solid:
    """Build a foot with a slot for a figure of paper, or for one of your own."""
    thick, deep = _PAPER_MM
    steps = list(_foot(sizes, deep))
    (_, high), half = steps[0].body.edges, sizes.piece.foot_mm / 2
    low = Xyz(-half, -thick / 2, high.z - deep)
    steps.append(Step(Block(low, Xyz(half, thick / 2, high.z)), cut=True))
    return Solid("figure", "encloses a magnet; a pirate's or a robot's", tuple(steps))


def _foot(sizes: Sizes, more: float) -> Iterator[Step]:
    piece, play = sizes.piece, sizes.printer.play_mm
    magnet = piece.magnet
    pocket = magnet.thickness_mm + play
    high = piece.wall_mm + pocket + _LID_MM + more
    yield Step(Rod(Xyz(0, 0, 0), "z", high, piece.foot_mm))
    hole = magnet.diameter_mm + 2 * play
    yield Step(Rod(Xyz(0, 0, piece.wall_mm), "z", pocket, hole), cut=True)


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
    low, high = puck(board.eliminator, sizes).edges
    handle = handle_x(board.eliminator, sizes)
    left, right = min(p.x for p in strikers), max(p.x for p in strikers)
    far, near = min(p.y for p in strikers), max(p.y for p in strikers)
    half = sizes.puck.handle_mm / 2
    return Swept(
        _box(left + low.x, far + low.y, right + high.x, near + high.y),
        _box(left + handle - half, far + high.y, right + handle + half, layout.height),
    )


def _box(left: float, top: float, right: float, bottom: float) -> Box:
    middle = Point((left + right) / 2, (top + bottom) / 2)
    return Box(middle, right - left, bottom - top)
