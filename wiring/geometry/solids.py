"""The parts to print: pieces, tiles, and the puck's parts.

The origin of tiles and pieces is the middle of their underside.
"""

from collections.abc import Iterator

from wiring.boardmap import BoardMap
from wiring.geometry import puck
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz
from wiring.geometry.sizes import Sizes

_PAPER_MM = (0.6, 6.0)  # of a figure's foot in its slot
_LID_MM = 1.2  # above a piece's magnet


def solids(board: BoardMap, sizes: Sizes) -> tuple[Solid, ...]:
    """Return the parts to print that this table needs."""
    found: list[Solid] = []
    if board.eliminator:
        found += puck.parts(sizes)
    if (grid := board.grid) and grid.first_switch_bit is not None:
        tiles = tile(sizes, is_struck=board.eliminator is not None)
        found.append(tiles._replace(needed=grid.rows * grid.columns))
    if (depth := board.depth) and depth.first_hall_bit is not None:
        seats = sum(button.control.startswith("seat:") for button in board.buttons)
        found.append(figure(sizes)._replace(needed=depth.lanes + seats))
        found.append(anchor(sizes)._replace(needed=depth.lanes))
    return tuple(found)


def tile(sizes: Sizes, *, is_struck: bool) -> Solid:
    """Build a tile: hollow below for the light, solid where something touches it."""
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
        if is_struck:
            at, wide = puck.struck_span(sizes)
            steps.append(Step(Rod(Xyz(*at, 0), "z", hollow, wide)))
    return Solid(
        "tile", "lies on its switch, instead of one of acrylic", tuple(steps), up="-z"
    )


def anchor(sizes: Sizes) -> Solid:
    """Build a stand; the printer pauses above the pocket for the magnet."""
    more = sizes.piece.stack_mm - _foot_mm(sizes)
    words = "encloses a magnet; its pirate can stand on it"
    return Solid("anchor", words, tuple(_foot(sizes, more)))


def figure(sizes: Sizes) -> Solid:
    """Build a foot with a slot for a paper figure, or one of your own."""
    thick, deep = _PAPER_MM
    steps = list(_foot(sizes, deep))
    (_, high), half = steps[0].body.edges, sizes.piece.foot_mm / 2
    low = Xyz(-half, -thick / 2, high.z - deep)
    steps.append(Step(Block(low, Xyz(half, thick / 2, high.z)), cut=True))
    return Solid("figure", "encloses a magnet; a pirate's or a robot's", tuple(steps))


def _foot_mm(sizes: Sizes) -> float:
    magnet = sizes.piece.magnet.thickness_mm + sizes.printer.play_mm
    return sizes.piece.wall_mm + magnet + _LID_MM


def _foot(sizes: Sizes, more: float) -> Iterator[Step]:
    piece, play = sizes.piece, sizes.printer.play_mm
    magnet = piece.magnet
    pocket = magnet.thickness_mm + play
    yield Step(Rod(Xyz(0, 0, 0), "z", _foot_mm(sizes) + more, piece.foot_mm))
    hole = magnet.diameter_mm + 2 * play
    yield Step(Rod(Xyz(0, 0, piece.wall_mm), "z", pocket, hole), cut=True)
