"""Where things are in millimetres, and a sentence for all that cannot be built."""

from itertools import combinations
from math import radians, sin
from pathlib import Path

import pytest

import wiring
from controller.basics.sheet import SheetError
from wiring import boardmap
from wiring.geometry.bending import bend_mm, span_mm
from wiring.geometry.features import GAP, SCREW, SHORT_SCREW
from wiring.geometry.sensing import own_field_mt, piece_gap_mm
from wiring.geometry.shapes import Circle, Point, between
from wiring.geometry.striker import puck_reach_mm, slot_mm, stroke
from wiring.geometry.swept import swept
from wiring.geometry.table import Geometry, load
from wiring.papers.command import wire
from wiring.papers.folder import papers

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}
MARK_1 = MAPS["mark1"].read_text()


@pytest.fixture(scope="module")
def mark_1() -> Geometry:
    return load(MAPS["mark1"])


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    text = MARK_1
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "own.toml"
    path.write_text(text)
    return path


def refusal(folder: Path, *changes: tuple[str, str]) -> str:
    """Without the file's name: `LINE: what is wrong`."""
    path = changed(folder, *changes)
    with pytest.raises(SheetError) as refused:
        load(path)
    return str(refused.value).removeprefix(f"{path}:")


def line_of(key: str) -> int:
    assert MARK_1.count(f"\n{key}") == 1
    return MARK_1[: MARK_1.index(f"\n{key}")].count("\n") + 2


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


@pytest.mark.parametrize("name", MAPS)
def test_nothing_overlaps_in_any_layer(name: str) -> None:
    table = load(MAPS[name])
    for layer in (*table.sheets, GAP):
        for one, other in combinations(table.cuts(layer), 2):
            apart = between(one.shape, other.shape)
            assert apart >= (0 if layer == GAP else 2), (one.owner, other.owner)


@pytest.mark.parametrize("name", MAPS)
def test_every_sheet_fits_the_bed(name: str) -> None:
    table = load(MAPS[name])
    for sheets in table.sheets.values():
        for sheet in sheets:
            sides = sorted((sheet.width, sheet.height))
            assert sides[0] <= 400
            assert sides[1] <= 600
        area = sum(s.width * s.height for s in sheets)
        assert area == pytest.approx(table.layout.width * table.layout.height)


def test_a_pitch_moves_what_it_is_the_pitch_of_and_the_table_grows(
    tmp_path: Path, mark_1: Geometry
) -> None:
    wider = load(changed(tmp_path, ("pitch_mm = 70", "pitch_mm = 72")))
    assert wider.layout.height == mark_1.layout.height + 10
    ours, theirs = (t.layout.places["tile:4,0"].tile for t in (mark_1, wider))
    assert ours
    assert theirs
    assert theirs.x == pytest.approx(ours.x - 4)
    assert theirs.y == pytest.approx(ours.y + 9)


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
    path = changed(tmp_path, ("rim_mm = 80", "rim_mm = 0"))
    assert boardmap.load(path).pixels == boardmap.load().pixels


# What cannot be built


def test_a_value_out_of_bounds_is_refused_with_its_line(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("bed_mm = [600, 400]", "bed_mm = [600]"))
    assert said == (
        f"{line_of('bed_mm = [600')}: table.bed_mm must be [width, height], two "
        "numbers from 50 to 5000; it is a list"
    )


def test_buttons_without_any_room_are_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("control_pitch_mm = 52", "control_pitch_mm = 0"))
    assert said == (
        f"{line_of('control_pitch_mm')}: buttons.control_pitch_mm must be a number "
        "from 1 to 500; it is 0"
    )


def test_two_cuts_that_overlap_are_named_with_what_to_change(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("apart_mm = 6 ", "apart_mm = 0 "))
    assert said == (
        f"{line_of('apart_mm = 6 ')}: tile:0,0 and tile:0,1 overlap by 1.0 mm in the "
        "top; change tiles.apart_mm"
    )


def test_too_little_wood_between_two_cuts_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("lamp_hole_mm = 6        # a", "lamp_hole_mm = 15  # a"))
    assert said == (
        f"{line_of('pitch_mm = 16.667')}: depth:0:0's lamp and depth:0:1's lamp leave "
        "1.7 mm in the top, less than table.web_mm = 2; change lanes.pitch_mm"
    )


def test_a_sensor_under_the_strip_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("aside_mm = 18", "aside_mm = 5"))
    assert said.endswith(
        "lane 0's strip and depth:0:0's Hall sensor overlap by 1.6 mm between top and "
        "carrier; change lanes.lane_mm or lanes.pitch_mm"
    )


def test_a_button_that_hangs_over_the_edge_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("rim_mm = 80", "rim_mm = 32"))
    assert said == (
        f"{line_of('rim_mm')}: seat 0's button is 1.0 mm from the table's edge, less "
        "than table.web_mm = 2; raise table.rim_mm or change buttons.seat_hole_mm"
    )


