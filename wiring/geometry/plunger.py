"""The plunger and its tower, as parts to print, in the puck's coordinates.

To assemble them, hold the hook inside the tower and push cup and plunger in from below,
the plunger through the hook; then glue the hook onto the plunger's step.
"""

from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import LEAF_MM, PLATE_MM, stroke, tip_mm

EDGE_MM = 3.0
_AIR_MM = 0.4  # around moving parts
_CUP_MM = (12.0, 3.0)  # wide and thick; the spring is below it
_TIP = 0.75  # of the plunger's width, above the step that carries the hook


def axis_x(sizes: Sizes) -> float:
    """Return the servo's axis, left of the plunger."""
    return _leaf_x(sizes) - _AIR_MM - sizes.puck.arm_thick_mm / 2 - (sizes.puck.arm_mm)


def _leaf_x(sizes: Sizes) -> float:
    """Return the outer face of the tooth's leaf, which has room to bend."""
    return -(tower_half(sizes) + _AIR_MM + stroke(sizes).bent_mm + LEAF_MM[0])


def tower_half(sizes: Sizes) -> float:
    return _CUP_MM[0] / 2 + _AIR_MM + sizes.printer.wall_mm / 2


def tower(sizes: Sizes) -> Solid:
    """Build a tube for spring and cup, with a bridge that stops the plunger."""
    half, wall, top = tower_half(sizes), sizes.printer.wall_mm, tip_mm(sizes)
    shoulder = wall + sizes.puck.spring_mm + _CUP_MM[1]
    bore, wide = sizes.puck.plunger_mm + _AIR_MM, _CUP_MM[0] + _AIR_MM
    tip = _TIP * sizes.puck.plunger_mm + _AIR_MM
    steps = [
        Step(Block(Xyz(-half, -half, wall), Xyz(half, half, shoulder + wall / 2))),
        Step(Block(Xyz(half, -half, wall), Xyz(half + wall, half, top))),
        Step(Block(Xyz(-half, -half, top - PLATE_MM), Xyz(half + wall, half, top))),
        Step(Rod(Xyz(0, 0, wall), "z", shoulder - wall, wide), cut=True),
        Step(Rod(Xyz(0, 0, shoulder), "z", wall / 2, bore), cut=True),
        Step(Rod(Xyz(0, 0, top - PLATE_MM), "z", PLATE_MM, tip), cut=True),
    ]
    for x, y in tower_screws(sizes):
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


def tower_screws(sizes: Sizes) -> tuple[tuple[float, float], ...]:
    half = tower_half(sizes)
    x = half + sizes.printer.wall_mm / 2
    return (x, -half - EDGE_MM), (x, half + EDGE_MM)


def plunger(sizes: Sizes) -> Solid:
    """Build a rod with a step for the hook."""
    foot = sizes.printer.wall_mm + sizes.puck.spring_mm + _CUP_MM[1]
    step, top = stroke(sizes).flange_mm - PLATE_MM, tip_mm(sizes)
    steps = (
        Step(Rod(Xyz(0, 0, foot), "z", step - foot, sizes.puck.plunger_mm)),
        Step(Rod(Xyz(0, 0, step), "z", top - step, _TIP * sizes.puck.plunger_mm)),
    )
    return Solid("plunger", "strikes a tile", steps)


def hook(sizes: Sizes) -> Solid:
    """Build the flange, and the leaf with the tooth that hangs from it."""
    moves, half = stroke(sizes), LEAF_MM[1] / 2
    flange, tooth = moves.flange_mm, moves.tooth_mm
    tip, outer = _TIP * sizes.puck.plunger_mm, _leaf_x(sizes)
    ring, low = tip / 2 + EDGE_MM, flange - PLATE_MM
    long = moves.overlap_mm + sizes.puck.arm_thick_mm / 2 + _AIR_MM
    inner = outer + LEAF_MM[0]
    steps = (
        Step(Rod(Xyz(outer, -half, tooth), "y", 2 * half, 2 * long)),
        # Flat above, where the arm pulls; round below, where the arm slips past.
        Step(
            Block(
                Xyz(outer - long, -half, tooth), Xyz(outer + long, half, tooth + long)
            ),
            cut=True,
        ),
        Step(
            Block(Xyz(inner, -half, tooth - long), Xyz(outer + long, half, tooth)),
            cut=True,
        ),
        Step(Block(Xyz(outer, -half, tooth - long), Xyz(inner, half, flange))),
        Step(Block(Xyz(outer, -ring, low), Xyz(ring, ring, flange))),
        Step(Rod(Xyz(0, 0, low), "z", PLATE_MM, tip + sizes.printer.play_mm), cut=True),
    )
    words = "is glued to the plunger's step; the arm pulls its tooth"
    return Solid("hook", words, steps, up="y")


def cup(sizes: Sizes) -> Solid:
    wide, thick = _CUP_MM
    at = Xyz(0, 0, sizes.printer.wall_mm + sizes.puck.spring_mm)
    return Solid(
        "cup", "is between spring and plunger", (Step(Rod(at, "z", thick, wide)),)
    )
