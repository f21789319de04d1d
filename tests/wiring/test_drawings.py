"""Drawings are measured: hole centres, kerf, sheets, and that 1:1 is 1:1 on paper."""

import io
import itertools
import re
from math import hypot
from pathlib import Path
from typing import Any

import ezdxf.filemanagement
import pypdfium2
import pytest
from PIL import Image, ImageOps

from tests.wiring import MAPS, load
from wiring.geometry.mounted import mounted
from wiring.geometry.puck import swept_areas
from wiring.geometry.shapes import Box, Circle, Point, Shape, between, edges
from wiring.geometry.table import Geometry
from wiring.papers import CannotDraw
from wiring.papers.command import draw
from wiring.papers.cutting import battens, pdf
from wiring.papers.cutting.files import dxf, svg
from wiring.papers.cutting.nest import materials, nested
from wiring.papers.cutting.pdf import A4, LETTER, Paper
from wiring.papers.cutting.plan import (
    CUT,
    SEAM,
    Ink,
    Plan,
    layers,
    sheets,
    tiles,
    walls,
)
from wiring.papers.cutting.template import (
    FOOT_MM,
    MARGIN_MM,
    OVERLAP_MM,
    template,
    tiling,
)

DPI = 300
A_MM = DPI / 25.4  # pixels


@pytest.fixture(scope="module")
def mark_1() -> Geometry:
    return load(MAPS["mark1"])


def layer(table: Geometry, name: str) -> Plan:
    return next(plan for plan in layers(table) if plan.name == name)


# SVG


def circles(text: str, kind: str = CUT) -> set[tuple[float, float, float]]:
    """Return x, y and diameter of one group."""
    (group,) = re.findall(rf'<g class="{kind}".*?</g>', text, re.DOTALL)
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', group)
    return {(float(x), float(y), 2 * float(r)) for x, y, r in found}


@pytest.mark.parametrize("name", MAPS)
def test_holes_in_the_svg_are_where_the_lamps_are(name: str) -> None:
    table = load(MAPS[name])
    holes = circles(svg(layer(table, "top")))
    for place, at in table.layout.places.items():
        # Under a tile that is pressed there is an opening instead of a hole.
        if at.lamp and not at.switch:
            near = [
                h for h in holes if hypot(h[0] - at.lamp.x, h[1] - at.lamp.y) < 1e-3
            ]
            assert [round(h[2]) for h in near] == [6], place


def test_a_millimetre_of_the_svg_is_a_millimetre(mark_1: Geometry) -> None:
    said = svg(layer(mark_1, "top"))
    assert 'width="700.01mm" height="684mm" viewBox="0 0 700.01 684"' in said
    assert said.count("<title>depth:2:14's lamp</title>") == 1


def test_seams_are_drawn_and_belong_to_nothing_that_is_cut(mark_1: Geometry) -> None:
    plan = layer(mark_1, "top")
    seams = [ink.shape for ink in plan.of(SEAM)]
    assert seams
    for seam in seams:
        for ink in plan.of(CUT)[1:]:
            assert between(seam, ink.shape) >= 4 - 0.01, ink.owner
    assert "<line " in svg(plan)


# Sheets


@pytest.mark.parametrize("name", MAPS)
def test_sheets_fit_the_bed_and_hold_every_cut_once(name: str) -> None:
    table = load(MAPS[name])
    for whole in layers(table):
        parts = [p for p in sheets(table) if p.name.split()[0] == whole.name]
        for part in parts:
            assert sorted((part.width, part.height)) <= [400, 600]
        cuts = sum(len(part.of(CUT)) - 1 for part in parts)  # but for their outlines
        assert cuts == len(whole.of(CUT)) - 1


@pytest.mark.parametrize("name", MAPS)
def test_pieces_lie_apart_on_their_sheets_and_no_outline_is_clipped(name: str) -> None:
    table = load(MAPS[name])
    found = materials(table)
    names = {piece.name for pieces in found.values() for piece in pieces}
    outlines = 0
    for bed in nested(table):
        assert [bed.width, bed.height] == list(table.sizes.table.bed_mm)
        whole = [ink.shape for ink in bed.of(CUT) if ink.owner in names]
        outlines += len(whole)
        for one, other in itertools.combinations(whole, 2):
            assert between(one, other) > 3
        for ink in bed.of(CUT):
            left, top, right, bottom = edges(ink.shape)
            assert min(left, top, bed.width - right, bed.height - bottom) > 0
    assert outlines == sum(map(len, found.values()))


