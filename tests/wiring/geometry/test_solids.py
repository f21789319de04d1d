"""Parts to print: they hold what they should, and nothing is in the arm's way.

None of it needs a CAD program; `make cad-test` measures the files.
"""

from collections.abc import Iterator
from itertools import product
from math import cos, radians, sin
from pathlib import Path

import pytest

import wiring
from tests.wiring.geometry.test_geometry import changed
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz, mirrored
from wiring.geometry.solids import ear_screws, hub_mm, reach, struck
from wiring.geometry.striker import stroke
from wiring.geometry.table import Geometry, load

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}


@pytest.fixture(scope="module")
def mark_1() -> Geometry:
    return load(MAPS["mark1"])


def part(table: Geometry, name: str) -> Solid:
    return next(solid for solid in table.solids if solid.name == name)


# Bodies


def test_what_is_done_last_at_a_point_decides() -> None:
    plate = Step(Block(Xyz(0, 0, 0), Xyz(10, 10, 2)))
    hole = Step(Rod(Xyz(5, 5, 0), "z", 2, 4), cut=True)
    pin = Step(Rod(Xyz(5, 5, 0), "z", 8, 2))
    solid = Solid("x", "x", (plate, hole, pin))
    assert solid.contains(Xyz(1, 1, 1))
    assert not solid.contains(Xyz(6.5, 5, 1))
    assert solid.contains(Xyz(5.5, 5, 7))
    assert not solid.contains(Xyz(5.5, 5, 9))
    assert solid.edges == (Xyz(0, 0, 0), Xyz(10, 10, 8))
    assert solid.printed_mm == (10, 10, 8)
    assert solid._replace(up="y").printed_mm == (10, 8, 10)


@pytest.mark.parametrize("along", ["x", "y", "z"])
def test_a_mirrored_part_has_every_point_on_the_other_side(along: str) -> None:
    block = Step(Block(Xyz(1, 2, 3), Xyz(5, 4, 9)))
    rods = [Step(Rod(Xyz(3, 3, 5), axis, 7, 1)) for axis in ("x", "y", "z")]
    solid = Solid("x", "x", (block, *rods), up="y")
    other = mirrored(solid, along)
    for at in map(Xyz._make, product((1.2, 4.1, 7.7), (2.1, 3.3, 8.5), (3.4, 5.2, 11))):
        there = at._replace(**{along: -getattr(at, along)})
        assert other.contains(there) == solid.contains(at), at
    assert other.up == ("-y" if along == "y" else "y")
    assert mirrored(other, along) == solid


# What the parts are for


@pytest.mark.parametrize(
    ("name", "parts"),
    [("mark1", ["puck", "bracket", "arm", "tile"]), ("grid-only", ["tile"])],
)
def test_a_table_has_the_parts_that_it_has_a_use_for(
    name: str, parts: list[str]
) -> None:
    assert [solid.name for solid in load(MAPS[name]).solids] == parts
    assert load(MAPS["mini"]).solids == ()


def test_the_magnet_is_under_the_sensor_when_the_slot_is_above_the_arm(
    mark_1: Geometry,
) -> None:
    assert mark_1.board.eliminator
    tiles, at = mark_1.sizes.tiles, reach(mark_1.board.eliminator, mark_1.sizes)
    # From the axis to the slot's middle, and from there as the map says.
    axis = tiles.striker_at[0] - at.slot
    assert axis + at.magnet[0] == pytest.approx(tiles.sensor_at[0])
    assert tiles.striker_at[1] + at.magnet[1] == pytest.approx(tiles.sensor_at[1])
    puck, (x, y) = part(mark_1, "puck"), at.magnet
    face = mark_1.sizes.layers.space_mm - mark_1.sizes.puck.clear_mm
    thick = mark_1.sizes.puck.magnet.thickness_mm
    assert puck.edges[1].z == face
    assert not puck.contains(Xyz(x, y, face - thick / 2))
    assert not puck.contains(Xyz(x + 2.9, y, face - thick / 2))
    assert puck.contains(Xyz(x + 3.5, y, face - thick / 2))
    assert puck.contains(Xyz(x, y, face - thick - 0.1))


def test_the_servo_fits_through_the_bracket_and_its_ears_do_not(
    mark_1: Geometry,
) -> None:
    sizes, bracket = mark_1.sizes, part(mark_1, "bracket")
    servo, axis, above = sizes.servo, sizes.puck.axis_mm, sizes.puck.body_above_mm
    inside = servo.arm_mm + 1
    for x in (-servo.axis_mm, servo.long_mm - servo.axis_mm):
        for z in (axis - above, axis, axis + above - 0.1):
            assert not bracket.contains(Xyz(x, inside, z))
    left, right = ear_screws(sizes)
    assert right - left == pytest.approx(28)
    for x in (left, right):
        assert not bracket.contains(Xyz(x, inside, axis))  # its hole
        assert bracket.contains(Xyz(x, inside, axis - 2))
    assert bracket.edges[1].z + sizes.puck.clear_mm <= sizes.layers.space_mm


