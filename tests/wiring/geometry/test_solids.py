"""Parts to print: they fit what they hold, and nothing is in the arm's way.

None of it needs a CAD program; `make cad-test` measures the files.
"""

from collections.abc import Iterator
from itertools import product
from math import cos, floor, radians, sin

import pytest

from tests.wiring import MAPS, load
from wiring.geometry.bodies import Block, Rod, Solid, Step, Xyz, mirrored
from wiring.geometry.plunger import axis_x
from wiring.geometry.puck import ear_screws, magnet_at, struck_span
from wiring.geometry.striker import PLATE_MM, angles, stroke, tip_mm
from wiring.geometry.table import Geometry


@pytest.fixture(scope="module")
def mark_1() -> Geometry:
    return load(MAPS["mark1"])


def part(table: Geometry, name: str) -> Solid:
    return next(solid for solid in table.solids if solid.name == name)


# Bodies


def test_the_last_step_at_a_point_decides() -> None:
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
    [
        (
            "mark1",
            "puck bracket tower plunger hook cup arm tile figure anchor",
        ),
        ("grid-only", "tile"),
        ("mini", ""),
    ],
)
def test_a_table_has_the_parts_that_it_has_a_use_for(name: str, parts: str) -> None:
    assert [solid.name for solid in load(MAPS[name]).solids] == parts.split()


def test_the_magnet_is_under_the_sensor_when_the_plunger_is_under_its_hole(
    mark_1: Geometry,
) -> None:
    tiles, (x, y) = mark_1.sizes.tiles, magnet_at(mark_1.sizes)
    assert (tiles.striker_at[0] + x, tiles.striker_at[1] + y) == tuple(tiles.sensor_at)
    puck, face = part(mark_1, "puck"), tip_mm(mark_1.sizes)
    thick = mark_1.sizes.puck.magnet.thickness_mm
    assert puck.edges[1].z == face
    assert not puck.contains(Xyz(x, y, face - thick / 2))
    assert puck.contains(Xyz(x + 3.5, y, face - thick / 2))
    assert puck.contains(Xyz(x, y, face - thick - 0.1))


def test_the_servo_fits_through_the_bracket_and_its_ears_do_not(
    mark_1: Geometry,
) -> None:
    sizes, bracket = mark_1.sizes, part(mark_1, "bracket")
    servo, high, above = sizes.servo, sizes.puck.axis_mm, sizes.puck.body_above_mm
    inside, axis = servo.arm_mm + 1, axis_x(sizes)
    for x in (axis - servo.axis_mm, axis + servo.long_mm - servo.axis_mm):
        for z in (high - above, high, high + above - 0.1):
            assert not bracket.contains(Xyz(x, inside, z))
    for x in ear_screws(sizes):
        assert not bracket.contains(Xyz(x, inside, high))  # its hole
        assert bracket.contains(Xyz(x, inside, high - 2))


@pytest.mark.parametrize("name", ["bracket", "tower"])
def test_parts_screwed_onto_the_puck_have_holes_where_the_puck_has(
    mark_1: Geometry, name: str
) -> None:
    puck, other = part(mark_1, "puck"), part(mark_1, name)
    plate = mark_1.sizes.printer.wall_mm
    found = [
        step.body.start
        for step in other.steps
        if step.cut
        and isinstance(step.body, Rod)
        and step.body.diameter < 4
        and step.body.along == "z"
    ]
    assert len(found) == 2
    for at in found:
        assert not puck.contains(at._replace(z=plate / 2))
        assert puck.contains(at._replace(x=at.x + 3, z=plate / 2))
        assert not other.contains(at._replace(z=plate + 1))
        assert other.contains(at._replace(x=at.x + 3, z=plate + 1))


def inside(solid: Solid) -> list[Xyz]:
    """Return points all over a part."""
    low, high = solid.edges
    axes = [
        [a + (b - a) * n / 14 for n in range(15)]
        for a, b in zip(low, high, strict=True)
    ]
    return [Xyz(*at) for at in product(*axes) if solid.contains(Xyz(*at))]


def turned(at: Xyz, angle: float, table: Geometry) -> Xyz:
    """Return where a point of the arm is at this angle above level."""
    turn = radians(angle)
    return Xyz(
        at.x * cos(turn) - at.z * sin(turn) + axis_x(table.sizes),
        at.y,
        at.x * sin(turn) + at.z * cos(turn) + table.sizes.puck.axis_mm,
    )


def test_the_arm_touches_nothing_but_the_tooth_on_its_way(mark_1: Geometry) -> None:
    row, sizes = mark_1.board.eliminator, mark_1.sizes
    assert row
    rest, strike = angles(row)
    fixed = [part(mark_1, name) for name in ("puck", "bracket", "tower")]
    plunger, arm = part(mark_1, "hook"), inside(part(mark_1, "arm"))
    for angle in range(int(strike), int(rest) + 1, 5):
        # Pulled along while the arm is below level and before its edge.
        is_pulled = -sizes.puck.edge_deg < angle < 0
        down = -sizes.puck.arm_mm * sin(radians(angle)) if is_pulled else 0.0
        is_past = angle <= -sizes.puck.edge_deg
        for at in (turned(point, angle, mark_1) for point in arm):
            assert not any(solid.contains(at) for solid in fixed), (angle, at)
            is_in = plunger.contains(at._replace(z=at.z + down + 0.05))
            assert is_past or not is_in, (angle, at)