def test_sheets_are_filled(mark_1: Geometry) -> None:
    wide, high = mark_1.sizes.table.bed_mm
    beds = [bed for bed in nested(mark_1) if bed.name.startswith("plywood-3")]
    pieces = materials(mark_1)["plywood 3 mm"]
    assert sum(p.width * p.height for p in pieces) / len(beds) / wide / high > 0.75


def test_the_kerf_makes_holes_smaller_and_parts_larger_and_moves_nothing(
    mark_1: Geometry,
) -> None:
    kerf = mark_1.sizes.table.kerf_mm
    first = next(sheets(mark_1))
    outline = first.inks[0].shape
    assert outline.size == (first.width + kerf, first.height + kerf)
    whole = {ink.owner: ink.shape for ink in layer(mark_1, "top").of(CUT)}
    for ink in first.of(CUT)[1:]:
        if ink.owner not in ("a screw", "a short screw", "the speaker"):
            nominal = whole[ink.owner]
            assert ink.shape.centre == nominal.centre  # this sheet is the corner's
            assert ink.shape.size[0] == pytest.approx(nominal.size[0] - kerf)
    plates = [plate.inks[0].shape for plate in tiles(mark_1)]
    assert len(plates) == 25
    assert {plate.size for plate in plates} == {(64 + kerf, 64 + kerf)}


# Battens


def lies_in(shape: Shape, outer: Shape) -> bool:
    a, b = edges(shape), edges(outer)
    return a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3]


@pytest.mark.parametrize("name", MAPS)
def test_every_seam_has_a_batten_and_every_lamp_still_shines(name: str) -> None:
    table = load(MAPS[name])
    for layer_plan in layers(table):
        found = battens.battens(table, layer_plan.name)
        seams = [ink.shape for ink in layer_plan.of(SEAM)]
        for seam in seams:
            assert any(between(seam, one) < 0 for one in found)
        for one, other in itertools.combinations(found, 2):
            assert between(one, other) >= -0.01
        assert bool(found) == bool(seams)


def test_battens_have_the_holes_of_their_layer_and_stay_in_one_piece(
    mark_1: Geometry,
) -> None:
    for name in mark_1.sheets:
        drawn = list(battens.plans(mark_1, name))
        for plan in drawn:
            assert plan.width <= 600
            outline, *holes = plan.of(CUT)
            spine = Box(outline.shape.centre, plan.width, 5)
            for ink in holes:
                assert lies_in(ink.shape, outline.shape), ink.owner
                assert between(ink.shape, spine) >= 0, (plan.name, ink.owner)
        under = battens.battens(mark_1, name)
        owners = {ink.owner for plan in drawn for ink in plan.inks}
        for feature in mark_1.cuts(name):
            if any(between(feature.shape, one) < 0 for one in under):
                assert feature.owner in owners
    assert battens.thick_mm(mark_1, "top") + 2 <= mark_1.sizes.layers.gap_mm


# Walls and boards


@pytest.mark.parametrize("name", ["mark1", "grid-only"])
def test_walls_go_round_the_table_and_have_their_openings(name: str) -> None:
    table = load(MAPS[name])
    found = list(walls(table))
    high, layout = table.sizes.layers.space_mm, table.layout
    assert {plan.height for plan in found} == {high}
    around = 2 * (layout.width + layout.height - 2 * table.sizes.layers.floor_mm)
    assert sum(plan.width for plan in found) == pytest.approx(around)
    owners = [ink.owner for plan in found for ink in plan.inks]
    assert any("inlet" in owner for owner in owners)
    assert "the Pi's cable" in owners
    handles = [owner for owner in owners if "handle" in owner]
    assert bool(handles) == bool(table.board.eliminator)


def test_every_board_has_its_place_on_the_floor_and_none_in_the_pucks_way(
    mark_1: Geometry,
) -> None:
    found = list(mounted(mark_1.board, mark_1.layout))
    slides = swept_areas(mark_1.board, mark_1.sizes, mark_1.layout)
    assert slides
    assert sum("multiplexer" in part.name for part in found) == 8 + 5
    assert sum("Pico" in part.name for part in found) == 3
    for part in found:
        assert slides.free(part.shape), part.name
        assert len(part.holes) in (2, 4)
    for one, other in itertools.combinations(found, 2):
        assert between(one.shape, other.shape) > 0, (one.name, other.name)