def test_bracket_and_puck_are_screwed_together_where_both_have_holes(
    mark_1: Geometry,
) -> None:
    puck, bracket = part(mark_1, "puck"), part(mark_1, "bracket")
    holes = [
        (step.body.start.x, step.body.start.y)
        for step in puck.steps
        if step.cut and isinstance(step.body, Rod) and step.body.start.z == 0
    ]
    assert len(holes) == 2
    plate = mark_1.sizes.printer.wall_mm
    for x, y in holes:
        assert not bracket.contains(Xyz(x, y, plate + 1))
        assert bracket.contains(Xyz(x + 3, y, plate + 1))
    assert bracket.edges[0].z == plate  # it stands on the puck


def arm_at(table: Geometry, angle: float) -> Iterator[Xyz]:
    """Yield points all over the arm's surface at this angle."""
    solid, turn = part(table, "arm"), radians(angle)
    low, high = solid.edges
    steps = [
        [a + (b - a) * n / 8 for n in range(9)] for a, b in zip(low, high, strict=True)
    ]
    for x, y, z in product(*steps):
        if solid.contains(Xyz(x, y, z)):
            yield Xyz(
                x * cos(turn) - z * sin(turn),
                y,
                x * sin(turn) + z * cos(turn) + table.sizes.puck.axis_mm,
            )


def test_the_arm_touches_neither_puck_nor_bracket_nor_carrier_on_its_way(
    mark_1: Geometry,
) -> None:
    row = mark_1.board.eliminator
    assert row
    parts = [part(mark_1, "puck"), part(mark_1, "bracket")]
    moves, slot = stroke(row, mark_1.sizes), reach(row, mark_1.sizes).slot
    long = (moves.far_mm - moves.near_mm) / 2
    layers = mark_1.sizes.layers
    top = layers.space_mm + layers.carrier_mm
    for angle in range(int(row.rest_deg), int(row.strike_deg) + 1, 5):
        for at in arm_at(mark_1, angle):
            assert not any(solid.contains(at) for solid in parts), (angle, at)
            if layers.space_mm <= at.z <= top:
                # The slot is wider than this by the puck's play on each side.
                assert abs(at.x - slot) <= long, (angle, at)


def test_the_arms_tip_ends_where_the_stroke_is_worked_out(mark_1: Geometry) -> None:
    row = mark_1.board.eliminator
    assert row
    moves, arm_mm = stroke(row, mark_1.sizes), mark_1.sizes.puck.arm_mm
    half = mark_1.sizes.puck.arm_thick_mm / 2
    for angle, high in (
        (row.rest_deg, moves.rest_mm),
        (row.strike_deg, moves.strike_mm),
    ):
        # The end is round: its highest point is above the middle of the round.
        highest = arm_mm * cos(radians(angle)), arm_mm * sin(radians(angle)) + half
        # At rest the arm goes up from there to its axis.
        for above, is_arm in ((-0.01, True), (0.01, angle < 0)):
            x, z = highest[0], highest[1] + above
            back = radians(-angle)
            level = x * cos(back) - z * sin(back), x * sin(back) + z * cos(back)
            at = Xyz(level[0], 0, level[1])
            assert part(mark_1, "arm").contains(at) == is_arm
        assert highest[1] + mark_1.sizes.puck.axis_mm == pytest.approx(high)
    hub = hub_mm(mark_1.sizes) / 2
    assert hub <= mark_1.sizes.puck.body_above_mm


def test_a_tile_is_solid_where_switch_and_striker_touch_it_and_thin_over_its_lamp(
    mark_1: Geometry,
) -> None:
    tile, tiles, row = part(mark_1, "tile"), mark_1.sizes.tiles, mark_1.board.eliminator
    assert row
    (left, far), (right, near) = struck(row, mark_1.sizes)
    touched = [tiles.switch_at, (left, far), (right, near), (right, far), (left, near)]
    for x, y in touched:
        assert tile.contains(Xyz(x, y, 0.1)), (x, y)
    lamp = Xyz(*tiles.lamp_at, 0.1)
    assert not tile.contains(lamp)
    assert tile.contains(lamp._replace(z=tiles.thick_mm - 0.1))
    assert tile.printed_mm == (64, 64, 3)


def test_the_arm_points_to_the_side_where_the_sensor_is(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        ("sensor_at = [27, -18]", "sensor_at = [-27, -18]"),
        ("striker_at = [-4, -16]", "striker_at = [4, -16]"),
    )
    ours, theirs = load(MAPS["mark1"]), load(path)
    for one, other in zip(ours.solids[:3], theirs.solids[:3], strict=True):
        assert other == mirrored(one, "x")


# What cannot be built
