"""Positions in millimetres, and refusals of tables that cannot be built."""

from math import cos, radians, sin
from pathlib import Path

import pytest

from controller.basics.locate import Where, find_line
from controller.basics.sheet import SheetError
from tests.wiring import MAPS, papers
from wiring import boardmap
from wiring.amend import Value, amended
from wiring.geometry.clearance import bend_mm, span_mm
from wiring.geometry.features import SCREW, SHORT_SCREW
from wiring.geometry.puck import swept_areas
from wiring.geometry.sensing import own_field_mt, piece_gap_mm
from wiring.geometry.shapes import Point, edges
from wiring.geometry.striker import hole_mm, puck_reach_mm, stroke
from wiring.geometry.table import Geometry, load

MARK_1 = MAPS["mark1"].read_text()


@pytest.fixture(scope="module")
def mark_1() -> Geometry:
    return load(MAPS["mark1"])


def place(where: str) -> Where:
    return tuple(where.split("."))


def changed(folder: Path, changes: dict[str, Value]) -> Path:
    """Write mark 1's map with other values, by section and key."""
    path = folder / "own.toml"
    path.write_text(amended(MARK_1, {place(k): value for k, value in changes.items()}))
    return path


# Places


@pytest.mark.parametrize("name", MAPS)
def test_every_lamp_sensor_and_button_of_the_map_has_its_place(name: str) -> None:
    table = load(MAPS[name])
    places, board = table.layout.places, table.board
    assert {p for p, place in places.items() if place.lamp} == set(board.pixels)
    sensed = {(s.kind, s.place) for b in board.boards for s in b.sensors if s}
    assert sensed == {
        (kind, name)
        for name, place in places.items()
        for kind, point in (("hall", place.hall), ("switch", place.switch))
        if point
    }
    hands = {p for p, place in places.items() if place.button}
    buttons = {b.control for b in board.buttons}
    assert hands == buttons | ({"arm", "fire"} if board.eliminator else set())
    readers = {r for b in board.boards for r in b.readers}
    assert set(table.layout.readers) == readers


def test_mark_1_is_as_large_as_its_pitches_and_its_rim_make_it(
    mark_1: Geometry,
) -> None:
    # 30 steps of 16.667 mm and a lane's width at the ends; 80 mm of rim on each side.
    assert mark_1.layout.width == pytest.approx(30 * 16.667 + 40 + 160)
    # 4 lanes, 14 mm, 5 rows of tiles.
    assert mark_1.layout.height == pytest.approx(4 * 40 + 14 + 5 * 70 + 160)


def test_places_are_a_pitch_apart_and_pieces_stand_before_their_lamps(
    mark_1: Geometry,
) -> None:
    places = mark_1.layout.places
    here, next_one = places["depth:2:14"], places["depth:2:15"]
    below, right = places["depth:3:14"], places["tile:1,4"]
    assert here.lamp
    assert next_one.lamp
    assert here.hall
    assert below.lamp
    assert next_one.lamp.x - here.lamp.x == pytest.approx(16.667)
    assert below.lamp.y - here.lamp.y == pytest.approx(40)
    assert here.hall == (here.lamp.x, here.lamp.y + 18)
    tile = places["tile:0,3"]
    assert right.tile
    assert tile.tile
    assert (right.tile.x - tile.tile.x, right.tile.y - tile.tile.y) == (70, 70)


def test_seats_go_clockwise_from_the_near_left_corner(mark_1: Geometry) -> None:
    seats = [mark_1.layout.places[f"seat:{n}"].button for n in range(6)]
    width, height = mark_1.layout.width, mark_1.layout.height
    sides = [
        (point.x < width / 3, point.y > height * 2 / 3)
        for point in seats
        if point is not None
    ]
    assert sides[0] == (True, True)
    assert sides[1] == (True, False)
    assert sides[2][1] is False
    assert seats[3]
    assert seats[5]
    assert seats[0]
    assert seats[3].x > width / 2 > seats[0].x
    assert seats[5].y == seats[0].y