# DXF


@pytest.mark.parametrize("name", MAPS)
def test_a_dxf_passes_its_audit_and_has_the_holes_of_the_lamps(name: str) -> None:
    table = load(MAPS[name])
    for plan in (*layers(table), *nested(table)):
        found = ezdxf.filemanagement.read(io.StringIO(dxf(plan)))
        audit = found.audit()
        assert (audit.errors, audit.fixes) == ([], [])
        assert found.header["$INSUNITS"] == 4  # millimetres
    plan = layer(table, "top")
    space = ezdxf.filemanagement.read(io.StringIO(dxf(plan))).modelspace()
    holes = [
        (c.dxf.center.x, plan.height - c.dxf.center.y)
        for c in space.query("CIRCLE[layer=='CUT']")
    ]
    lamps = [p.lamp for p in table.layout.places.values() if p.lamp and not p.switch]
    for lamp in lamps:
        assert min(hypot(lamp.x - x, lamp.y - y) for x, y in holes) < 1e-6


# Paper


def rendered(data: bytes) -> list[Image.Image]:
    """Return every page as pixels, 0 black."""
    document = pypdfium2.PdfDocument(data)
    return [page.render(scale=DPI / 72, grayscale=True).to_pil() for page in document]


def ink(page: Image.Image, box: tuple[float, float, float, float]) -> Any:
    """Return the edges of everything dark in a box, in millimetres."""
    left, top, right, bottom = (round(mm * A_MM) for mm in box)
    dark = ImageOps.invert(page.convert("L").crop((left, top, right, bottom)))
    found = dark.point(lambda v: 255 if v > 100 else 0).getbbox()
    assert found, box
    return [
        (start + offset) / A_MM
        for start, offset in zip((left, top, left, top), found, strict=True)
    ]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_page_is_its_paper_and_its_bar_is_100_mm(paper: Paper) -> None:
    plan = Plan("x", "x", 100, 100, ())
    (page,) = rendered(template(plan, paper))
    assert page.width / A_MM == pytest.approx(paper.width, abs=0.1)
    assert page.height / A_MM == pytest.approx(paper.height, abs=0.1)
    top = paper.height - MARGIN_MM - 8
    left, upper, right, lower = ink(page, (5, top + 1.2, 150, top + 5))
    assert right - left == pytest.approx(100, abs=0.2)
    assert left == pytest.approx(MARGIN_MM, abs=0.2)
    assert lower - upper == pytest.approx(2.5, abs=0.2)