def test_a_lamp_between_two_holes_is_refused_with_the_pitches_that_exist(
    tmp_path: Path,
) -> None:
    said = refusal(tmp_path, ("pitch_mm = 16.667", "pitch_mm = 17"))
    assert said == (
        f"{line_of('pitch_mm = 16.667')}: "
        "depth:0:2's lamp lies 0.7 mm beside its hole: lanes.pitch_mm is 17, but "
        "strips have their lamps every 33.333 (30 a metre), 16.667 (60 a metre), "
        "10.417 (96 a metre), 6.944 (144 a metre) mm; take one of "
        'these, or cut the strip: lanes.lamps = "cut"'
    )


def test_pixels_that_are_cut_off_fit_any_pitch(tmp_path: Path) -> None:
    wider = load(
        changed(
            tmp_path,
            ("pitch_mm = 16.667", "pitch_mm = 18.2"),
            ('lamps = "strip"', 'lamps = "cut"'),
        )
    )
    assert wider.layout.width == pytest.approx(30 * 18.2 + 40 + 160)


def test_a_sheet_that_no_seam_makes_fit_the_bed_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("bed_mm = [600, 400]", "bed_mm = [300, 200]"))
    assert said == (
        f"{line_of('bed_mm = [600')}: the top is 700 × 684 mm, larger than the bed "
        "(table.bed_mm = 300 × 200), and no seams between its cuts make it fit; take a "
        "larger bed, or have it cut elsewhere and write that bed here"
    )


def test_a_gap_that_is_lower_than_what_lies_in_it_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("gap_mm = 5", "gap_mm = 1.8"))
    assert said == (
        f"{line_of('gap_mm')}: the strip is 2 mm high, but between top and carrier "
        "there are 1.8 mm; raise layers.gap_mm"
    )


def test_feet_larger_than_the_pitch_are_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("foot_mm = 15", "foot_mm = 17"))
    assert "pieces on depth:0:0 and depth:0:1 stand in each other" in said


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        (
            "key_deep_mm = 50",
            "key_deep_mm = 60",
            "key_deep_mm",
            "the key reaches 60 mm below the top (buttons.key_deep_mm), where there "
            "are 53 mm down to the floor or what the table stands on",
        ),
        ("\ndeep_mm = 35", "\ndeep_mm = 80", "deep_mm", "a button reaches 80 mm below"),
        (
            "operate_least_mt = 5.0",
            "operate_least_mt = 20",
            "operate_least_mt",
            "cannot open at 3 mT and close at 20 to 9.5 mT",
        ),
        (
            "foot_mm = 15",
            "foot_mm = 6",
            "foot_mm",
            "the magnet of 8 mm has no room in a foot of piece.foot_mm = 6",
        ),
        (
            "kerf_mm = 0.15",
            "kerf_mm = 4",
            "kerf_mm",
            "a screw is 3.2 mm wide, and a cut table.kerf_mm = 4",
        ),
        ("top_mm = 3 ", "top_mm = 0 ", "top_mm = 3", "layers.top_mm must be"),
        ("screw_mm = 3 ", "screw_mm = 90 ", "screw_mm", "table.screw_mm must be"),
        ("clear_mm = 1 ", "clear_mm = 0.5 ", "carrier_mm", "bends the carrier by 0.7"),
    ],
)
def test_what_nobody_could_build_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, key: str, words: str
) -> None:
    said = refusal(tmp_path, (old, new))
    assert words in said
    assert said.startswith(f"{line_of(key)}: ")


def test_a_table_too_narrow_for_screws_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = MAPS["mini"].read_text().replace("rim_mm = 16", "screw_mm = 8\nrim_mm = 6")
    path.write_text(text)
    with pytest.raises(SheetError, match="there is room for 2 screws along the edge"):
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
    slides = swept(mark_1.board, mark_1.sizes, mark_1.layout)
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
    assert span < 420
    assert bend_mm(mark_1.sizes, span) < 0.7 * mark_1.sizes.puck.clear_mm
    # A plate of 400 mm, 3 mm of 8000 N/mm²: 5 N and 30 N/m², by a calculator.
    assert bend_mm(mark_1.sizes, 400) == pytest.approx(0.469 + 0.158, abs=0.002)
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
    silent = load(changed(tmp_path, ('driver = "i2s"', 'driver = "usb"')))
    assert screws(silent, "the speaker", "top") == []


# Magnets


def test_a_piece_is_felt_through_foot_overlay_top_and_air(mark_1: Geometry) -> None:
    # 0.8 + 0.3 + 3 mm, then 5 − 1.6 mm of air, then 0.5 mm into the sensor.
    assert piece_gap_mm(mark_1.sizes) == pytest.approx(8.0)
    assert own_field_mt(mark_1.sizes) > 1.5 * 9.5


