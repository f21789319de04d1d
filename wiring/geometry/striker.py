"""The Eliminator's stroke: a sprung plunger that the servo's arm pulls down and drops.

The arm begins above the plunger's tooth and pulls it down against a spring. Its tip
moves on a circle, so at the edge it slips off the tooth. The spring throws the plunger
through the carrier against a tile, and the plunger falls back by its own weight. On its
way home the arm pushes the tooth aside, because the tooth is on a leaf that bends.

Before the edge, the spring is always stronger than a servo without power or pulses, so
it turns the arm back and relaxes: the striker never stays cocked.
"""

from collections.abc import Iterator
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from wiring.boardmap import Eliminator
from wiring.geometry.magnets import reach_mm
from wiring.geometry.sizes import Fault, Sizes

LEAST_M_S = 1.0
MOST_J = 0.1  # a child's rubber-band toy has more
KEPT = 0.7  # assumed share of the spring's energy; friction takes the rest
_TORQUE_MARGIN = 1.5
_BEYOND_DEG = 5.0  # the arm goes this far past the edge
PLATE_MM = 3.0  # the flange, and the bridge that stops it
LEAF_MM = (0.8, 8.0)  # the tooth's leaf, thick and wide
_MOST_STRAIN = 0.02  # strain limit of printed PETG that bends often


class Stroke(NamedTuple):
    pulled_mm: float  # the plunger's depth at the edge
    overlap_mm: float  # of arm and tooth while the arm is level
    rest_n: float  # the spring's force
    edge_n: float
    energy_j: float
    speed_m_s: float  # at the tile
    torque_mnm: float  # the servo's highest torque
    back_mnm: float  # the lowest torque that turns the arm home
    deg_s: float  # the servo's speed under this torque
    flight_mm: float  # from rest until the plunger is stopped
    play_mm: float  # how far off centre the puck is still sensed
    tooth_mm: float  # height of the tooth's top at rest: just below a level arm
    bent_mm: float  # how far the arm pushes the tooth aside on its way home
    flange_mm: float  # the flange's top at rest; the bridge stops it in flight
    leaf_mm: float  # from the flange down to the tooth


def stroke(sizes: Sizes) -> Stroke:
    puck, servo, layers = sizes.puck, sizes.servo, sizes.layers
    edge, rate = radians(puck.edge_deg), puck.spring_n_mm
    pulled = puck.arm_mm * sin(edge)
    rest_n, edge_n = rate * puck.preload_mm, rate * (puck.preload_mm + pulled)
    energy = (rest_n + edge_n) / 2 * pulled / 1000
    to_tile = puck.clear_mm + layers.carrier_mm + sizes.tiles.switch_mm
    lost = puck.plunger_g / 1000 * 9.81 * to_tile / 1000
    torque = edge_n * puck.arm_mm * cos(edge)
    overlap, flight = puck.arm_mm * (1 - cos(edge)), to_tile + puck.lift_mm
    tooth = puck.axis_mm - puck.arm_thick_mm / 2
    flange = tip_mm(sizes) - PLATE_MM - flight
    return Stroke(
        pulled_mm=pulled,
        overlap_mm=overlap,
        rest_n=rest_n,
        edge_n=edge_n,
        energy_j=energy,
        speed_m_s=sqrt(max(0.0, energy * KEPT - lost) * 2000 / puck.plunger_g),
        torque_mnm=torque,
        back_mnm=rest_n * puck.arm_mm,
        deg_s=servo.free_deg_s * max(0.0, 1 - torque / servo.stall_mnm),
        flight_mm=flight,
        play_mm=puck_reach_mm(sizes),
        tooth_mm=tooth,
        bent_mm=overlap + puck.arm_thick_mm / 2,
        flange_mm=flange,
        leaf_mm=flange - PLATE_MM - tooth,
    )


def angles(row: Eliminator) -> tuple[float, float]:
    """Return the arm's angles above level, at rest and at the end of a strike."""
    # The arm is highest at rest, whichever way round the horn sits.
    up = -1 if row.rest_deg < row.strike_deg else 1
    return up * row.rest_deg, up * row.strike_deg