def stitched(plan: Plan, paper: Paper) -> tuple[Image.Image, int]:
    """Return the sheets, cut at their crosses and laid together."""
    parts = tiling(plan, paper)
    pages = rendered(template(plan, paper))
    assert len(pages) == parts.columns * parts.rows
    size = (
        round(parts.columns * parts.width * A_MM),
        round(parts.rows * parts.height * A_MM),
    )
    whole = Image.new("L", size, 255)
    for number, page in enumerate(pages):
        row, column = divmod(number, parts.columns)
        left, top = round(parts.left * A_MM), round(parts.top * A_MM)
        right = round((parts.left + parts.width) * A_MM)
        bottom = round((parts.top + parts.height) * A_MM)
        own = page.convert("L").crop((left, top, right, bottom))
        at = round(column * parts.width * A_MM), round(row * parts.height * A_MM)
        whole.paste(own, at)
    return whole, len(pages)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_holes_across_the_glued_sheets_measure_within_two_tenths(paper: Paper) -> None:
    # Rings without crosses inside, in the middles, over seams and at the far corner.
    parts = tiling(Plan("x", "x", 10, 10, ()), paper)
    spots = [
        Point(40, 40),
        Point(parts.width, 100),  # on the seam between two sheets
        Point(60, parts.height),
        Point(parts.width, parts.height),  # where four meet
        Point(2 * parts.width - 30, 2 * parts.height - 30),
    ]
    boxes = [Box(at, 24, 24) for at in spots]
    plan = Plan(
        "x",
        "x",
        2 * parts.width,
        2 * parts.height,
        tuple(Ink(CUT, box, "a test") for box in boxes),
    )
    whole, pages = stitched(plan, paper)
    assert pages == 4
    for box in boxes:
        left, top, right, bottom = edges(box)
        # Only the rim of the square is looked at: crosses of the sheets lie inside.
        found = ink(whole, (left - 2, top - 2, right + 2, bottom + 2))
        expected = (left - 0.1, top - 0.1, right + 0.1, bottom + 0.1)
        assert found == pytest.approx(expected, abs=0.2)


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", MAPS)
def test_sheets_of_paper_cover_the_whole_drawing(name: str, paper: Paper) -> None:
    plan = layer(load(MAPS[name]), "top")
    parts = tiling(plan, paper)
    # The outer sheets show more than their part: the strip for a neighbour.
    left, top = parts.start(plan)
    assert left >= MARGIN_MM
    assert top >= MARGIN_MM
    right = left + plan.width - (parts.columns - 1) * parts.width
    bottom = top + plan.height - (parts.rows - 1) * parts.height
    assert right <= MARGIN_MM + 2 * OVERLAP_MM + parts.width
    assert bottom <= MARGIN_MM + 2 * OVERLAP_MM + parts.height
    shown = parts.height + 2 * OVERLAP_MM
    assert MARGIN_MM + shown + FOOT_MM + MARGIN_MM <= paper.height + 0.001


def test_words_that_cannot_be_printed_are_refused() -> None:
    assert pdf.plain("0 – 5 ft, größer") == "0 - 5 ft, größer"
    with pytest.raises(CannotDraw, match="has the sign 'π', which cannot be printed"):
        pdf.plain("3 π")


def test_a_template_says_how_wide_each_hole_is(mark_1: Geometry) -> None:
    for plan in layers(mark_1):
        words = [words.text for words in plan.words]
        holes = [ink for ink in plan.of(CUT) if isinstance(ink.shape, Circle)]
        assert len(words) == len(holes)
        if plan.name == "top":
            assert words.count("6") == 124 + 10 + 7  # lamps, and the speaker's
            assert words.count("3.2") == 21
            assert {"seat 0, 30", "ok, 24", "arm, 22.5", "fire, 24"} <= set(words)
    document = pypdfium2.PdfDocument(template(layer(mark_1, "top"), A4))
    assert "seat 1, 30" in document[4].get_textpage().get_text_bounded()


@pytest.mark.parametrize("name", MAPS)
def test_a_seams_name_hides_no_diameter(name: str) -> None:
    for plan in layers(load(MAPS[name])):
        for page in pypdfium2.PdfDocument(template(plan, A4)):
            text = page.get_textpage()
            words = text.get_text_range()
            boxes = [text.get_charbox(index) for index in range(text.count_chars())]
            named = {
                start + letter
                for start in (found.start() for found in re.finditer("seam", words))
                for letter in range(4)
            }
            others = [box for at, box in enumerate(boxes) if at not in named]
            for left, bottom, right, top in (boxes[at] for at in named):
                assert not [
                    box
                    for box in others
                    if left < box[2] and box[0] < right
                    if bottom < box[3] and box[1] < top
                ], plan.name


# The command


def test_the_command_writes_files_to_cut_and_drill_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draw("mini", tmp_path / "mini") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'mini'}: 8 files written\n"
    found = {p.relative_to(tmp_path / "mini").as_posix() for p in tmp_path.rglob("*.*")}
    assert found == {
        *(f"cut/plywood-{mm}-mm.{kind}" for mm in (3, 4) for kind in ("svg", "dxf")),
        *(
            f"drill/{layer}-{paper}.pdf"
            for layer in ("top", "carrier")
            for paper in ("a4", "letter")
        ),
    }


@pytest.mark.parametrize(
    ("package", "words"),
    [("ezdxf", "DXF files need ezdxf"), ("fpdf", "PDF files need fpdf2")],
)
def test_a_missing_extra_is_named_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    words: str,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(CannotDraw, match=words) as refused:
        draw("mini", tmp_path / "out")
    assert "pip install 'undertow[drawings]'" in str(refused.value)
    assert not (tmp_path / "out").exists()