def test_what_a_map_leaves_out_is_as_on_mark_1(mark_1: Geometry) -> None:
    own, usual = load(MAPS["grid-only"]).sizes, mark_1.sizes
    assert own.layers == usual.layers._replace(space_mm=30)
    assert own._replace(layers=usual.layers) == usual


def test_a_map_without_any_sizes_is_measured_like_mark_1(
    tmp_path: Path, mark_1: Geometry
) -> None:
    path = tmp_path / "older.toml"
    path.write_text(MARK_1[: MARK_1.index("[table]")])
    assert load(path).layout == mark_1.layout


def test_the_game_is_played_without_looking_at_the_sizes(tmp_path: Path) -> None:
    path = changed(tmp_path, {"table.rim_mm": 0})
    assert boardmap.load(path).pixels == boardmap.load().pixels


# What cannot be built


@pytest.mark.parametrize(
    # Without a place, the line is that of the first change.
    ("changes", "where", "words"),
    [
        ({"table.bed_mm": [600]}, "", "two numbers"),
        ({"layers.top_mm": 0}, "", "layers.top_mm must be"),
        ({"piece.stack_mm": 4.2}, "", "pulled by the pirate on it with 1215 mN"),
        (
            {"tiles.apart_mm": 0},
            "",
            "tile:0,0 and tile:0,1 overlap by 1.0 mm in the top; change tiles.apart_mm",
        ),
        (
            {"lanes.lamp_hole_mm": 15},
            "lanes.pitch_mm",
            "depth:0:0's lamp and depth:0:1's lamp leave 1.7 mm in the top",
        ),
        (
            {"lanes.aside_mm": 5},
            "lanes.pitch_mm",
            "lane 0's strip and depth:0:0's Hall sensor overlap by 1.6 mm between",
        ),
        ({"table.rim_mm": 32}, "", "seat 0's button is 1.0 mm from the table's edge"),
        ({"lanes.pitch_mm": 17}, "", "depth:0:2's lamp lies 0.7 mm beside its hole"),
        (
            {"table.bed_mm": [300, 200]},
            "",
            "the top is 700 × 684 mm, larger than the bed",
        ),
        ({"layers.gap_mm": 1.8}, "", "the strip is 2 mm high"),
        ({"piece.foot_mm": 17}, "", "overlap: piece.foot_mm"),
        ({"piece.foot_mm": 4}, "", "the magnet of 5 mm does"),
        ({"buttons.deep_mm": 80}, "", "a button reaches 80 mm"),
        ({"buttons.key_deep_mm": 70}, "", "the key reaches 70 mm below the top"),
        (
            {"sensor.operate_least_mt": 20},
            "",
            "cannot open at 0.5 mT and close at 20 to 4.8 mT",
        ),
        ({"table.kerf_mm": 4}, "", "tile:0,0's switch is 1.9 mm wide"),
        ({"puck.clear_mm": 1}, "layers.carrier_mm", "bends the carrier"),
        # Magnets
        (
            {"piece.magnet_mm": [5, 1]},
            "",
            "but needs 1.5 times its operate point of 4.8 mT",
        ),
        (
            {"piece.magnet_mm": [14, 8], "piece.weight_g": 999, "piece.friction": 2},
            "lanes.pitch_mm",
            "may close its Hall sensor",
        ),
        ({"puck.magnet_mm": [3, 1]}, "", "but a hand may put it 1 mm off"),
        (
            {"piece.magnet_mm": [8, 3]},
            "",
            "push each other away with 119 mN, but friction holds 9 mN",
        ),
        # The stroke
        ({"puck.spring_n_mm": 0.05}, "", "0.8 m/s only"),
        ({"puck.spring_n_mm": 2}, "", "holds 0.12 J"),
        ({"puck.spring_n_mm": 0.6}, "puck.arm_mm", "needs 92 mN·m"),
        ({"puck.preload_mm": 3}, "", "it could stay cocked"),
        ({"puck.spring_mm": 11}, "", "coils touch at 5.4 mm"),
        (
            {"eliminator.strike_deg": 30.0},
            "",
            "must begin 5° above level and end 32° below",
        ),
        (
            {"eliminator.speed_deg_s": 400},
            "",
            "the servo cannot do 400 degrees a second against the spring, only 227",
        ),
        ({"layers.space_mm": 47}, "puck.axis_mm", "strained by 3.1%"),
        ({"puck.axis_mm": 11}, "", "reach from 1.8 to 19.2"),
        # Parts to print
        ({"tiles.sensor_at": [-14, 8]}, "", "is in the way of the"),
        (
            {"printer.bed_mm": [60, 180]},
            "",
            "the tile is 64.0 × 64.0 × 3.0 mm, larger than the printer",
        ),
        ({"servo.screws_mm": 20}, "", "servo.screws_mm is 20, but must be between"),
        ({"servo.arm_mm": 2}, "", "would rub on the bra"),
        (
            {"servo.back_mm": 100, "servo.arm_mm": 60},
            "table.rim_mm",
            "a peg of the puck at tile:4,0 is -29.8 mm from",
        ),
    ],
)
def test_what_nobody_could_build_is_refused_with_its_line(
    tmp_path: Path, changes: dict[str, Value], where: str, words: str
) -> None:
    path = changed(tmp_path, changes)
    line = find_line(path.read_text(), place(where or next(iter(changes))))
    with pytest.raises(SheetError) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}:{line}: ")
    assert words in str(refused.value)