def test_a_magnet_that_is_too_weak_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("magnet_mm = [8, 3]", "magnet_mm = [5, 2]"))
    assert said.startswith(
        f"{line_of('magnet_mm = [8')}: depth:0:0's Hall sensor (TI DRV5032AJ, TO-92) "
        "feels "
    )
    assert "1.5 times its operate point of 9.5 mT" in said


def test_a_sensor_that_a_neighbours_magnet_would_close_is_refused(
    tmp_path: Path,
) -> None:
    said = refusal(tmp_path, ("magnet_mm = [8, 3]", "magnet_mm = [14, 8]"))
    assert said.startswith(f"{line_of('pitch_mm = 16.667')}: depth:")
    assert (
        "'s Hall sensor would be closed by the magnets beside it, most of all by d"
        in said
    )
    assert "opens for sure only below 3 mT" in said


def test_a_puck_that_is_hard_to_find_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("magnet_mm = [6, 2]", "magnet_mm = [3, 1]"))
    assert said.startswith(
        f"{line_of('magnet_mm = [6')}: the puck's magnet (N48, 3 × 1"
    )
    assert "but a hand puts it 4 mm off" in said


def test_a_puck_that_is_felt_beside_its_tile_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("magnet_mm = [6, 2]", "magnet_mm = [15, 8]"))
    assert "closes a tile's Hall sensor a second time" in said or "overlap" in said


def test_the_striker_comes_through_wherever_the_puck_may_be_felt(
    mark_1: Geometry,
) -> None:
    row = mark_1.board.eliminator
    assert row
    along, across = slot_mm(row, mark_1.sizes)
    reach = puck_reach_mm(mark_1.sizes)
    assert across == 4 + 2 * reach
    moves = stroke(row, mark_1.sizes)
    assert along == moves.far_mm - moves.near_mm + 2 * reach


# The striker


def test_the_tip_moves_by_the_sines_of_the_maps_angles(mark_1: Geometry) -> None:
    row = mark_1.board.eliminator
    assert row
    moves = stroke(row, mark_1.sizes)
    assert moves.rest_mm == pytest.approx(37 + 30 * sin(radians(-30)) + 2)
    assert moves.strike_mm == pytest.approx(37 + 30 * sin(radians(35)) + 2)
    # Floor to carrier, the carrier, the switch on it.
    assert moves.tile_mm == 45 + 3 + 5
    assert 0 < moves.lift_mm < 4


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("rest_deg = -30.0", "rest_deg = 10.0", "rest_deg", "the puck cannot be moved"),
        ("strike_deg = 35.0", "strike_deg = 20.0", "strike_deg", "and does by -3.7"),
        ("strike_deg = 35.0", "strike_deg = 60.0", "strike_deg", "and does by 12.0"),
        (
            "axis_mm = 37",
            "axis_mm = 39",
            "axis_mm = 37",
            "the servo's body ends 45.3 mm",
        ),
    ],
)
def test_a_stroke_that_hits_or_misses_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, key: str, words: str
) -> None:
    # Slow enough to be allowed for the electronics' sake.
    said = refusal(tmp_path, (old, new), ("stroke_ms = 350", "stroke_ms = 900"))
    assert said.startswith(f"{line_of(key)}: ")
    assert words in said


def test_holes_of_lamps_are_where_the_lamps_are(mark_1: Geometry) -> None:
    holes = {
        f.owner: f.shape
        for f in mark_1.cuts("top")
        if f.owner.endswith("lamp") and isinstance(f.shape, Circle)
    }
    for name, place in mark_1.layout.places.items():
        if name.startswith("depth:"):
            assert holes[f"{name}'s lamp"].centre == place.lamp
    assert isinstance(holes["ok's lamp"].centre, Point)


# On paper


def test_the_sizes_are_on_paper_with_formula_and_margins() -> None:
    said = papers(MAPS["mark1"]).texts["sizes.md"]
    for words in (
        "**700.0 × 684.0 mm**",
        "`B = Br/2 · ((z + t)/√(r² + (z + t)²) − z/√(r² + z²))`",
        "foot 0.8 + overlay 0.3 + top 3 + air 3.4 + inside the sensor 0.5 = **8.0 mm**",
        "| 3 mm beside it | 24.2 mT |",
        "Margin: 24.2 / 9.5 = **2.5** (asked for: 1.5)",
        "It lifts the tile by **3.2 mm**",
        "not yet tried on a real table",
    ):
        assert words in said
    assert "Hall" not in papers(MAPS["mini"]).texts["sizes.md"]


def test_a_table_that_cannot_be_built_gets_no_papers(tmp_path: Path) -> None:
    path = changed(tmp_path, ("apart_mm = 6 ", "apart_mm = 0 "))
    with pytest.raises(SheetError, match="tile:0,0 and tile:0,1 overlap"):
        wire(str(path), tmp_path / "papers")
    assert not (tmp_path / "papers").exists()
