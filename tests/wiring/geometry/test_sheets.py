"""Layers larger than the machine's bed, split into sheets that fit."""

from hypothesis import given
from hypothesis import strategies as st

from wiring.geometry.shapes import Box, Circle, Point, Shape, between, edges, resized
from wiring.geometry.sheets import Sheet, split

BED = (600.0, 400.0)


def holes(*points: tuple[float, float], size: float = 20) -> list[Shape]:
    return [Circle(Point(x, y), size) for x, y in points]


def test_a_layer_that_fits_stays_whole_lying_either_way() -> None:
    assert split(600, 400, BED, [], 4) == (Sheet(0, 0, 600, 400),)
    assert split(300, 600, BED, [], 4) == (Sheet(0, 0, 300, 600),)


def test_a_layer_that_is_too_wide_is_split_into_even_sheets() -> None:
    assert split(1000, 300, BED, [], 4) == (
        Sheet(0, 0, 500, 300),
        Sheet(500, 0, 1000, 300),
    )


def test_a_seam_keeps_its_distance_from_every_cut() -> None:
    (first, second) = split(1000, 300, BED, holes((500, 150)), 4) or ()
    assert first.right == second.left
    assert abs(first.right - 500) >= 10 + 4


def test_a_large_cut_is_not_cut_through_even_if_that_takes_more_sheets() -> None:
    big = Box(Point(500, 500), 350, 350)
    sheets = split(1000, 1000, BED, [big], 4) or ()
    assert any(
        s.left <= 321 and s.right >= 679 and s.top <= 321 and s.bottom >= 679
        for s in sheets
    )


def test_cuts_without_room_for_a_seam_cannot_be_split() -> None:
    wall = holes(*((x, 150) for x in range(10, 1000, 20)))
    assert split(1000, 300, BED, wall, 4) is None


@given(
    width=st.floats(100, 1500),
    height=st.floats(100, 1100),
    points=st.lists(st.tuples(st.floats(30, 1400), st.floats(30, 1000)), max_size=12),
)
def test_sheets_fit_the_bed_cover_the_layer_and_go_through_nothing(
    width: float, height: float, points: list[tuple[float, float]]
) -> None:
    cuts = holes(*(p for p in points if p[0] < width - 30 and p[1] < height - 30))
    sheets = split(width, height, BED, cuts, 4)
    if sheets is None:
        return
    area = sum(s.width * s.height for s in sheets)
    assert abs(area - width * height) < 1
    for sheet in sheets:
        longer, shorter = sorted((sheet.width, sheet.height), reverse=True)
        assert longer <= 600.001
        assert shorter <= 400.001
        for cut in cuts:
            left, top, right, bottom = edges(resized(cut, 7.9))
            inside = left < sheet.right and right > sheet.left
            inside = inside and top < sheet.bottom and bottom > sheet.top
            if inside:  # then all of it, but for where the table itself ends
                assert left >= sheet.left or sheet.left == 0
                assert right <= sheet.right or sheet.right == width
                assert top >= sheet.top or sheet.top == 0
                assert bottom <= sheet.bottom or sheet.bottom == height


def test_the_space_between_shapes() -> None:
    round_one, square = Circle(Point(0, 0), 10), Box(Point(20, 0), 10, 10)
    assert between(round_one, square) == 10
    assert between(round_one, Circle(Point(3, 4), 2)) == -1
    assert between(square, Box(Point(33, 14), 10, 10)) == 5
    assert between(square, Box(Point(28, 1), 10, 10)) == -2
    # A corner is nearer to a square's side than to a circle's.
    assert between(round_one, Box(Point(8, 9), 10, 10)) == 0
