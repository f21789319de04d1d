"""The board map's dimensions: sizes, pitches, heights, magnets, the striker's arm.

The program runs without them. A missing key has the value of mark 1, whose map has all.
"""

from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from controller.basics.locate import Where
from controller.basics.sheet import LINE, Bounds, Shape, Sheet, choice, number, whole
from wiring import find
from wiring.geometry.magnets import REMANENCE_T, Disc

# A key of the map, and what is wrong with the resulting table.
Fault: TypeAlias = tuple[Where, str]


def _pair(expected: str, low: float, high: float) -> Bounds:
    def fits(value: Any) -> bool:
        if type(value) is not list or len(value) != 2:
            return False
        return all(type(v) in (int, float) and low <= v <= high for v in value)

    return Bounds(f"{expected}, two numbers from {low:g} to {high:g}", fits)


_SIZE = number(0, 2000)
_SMALL = number(0, 100)
_WOOD = number(1, 50)
_LAMP_HOLE = number(1, 30)
_HOLE = number(5, 100)
_BED = _pair("[width, height]", 50, 5000)
_AT = _pair("[to the right, to the front] of the middle", -200, 200)
_DISC = _pair("[diameter, thickness]", 1, 50)
_GRADE = choice(*REMANENCE_T)
# An uncut piece of strip, or single pixels joined by wires.
_LAMPS = choice("strip", "cut")


class Table(NamedTuple):
    rim_mm: Annotated[float, _SIZE]
    apart_mm: Annotated[float, _SIZE]
    web_mm: Annotated[float, _SMALL]
    seam_mm: Annotated[float, _SMALL]
    bed_mm: Annotated[tuple[float, float], _BED]
    kerf_mm: Annotated[float, number(0, 5)]
    screw_mm: Annotated[float, number(2, 8)]
    screws_every_mm: Annotated[float, number(50, 2000)]
    slack_mm: Annotated[float, _SIZE]


class Layers(NamedTuple):
    overlay_mm: Annotated[float, _SMALL]
    top_mm: Annotated[float, _WOOD]
    gap_mm: Annotated[float, _SMALL]
    carrier_mm: Annotated[float, _WOOD]
    space_mm: Annotated[float, number(0, 300)]
    floor_mm: Annotated[float, _SMALL]


class Lanes(NamedTuple):
    pitch_mm: Annotated[float, number(1, 200)]
    lane_mm: Annotated[float, number(1, 300)]
    lamps: Annotated[str, _LAMPS]
    lamp_hole_mm: Annotated[float, _LAMP_HOLE]
    aside_mm: Annotated[float, _SMALL]


class Tiles(NamedTuple):
    pitch_mm: Annotated[float, number(1, 500)]
    apart_mm: Annotated[float, _SMALL]
    thick_mm: Annotated[float, _WOOD]
    switch_mm: Annotated[float, _SMALL]
    play_mm: Annotated[float, _SMALL]
    lamps: Annotated[str, _LAMPS]
    lamp_hole_mm: Annotated[float, _LAMP_HOLE]
    lamp_at: Annotated[tuple[float, float], _AT]
    switch_at: Annotated[tuple[float, float], _AT]
    sensor_at: Annotated[tuple[float, float], _AT]
    striker_at: Annotated[tuple[float, float], _AT]

    @property
    def tile_mm(self) -> float:
        """A tile's side to the thousandth, because 33.333 - 5.333 is not quite 28."""
        return round(self.pitch_mm - self.apart_mm, 3)


class Buttons(NamedTuple):
    seat_hole_mm: Annotated[float, _HOLE]
    control_hole_mm: Annotated[float, _HOLE]
    control_pitch_mm: Annotated[float, number(1, 500)]
    key_hole_mm: Annotated[float, _HOLE]
    lamp_hole_mm: Annotated[float, _LAMP_HOLE]
    lamp_mm: Annotated[float, _SMALL]
    body_mm: Annotated[float, _SMALL]
    deep_mm: Annotated[float, _SMALL]
    key_deep_mm: Annotated[float, _SMALL]
    card_mm: Annotated[tuple[float, float], _BED]