def test_a_level_arm_lies_on_the_tooth_and_leaves_it_at_the_edge(
    mark_1: Geometry,
) -> None:
    sizes, plunger = mark_1.sizes, part(mark_1, "hook")
    puck, axis = sizes.puck, axis_x(sizes)
    for angle, is_on in (
        (0, True),
        (puck.edge_deg - 1, True),
        (puck.edge_deg + 1, False),
    ):
        # The lowest point of the round tip, from the tooth's top.
        x = axis + puck.arm_mm * cos(radians(angle))
        assert plunger.contains(Xyz(x, 0, stroke(sizes).tooth_mm - 0.05)) == is_on, (
            angle
        )


def on_its_way(solid: Solid, along: str) -> Iterator[Xyz]:
    """Yield where a part's points come along on 80 mm of way, each half millimetre."""
    columns: dict[Xyz, set[int]] = {}
    for at in inside(solid):
        half = floor(2 * getattr(at, along))
        column = columns.setdefault(at._replace(**{along: 0.0}), set())
        column.update(range(half - 160, half + 1))
    for at, halves in columns.items():
        yield from (at._replace(**{along: half / 2}) for half in halves)


def test_the_plunger_can_be_put_into_its_tower(mark_1: Geometry) -> None:
    tower, plunger, cup = (part(mark_1, n) for n in ("tower", "plunger", "cup"))
    hook = part(mark_1, "hook")
    # The hook comes from the left, then the others from below.
    assert not any(map(tower.contains, on_its_way(hook, "x")))
    for at in on_its_way(plunger, "z"):
        assert not tower.contains(at), at
        assert not hook.contains(at), at
    assert not any(map(tower.contains, on_its_way(cup, "z")))
    # The step carries the hook when the spring throws both.
    low = stroke(mark_1.sizes).flange_mm - PLATE_MM
    assert hook.contains(Xyz(3.5, 0, low + 0.1))
    assert plunger.contains(Xyz(3.5, 0, low - 0.1))


def test_the_plunger_is_free_in_its_tower_until_the_bridge_stops_its_flange(
    mark_1: Geometry,
) -> None:
    sizes = mark_1.sizes
    tower, plunger, cup = (part(mark_1, n) for n in ("tower", "plunger", "cup"))
    hook = part(mark_1, "hook")
    moves, layers = stroke(sizes), sizes.layers
    points = [*inside(plunger), *inside(hook)]
    for up in (-moves.pulled_mm, 0.0, moves.flight_mm - 0.01):
        assert not any(tower.contains(p._replace(z=p.z + up)) for p in points), up
        assert all(p.z + up > sizes.printer.wall_mm for p in points)
    flange = Xyz(-6, 0, stroke(sizes).flange_mm - 0.05)
    assert hook.contains(flange)
    assert tower.contains(flange._replace(z=flange.z + moves.flight_mm + 0.1))
    tile = layers.space_mm + layers.carrier_mm + sizes.tiles.switch_mm
    assert plunger.edges[1].z + moves.flight_mm == tile + sizes.puck.lift_mm
    # The spring holds the cup at the tower's shoulder.
    assert tower.contains(Xyz(5, 0, cup.edges[1].z + 0.1))


def test_a_tile_is_solid_where_switch_and_plunger_touch_it_and_thin_over_its_lamp(
    mark_1: Geometry,
) -> None:
    tile, tiles = part(mark_1, "tile"), mark_1.sizes.tiles
    (x, y), wide = struck_span(mark_1.sizes)
    half = wide / 2 - 0.1
    for at in (tiles.switch_at, (x, y), (x + half, y), (x, y - half)):
        assert tile.contains(Xyz(*at, 0.1)), at
    lamp = Xyz(*tiles.lamp_at, 0.1)
    assert not tile.contains(lamp)
    assert tile.contains(lamp._replace(z=tiles.thick_mm - 0.1))


@pytest.mark.parametrize("name", ["figure", "anchor"])
def test_the_magnet_of_a_piece_is_enclosed(mark_1: Geometry, name: str) -> None:
    foot, piece = part(mark_1, name), mark_1.sizes.piece
    assert not foot.contains(Xyz(0, 0, piece.wall_mm + 1))
    assert foot.contains(Xyz(0, 0, piece.wall_mm - 0.1))
    assert foot.contains(Xyz(0, 0, piece.wall_mm + piece.magnet.thickness_mm + 0.5))
    assert foot.contains(Xyz(piece.magnet.diameter_mm / 2 + 0.5, 0, piece.wall_mm + 1))
    assert foot.printed_mm[0] < mark_1.sizes.lanes.pitch_mm