def test_pixels_that_are_cut_off_fit_any_pitch(tmp_path: Path) -> None:
    wider = load(changed(tmp_path, {"lanes.pitch_mm": 18.2, "lanes.lamps": "cut"}))
    assert wider.layout.width == pytest.approx(30 * 18.2 + 40 + 160)


def test_a_table_too_narrow_for_screws_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = MAPS["mini"].read_text().replace("rim_mm = 16", "screw_mm = 8\nrim_mm = 6")
    path.write_text(text)
    with pytest.raises(SheetError, match="the edge has room for 2 screws"):
        load(path)


def test_buttons_of_mini_do_not_stand_on_the_desk(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = MAPS["mini"].read_text().replace("space_mm = 20", "space_mm = 0")
    path.write_text(text)
    with pytest.raises(SheetError, match="a button reaches 22 mm below the top"):
        load(path)


# Screws, and what slides between them


def screws(table: Geometry, owner: str, layer: str = "carrier") -> list[Point]:
    return [f.shape.centre for f in table.cuts(layer) if f.owner == owner]


def test_no_spacer_stands_in_the_way_of_the_puck_or_its_handle(
    mark_1: Geometry,
) -> None:
    slides = swept_areas(mark_1.board, mark_1.sizes, mark_1.layout)
    assert slides
    for at in screws(mark_1, SCREW):
        assert slides.free_spacer(at, 3), at
    # The one in the middle of the front edge joins top and carrier alone.
    (short,) = screws(mark_1, SHORT_SCREW)
    assert not slides.free_spacer(short, 3)
    assert screws(mark_1, SHORT_SCREW, "floor") == []
    # Under the outermost tiles too, the handle comes out between the seats' buttons.
    assert slides.handle.width == pytest.approx(4 * 70 + 6)


def test_the_carrier_is_held_around_the_tiles_and_does_not_meet_the_puck(
    mark_1: Geometry,
) -> None:
    span = span_mm(mark_1.layout, mark_1.features)
    assert span < 450
    assert bend_mm(mark_1.sizes, span) < 0.7 * mark_1.sizes.puck.clear_mm
    # A plate of 400 mm, 4 mm of 8000 N/mm²: 20 N and 30 N/m², by a calculator.
    assert bend_mm(mark_1.sizes, 400) == pytest.approx(0.792 + 0.067, abs=0.002)
    grid = mark_1.layout.fields["grid"]
    assert any(
        s.left <= edges(grid)[0] and s.right >= edges(grid)[2]
        for s in mark_1.sheets["carrier"]
        if s.top <= edges(grid)[1] and s.bottom >= edges(grid)[3]
    )
    at_the_edge = tuple(
        f
        for f in mark_1.features
        if f.owner != SCREW or min(*f.shape.centre, 690 - f.shape.centre.x) < 10
    )
    assert bend_mm(mark_1.sizes, span_mm(mark_1.layout, at_the_edge)) > 1


def test_the_speaker_sounds_through_holes_where_nothing_else_is(
    tmp_path: Path, mark_1: Geometry
) -> None:
    holes = screws(mark_1, "the speaker", "top")
    assert len(holes) == 7
    assert all(hole.y < mark_1.sizes.table.rim_mm for hole in holes)
    silent = load(changed(tmp_path, {"speaker.driver": "usb"}))
    assert screws(silent, "the speaker", "top") == []


# Magnets


def test_a_piece_is_felt_through_foot_overlay_top_and_air(mark_1: Geometry) -> None:
    # 0.8 + 0.3 + 3 mm, then 5 − 1.6 mm of air, then 0.5 mm into the sensor.
    assert piece_gap_mm(mark_1.sizes) == pytest.approx(8.0)
    assert own_field_mt(mark_1.sizes) > 1.5 * 4.8


# The stroke


def test_the_stroke_is_that_of_a_spring_on_an_arm(mark_1: Geometry) -> None:
    moves = stroke(mark_1.sizes)
    # 14 mm · sin 27°; 0.45 N/mm · 6 mm and 12.356 mm; their mean over the way.
    assert moves.pulled_mm == pytest.approx(6.356, abs=0.001)
    assert (moves.rest_n, moves.edge_n) == pytest.approx((2.7, 5.56), abs=0.001)
    assert moves.energy_j == pytest.approx(0.02625, abs=1e-5)
    # Seven tenths of it in 5 g, which then rise by 2 + 4 + 5 mm.
    assert moves.speed_m_s == pytest.approx(
        (2 * (0.018375 - 0.00054) / 0.005) ** 0.5, 1e-3
    )
    assert moves.torque_mnm == pytest.approx(5.56 * 14 * cos(radians(27)), abs=0.01)


def test_at_every_angle_before_the_edge_the_spring_turns_the_arm_home(
    mark_1: Geometry,
) -> None:
    puck, servo = mark_1.sizes.puck, mark_1.sizes.servo
    for degrees in range(int(puck.edge_deg) + 1):
        down = puck.arm_mm * sin(radians(degrees))
        force = puck.spring_n_mm * (puck.preload_mm + down)
        assert force * puck.arm_mm * cos(radians(degrees)) > 1.5 * servo.limp_mnm


def test_the_plunger_comes_through_wherever_the_puck_may_be_felt(
    mark_1: Geometry,
) -> None:
    reach = puck_reach_mm(mark_1.sizes)
    assert hole_mm(mark_1.sizes) == 8 + 2 * reach
    holes = [f for f in mark_1.cuts("floor") if "a peg" in f.owner]
    assert len(holes) == 2 * 25


# On paper


def test_the_sizes_are_on_paper_with_their_margins() -> None:
    said = papers(MAPS["mark1"])["sizes.md"]
    for words in (
        "**700.0 × 684.0 mm**",
        "| 3 mm beside it | 7.8 mT |",
        "Margin: 7.8 / 4.8 = **1.6** (required: 1.5)",
        "| energy (at most 0.1 J) | 26 mJ |",
    ):
        assert words in said
    assert "Hall" not in papers(MAPS["mini"])["sizes.md"]