class Sensor(NamedTuple):
    part: Annotated[str, LINE]
    operate_least_mt: Annotated[float, _SMALL]
    operate_most_mt: Annotated[float, _SMALL]
    release_least_mt: Annotated[float, _SMALL]
    rate_hz: Annotated[int, whole(1, 100_000)]
    high_mm: Annotated[float, _SMALL]
    die_mm: Annotated[float, _SMALL]
    margin: Annotated[float, number(1, 20)]


class Piece(NamedTuple):
    foot_mm: Annotated[float, _SMALL]
    wall_mm: Annotated[float, _SMALL]
    magnet_mm: Annotated[tuple[float, float], _DISC]
    grade: Annotated[str, _GRADE]
    off_mm: Annotated[float, _SMALL]
    weight_g: Annotated[float, number(0.1, 1000)]
    friction: Annotated[float, number(0.05, 2)]
    stack_mm: Annotated[float, _SMALL]

    @property
    def magnet(self) -> Disc:
        return Disc(*self.magnet_mm, self.grade)

    @property
    def holds_n(self) -> float:
        """The push that makes the piece slide."""
        return self.friction * self.weight_n

    @property
    def weight_n(self) -> float:
        return self.weight_g * 9.81e-3


class Puck(NamedTuple):
    magnet_mm: Annotated[tuple[float, float], _DISC]
    grade: Annotated[str, _GRADE]
    off_mm: Annotated[float, _SMALL]
    clear_mm: Annotated[float, _SMALL]
    arm_mm: Annotated[float, number(5, 100)]
    arm_thick_mm: Annotated[float, number(1, 20)]
    axis_mm: Annotated[float, number(0, 300)]
    body_above_mm: Annotated[float, _SMALL]
    lift_mm: Annotated[float, _SMALL]
    handle_mm: Annotated[float, number(3, 20)]
    plunger_mm: Annotated[float, number(3, 20)]
    plunger_g: Annotated[float, number(0.5, 50)]
    edge_deg: Annotated[float, number(5, 60)]
    spring_n_mm: Annotated[float, number(0.01, 10)]
    preload_mm: Annotated[float, _SMALL]
    spring_mm: Annotated[float, _SMALL]
    solid_mm: Annotated[float, _SMALL]

    @property
    def magnet(self) -> Disc:
        return Disc(*self.magnet_mm, self.grade)


class Servo(NamedTuple):
    long_mm: Annotated[float, _SMALL]
    axis_mm: Annotated[float, _SMALL]
    ears_mm: Annotated[float, _SMALL]
    screws_mm: Annotated[float, _SMALL]
    back_mm: Annotated[float, _SMALL]
    arm_mm: Annotated[float, _SMALL]
    stall_mnm: Annotated[float, number(1, 10_000)]
    free_deg_s: Annotated[float, number(1, 5000)]
    limp_mnm: Annotated[float, number(0, 10_000)]


class Printer(NamedTuple):
    bed_mm: Annotated[tuple[float, float], _BED]
    high_mm: Annotated[float, number(20, 2000)]
    wall_mm: Annotated[float, number(1, 10)]
    skin_mm: Annotated[float, number(0, 10)]
    play_mm: Annotated[float, number(0, 2)]


class Sizes(NamedTuple):
    """All sizes, named after the map's sections."""

    table: Table
    layers: Layers
    lanes: Lanes
    tiles: Tiles
    buttons: Buttons
    sensor: Sensor
    tile_sensor: Sensor
    piece: Piece
    puck: Puck
    servo: Servo
    printer: Printer


def load(sheet: Sheet) -> Sizes:
    """Read the sizes; raises SheetError: `PATH:LINE: what is wrong; what to do`."""
    mark1 = Path(find())
    usual = None if Path(sheet.path) == mark1 else load(Sheet(mark1, "the board map"))

    def read(section: str, shape: type[Shape]) -> Shape:
        base: Shape | None = getattr(usual, section, None)
        found = sheet.one(section, shape, base)
        if found is None:
            raise sheet.error((), f"the board map has no [{section}]; add one")
        return found

    return Sizes(*(read(name, shape) for name, shape in Sizes.__annotations__.items()))