def faults(row: Eliminator, sizes: Sizes) -> Iterator[Fault]:
    """Check that it strikes, that the servo can, and that nothing stays cocked."""
    moves = stroke(sizes)
    for key, is_right, words in (*_thrown(moves), *_turned(moves, sizes)):
        if not is_right:
            yield ("puck", key), words
    strain = 1.5 * LEAF_MM[0] * moves.bent_mm / moves.leaf_mm**2
    if strain > _MOST_STRAIN:
        words = (
            f"the tooth's leaf is strained by {strain:.1%} and would break; lower "
            "puck.axis_mm for a longer one"
        )
        yield ("puck", "axis_mm"), words
    yield from _angles(row, moves, sizes)


def _thrown(moves: Stroke) -> Iterator[tuple[str, bool, str]]:
    yield (
        "spring_n_mm",
        moves.speed_m_s >= LEAST_M_S,
        f"the plunger reaches a tile with {moves.speed_m_s:.1f} m/s only; it needs "
        f"{LEAST_M_S:g}, so raise puck.spring_n_mm or puck.preload_mm",
    )
    yield (
        "spring_n_mm",
        moves.energy_j <= MOST_J,
        f"the spring holds {moves.energy_j:.2f} J, more than the {MOST_J:g} J that are "
        "harmless; lower puck.spring_n_mm or puck.preload_mm",
    )


def _turned(moves: Stroke, sizes: Sizes) -> Iterator[tuple[str, bool, str]]:
    puck, servo, left = sizes.puck, sizes.servo, sizes.puck.spring_mm - moves.pulled_mm
    yield (
        "arm_mm",
        moves.torque_mnm * _TORQUE_MARGIN <= servo.stall_mnm,
        f"the arm needs {moves.torque_mnm:.0f} mN·m at its edge, too near to the "
        f"{servo.stall_mnm:g} at which the servo stalls; lower puck.arm_mm or "
        "puck.spring_n_mm",
    )
    yield (
        "preload_mm",
        moves.back_mnm >= _TORQUE_MARGIN * servo.limp_mnm,
        f"the spring turns the arm home with {moves.back_mnm:.0f} mN·m, but a servo "
        f"without power holds {servo.limp_mnm:g}: it could stay cocked; raise "
        "puck.preload_mm",
    )
    yield (
        "spring_mm",
        left > puck.solid_mm,
        f"the spring's coils touch at {puck.solid_mm:g} mm, but it is pressed to "
        f"{left:.1f} mm; take a longer one",
    )


def _angles(row: Eliminator, moves: Stroke, sizes: Sizes) -> Iterator[Fault]:
    past, (rest, strike) = sizes.puck.edge_deg + _BEYOND_DEG, angles(row)
    if rest < _BEYOND_DEG or strike > -past:
        words = (
            f"the arm goes from {rest:g}° to {strike:g}°, but it "
            f"must begin {_BEYOND_DEG:g}° above level and end {past:g}° below it"
        )
        key = "rest_deg" if rest < _BEYOND_DEG else "strike_deg"
        yield ("eliminator", key), words
    if row.speed_deg_s > moves.deg_s:
        words = (
            f"the servo cannot do {row.speed_deg_s} degrees a second against the "
            f"spring, only {moves.deg_s:.0f}; lower eliminator.speed_deg_s"
        )
        yield ("eliminator", "speed_deg_s"), words


def tip_mm(sizes: Sizes) -> float:
    """Return the height of the plunger's tip at rest, level with the puck's top."""
    return sizes.layers.space_mm - sizes.puck.clear_mm


def puck_gap_mm(sizes: Sizes) -> float:
    """Return the distance from the puck's magnet to the die of the sensor above it."""
    sensor = sizes.tile_sensor
    above = sensor.high_mm - sensor.die_mm
    return sizes.puck.clear_mm + sizes.layers.carrier_mm + above


def puck_reach_mm(sizes: Sizes) -> float:
    """Return how far off centre sensors may feel the puck, and the plunger must fit."""
    puck, sensor = sizes.puck, sizes.tile_sensor
    return reach_mm(puck.magnet, puck_gap_mm(sizes), sensor.release_least_mt)


def hole_mm(sizes: Sizes) -> float:
    """Return the width of the plunger's hole in the carrier."""
    return sizes.puck.plunger_mm + 2 * puck_reach_mm(sizes)
