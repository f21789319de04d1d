"""The motion of the striker's arm: from rest below the carrier up against a tile.

The servo's axis is level, and the arm is straight. At an angle a from level its tip is
arm · sin a above the axis and arm · cos a beside it. Heights count from the floor on
which the puck slides.
"""

from math import asin, cos, radians, sin, tan
from typing import NamedTuple

from wiring.boardmap import Eliminator
from wiring.geometry.magnets import reach_mm
from wiring.geometry.sizes import Sizes


class Stroke(NamedTuple):
    rest_mm: float  # top of the tip at rest
    strike_mm: float  # and at the end of the stroke
    carrier_mm: float  # the carrier's underside
    tile_mm: float  # a tile's underside
    # The range beside the axis that the arm sweeps inside the carrier.
    near_mm: float
    far_mm: float
    # How far off the puck is still sensed.
    play_mm: float

    @property
    def lift_mm(self) -> float:
        """The lift of the tile."""
        return self.strike_mm - self.tile_mm


def stroke(row: Eliminator, sizes: Sizes) -> Stroke:
    puck, layers = sizes.puck, sizes.layers
    half = puck.arm_thick_mm / 2

    def tip(angle: float) -> float:
        return puck.axis_mm + puck.arm_mm * sin(radians(angle)) + half

    # Whichever way round the horn sits, the map's larger angle is the upper one here.
    low, high = sorted((row.rest_deg, row.strike_deg))
    under = layers.space_mm
    near, far = _sweep(puck.arm_mm, under - puck.axis_mm - half, high)
    return Stroke(
        tip(low),
        tip(high),
        under,
        under + layers.carrier_mm + sizes.tiles.switch_mm,
        near - half,
        far + half,
        puck_reach_mm(sizes),
    )


def puck_gap_mm(sizes: Sizes) -> float:
    """Return the distance from the puck's magnet to the sensor's die above it."""
    sensor = sizes.sensor
    above = sensor.high_mm - sensor.die_mm
    return sizes.puck.clear_mm + sizes.layers.carrier_mm + above


def puck_reach_mm(sizes: Sizes) -> float:
    """Return how far off the puck is still detected, and so has to strike."""
    puck, sensor = sizes.puck, sizes.sensor
    return reach_mm(puck.magnet, puck_gap_mm(sizes), sensor.release_least_mt)


def slot_mm(row: Eliminator, sizes: Sizes) -> tuple[float, float]:
    """Return the opening in the carrier: along the arm, and across it."""
    moves = stroke(row, sizes)
    along = moves.far_mm - moves.near_mm + 2 * moves.play_mm
    return along, sizes.puck.arm_thick_mm + 2 * moves.play_mm


def _sweep(arm: float, above: float, strike_deg: float) -> tuple[float, float]:
    """Return the shortest and longest distance from the axis inside the carrier."""
    if above >= arm or strike_deg <= 0:
        return arm, arm
    enters = asin(max(above, 0) / arm)
    strike = radians(strike_deg)
    # At the end of the stroke the arm still leans through the carrier.
    leans = above / tan(strike) if above > 0 else 0.0
    return min(leans, arm * cos(strike)), arm * cos(enters)
