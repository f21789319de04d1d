"""`undertow print`: cards in the order of enrolling, sizes that fit, faces."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageOps

import wiring
from controller import games
from controller.chance.decks import EnrolledDecks
from controller.chance.house import Houses
from controller.cli.run import run
from controller.games import printing
from controller.tabletop.printing import Face
from controller.tabletop.staging import DeckCard
from controller.tools.cards import READER, Enrolling
from controller.tools.print.command import cards
from controller.tools.print.overlay import overlays
from controller.tools.print.pieces import figures
from controller.tools.print.sheets import (
    SIZES,
    grid,
    in_order,
    rule_card,
)
from controller.tools.print.symbols import Symbols, rgb
from hardware.readings import TagSeen
from wiring.geometry import table as geometry
from wiring.geometry.shapes import Box, between, edges
from wiring.papers.cutting.pdf import A4, LETTER, PAPERS, Paper, Pdf, plain
from wiring.papers.cutting.plan import Plan, Svg
from wiring.papers.cutting.template import best_orientation, template, tiling
from wiring.papers.pictures.marks import Line

NAMES = games.names()
MARK_1 = Path(wiring.find("mark1"))
A_MM = 300 / 25.4


@pytest.fixture(scope="module")
def mark_1() -> geometry.Geometry:
    return geometry.load(MARK_1)


def undertow(*arguments: str) -> int:
    return run(["print", *arguments])


# Order


def _nothing() -> None:
    """The walk is over."""


def asked_for(game: Any, deck: tuple[DeckCard, ...], folder: Path) -> list[str]:
    """What `undertow cards enroll` asks for, tag after tag."""
    said: list[str] = []
    walk = Enrolling(
        game, deck, EnrolledDecks(folder / "cards.toml"), said.append, _nothing
    )
    walk.start()
    for number in range(sum(card.copies for card in deck)):
        walk.reading(TagSeen(READER, f"{number:08x}"))
    asked = [
        re.fullmatch(r"\[.*?\] Next: (.+?)(?:, \d+ of them.*)?\.", s) for s in said
    ]
    return [found[1] for found in asked if found]


def labels_on(data: bytes, paper: Paper, size: str, count: int) -> list[str]:
    """The small names at the feet of the cards, as an eye goes over the fronts."""
    where, found = grid(paper, SIZES[size]), []
    document = pypdfium2.PdfDocument(data)
    for number in range(count):
        sheet, place = divmod(number, where.cards)
        left, top = where.corner(place)
        text = document[2 * sheet].get_textpage()
        box = (left + 4, paper.height - top - where.height + 3)
        right, upper = left + where.width - 4, box[1] + 4
        points = [mm * 72 / 25.4 for mm in (*box, right, upper)]
        found.append(text.get_text_bounded(*points).strip())
    return found


@cache
def printed(name: str) -> bytes:
    """Return a game's cards on A4."""
    game = games.find(name)
    table = geometry.load(MARK_1)
    return cards(game, games.deck(game), A4, SIZES["standard"], table)


@pytest.mark.parametrize("name", NAMES)
def test_cards_lie_on_the_sheets_in_the_order_in_which_they_are_enrolled(
    name: str, tmp_path: Path
) -> None:
    game = games.find(name)
    deck = games.deck(game)
    asked = asked_for(game, deck, tmp_path)
    told = printing(game)
    assert asked == [told.called(card) for card in in_order(deck)]
    found = labels_on(printed(name), A4, "standard", len(asked))
    assert found == [plain(words) for words in asked]


def test_house_data_decides_the_deck(tmp_path: Path, mark_1: geometry.Geometry) -> None:
    usual = (games.folder("hold-your-breath") / "data.toml").read_text()
    (tmp_path / "hold-your-breath.toml").write_text(
        usual.replace("shark = 1", "shark = 2").replace("dolphin = 2", "dolphin = 1")
    )
    game = games.find("hold-your-breath")
    deck = games.deck(game, Houses(tmp_path).of(game))
    data = cards(game, deck, A4, SIZES["standard"], mark_1)
    found = labels_on(data, A4, "standard", sum(card.copies for card in deck))
    assert (found.count("Shark"), found.count("Dolphin")) == (2, 1)
    assert found == asked_for(game, deck, tmp_path)


# Sizes


@pytest.mark.parametrize("paper", PAPERS.values())
@pytest.mark.parametrize("size", SIZES)
def test_cards_of_every_size_lie_inside_the_paper(paper: Paper, size: str) -> None:
    where = grid(paper, SIZES[size])
    assert where.cards >= 2
    assert where.left >= 7
    assert where.top >= 7
    corners = [where.corner(n) for n in range(where.cards)]
    assert len(set(corners)) == where.cards
    backs = {where.corner(n, mirrored=True) for n in range(where.cards)}
    assert backs == set(corners)
    # What is on the left of a front is on the right of its back.
    left, right = where.corner(0)[0], where.corner(0, mirrored=True)[0]
    assert left + right + where.width == pytest.approx(paper.width)


def dark_columns(page: Image.Image, y: float, width: float) -> list[float]:
    """Where crop marks cross a height of the page, in millimetres."""
    row = page.convert("L").crop((0, round(y * A_MM), page.width, round(y * A_MM) + 1))
    values = list(row.tobytes())
    found, run_ = [], []
    for x, value in enumerate([*values, 255]):
        if value < 160:
            run_.append(x)
        elif run_:
            found.append((run_[0] + run_[-1] + 1) / 2 / A_MM)
            run_ = []
    return [x for x in found if x < width]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_crop_marks_are_a_cards_width_apart_within_two_tenths(
    paper: Paper, mark_1: geometry.Geometry
) -> None:
    game = games.find("get-bit")
    data = cards(game, games.deck(game), paper, SIZES["standard"], mark_1)
    page = pypdfium2.PdfDocument(data)[0].render(scale=300 / 72).to_pil()
    where = grid(paper, SIZES["standard"])
    found = dark_columns(page, where.top - 2.5, paper.width)
    expected = [where.left + n * 63 for n in range(4)]
    assert found == pytest.approx(expected, abs=0.2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [n for n in NAMES if printing(games.find(n)).rules])
def test_the_rules_of_a_game_fit_on_their_card(name: str, size: str) -> None:
    game = games.find(name)
    pdf = Pdf("x", A4)
    pdf.page()
    where = grid(A4, SIZES[size])
    told = printing(game)
    points = rule_card(pdf, game.title, told.rules, 0, 0, where)
    # Read at arm's length, and from a card for small sleeves held nearer.
    assert points >= {"standard": 7.5, "mini": 4.5, "tarot": 9}[size]


# Faces and pieces


def faces() -> Iterator[tuple[str, DeckCard, Face]]:
    for name in NAMES:
        game = games.find(name)
        for card in games.deck(game):
            yield name, card, printing(game).face(card)


@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_cut_off_at_the_edge_of_the_paper(name: str) -> None:
    for page in pypdfium2.PdfDocument(printed(name)):
        words, wide = page.get_textpage(), page.get_width()
        for number in range(words.count_chars()):
            left, bottom, right, top = words.get_charbox(number)
            assert left >= 0 <= bottom
            assert right <= wide
            assert top <= page.get_height()


def symbols(name: str) -> Symbols:
    return Symbols(games.folder(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_that_is_asked_for_exists(name: str) -> None:
    told = printing(games.find(name))
    asked = {face.symbol for game, _, face in faces() if game == name}
    asked |= {marker.symbol for marker in told.markers}
    asked |= {figure.symbol for figure in told.figures}
    asked |= {symbol for symbol, _ in told.tile_symbols.values()}
    assert asked - {""} <= symbols(name).names()


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_stays_in_its_box(name: str) -> None:
    box_mm, edge_mm = 60, 20
    for symbol in symbols(name).names():
        pdf = Pdf("x", Paper("x", 100, 100))
        pdf.page()
        symbols(name).draw(pdf, symbol, 50, 50, box_mm, "#336699")
        page = pypdfium2.PdfDocument(pdf.data())[0].render(scale=72 / 25.4).to_pil()
        found = ImageOps.invert(page.convert("L")).getbbox()
        assert found
        scale = page.width / 100
        # A hat may reach a little over it.
        assert min(found) / scale >= edge_mm - 4, symbol
        assert max(found) / scale <= edge_mm + box_mm + 4, symbol


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_has_the_colour_of_its_card_and_no_name_of_a_colour(
    name: str,
) -> None:
    drawings = symbols(name)
    for symbol in drawings.names():
        drawn = drawings.svg(symbol, "#123456").decode()
        found = set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawn))
        assert all(re.fullmatch(r"none|#\w{6}", colour) for colour in found), found


def test_a_card_without_a_number_describes_its_effect() -> None:
    for name, card, face in faces():
        assert face.words or face.value, (name, card)


def test_no_two_cards_of_a_game_look_the_same() -> None:
    seen: dict[tuple[str, Face], str] = {}
    for name, card, face in faces():
        assert seen.setdefault((name, face), card.label) == card.label


def test_a_colour_is_always_said_by_a_letter_too() -> None:
    for name in NAMES:
        told = printing(games.find(name))
        both = {(one.hue, one.letter) for one in told.figures if one.letter}
        both |= {(face.hue, face.letter) for n, _, face in faces() if n == name}
        hues = [hue for hue, letter in both if len(letter) == 1]
        letters_ = [letter for _, letter in both if len(letter) == 1]
        assert len(set(hues)) == len(hues), name
        assert len(set(letters_)) == len(letters_), name


def test_a_figure_is_one_piece_of_paper_that_fits_its_pitch(
    monkeypatch: pytest.MonkeyPatch, mark_1: geometry.Geometry
) -> None:
    drawn: list[tuple[float, ...]] = []
    monkeypatch.setattr(Pdf, "rect", lambda self, *box, **_: drawn.append(box))
    pdf, told = Pdf("x", A4), printing(games.find("hold-your-breath"))
    figures(pdf, told.figures, symbols("hold-your-breath"), mark_1.sizes.piece.foot_mm)
    # The bar of its page, and a whole outline each.
    assert len(drawn) == 1 + len(told.figures)
    assert all(wide < mark_1.sizes.lanes.pitch_mm for _, _, wide, _ in drawn[1:])


# Overlays


def drawn(plan: Plan) -> tuple[list[Svg], list[Line]]:
    """Return the drawings of an overlay, and its areas of colour."""
    return (
        [mark for mark in plan.marks if isinstance(mark, Svg)],
        [mark for mark in plan.marks if isinstance(mark, Line)],
    )


@pytest.mark.parametrize("name", [n for n in NAMES if printing(games.find(n)).lanes])
def test_the_overlay_of_the_depth_board_has_its_lamps_and_names_its_lanes(
    name: str, mark_1: geometry.Geometry
) -> None:
    told = printing(games.find(name))
    plan, *_ = overlays("x", told, symbols(name), mark_1, A4)
    field = mark_1.layout.fields["depth"]
    assert (plan.width, plan.height) == field.size
    said = [words.text for words in plan.words]
    assert all(said.count(lane) == 1 for lane in told.lanes)
    numbers = Counter(told.scale.values())
    assert all(said.count(words) == 4 * count for words, count in numbers.items())
    # Each lane has its drawing, clear of the pieces, and gets deeper to the right.
    feet = [ink.shape for ink in plan.of("mark")]
    drawings, tints = drawn(plan)
    assert len(drawings) == len(told.lanes) == len(set(told.lane_hues))
    assert all(between(d.box, foot) > 0 for d in drawings for foot in feet)
    assert all(drawing.svg for drawing in drawings)
    light = [sum(rgb(tint.fill)) for tint in tints[: len(tints) // 4]]
    assert light == sorted(light, reverse=True) != [light[0]] * len(light)
    # No words on a lamp, a piece's foot or other words.
    words = [
        Box(at.moved(0, -0.36 * high), 0.5 * high * len(text), 0.7 * high)
        for at, text, high, *_ in plan.words
    ]
    holes_and_feet = [ink.shape for ink in plan.inks[1:]]
    for number, label in enumerate(words):
        others = *holes_and_feet, *words[number + 1 :]
        assert all(between(label, other) > 0 for other in others)
    left, top, _, _ = edges(field)
    holes = {ink.owner: ink.shape.centre for ink in plan.of("cut")}
    for place, at in mark_1.layout.places.items():
        if place.startswith("depth:"):
            assert at.lamp
            assert holes[f"{place}'s lamp"] == at.lamp.moved(-left, -top)
    cuts = [ink.shape for ink in plan.of("cut")[1:]]
    for number, one in enumerate(cuts):
        assert all(between(one, other) > 1 for other in cuts[number + 1 :])


@pytest.mark.parametrize("name", ["hai-noon", "hold-your-breath", "hold-your-ground"])
def test_tiles_on_one_sheet_have_words_and_drawings_beside_their_lamps(
    name: str,
) -> None:
    told, table = printing(games.find(name)), geometry.load(Path(wiring.find("mini")))
    (plan,) = overlays("x", told, symbols(name), table, A4)
    tiles = {ink.owner: ink.shape for ink in plan.of("mark")}
    lamps = [ink.shape for ink in plan.of("cut")[1:]]
    drawings, tints = drawn(plan)
    assert len(plan.words) == len(tints) == len(told.tiles)
    for words, tile in zip(plan.words, told.tiles, strict=True):
        assert words.text.lower() == told.tiles[tile].lower()
        assert 0.55 * words.size * len(words.text) < tiles[tile].size[0] - 1
        box = Box(words.at.moved(0, -0.36 * words.size), 1, words.size)
        assert between(box, tiles[tile]) < 0
        assert all(between(box, lamp) > 0 for lamp in lamps)
    assert drawings
    assert all(between(d.box, lamp) > 0 for d in drawings for lamp in lamps)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_loose_tiles_get_a_face_each_that_is_whole_on_its_sheet(
    mark_1: geometry.Geometry, paper: Paper
) -> None:
    told = printing(games.find("hold-your-breath"))
    _, *sheets = overlays("x", told, symbols("hold-your-breath"), mark_1, paper)
    assert [ink.owner for plan in sheets for ink in plan.inks] == list(told.tiles)
    for plan in sheets:
        parts = tiling(plan, paper)
        assert (parts.columns, parts.rows) == (1, 1)
        for number, one in enumerate(plan.inks):
            assert one.shape.size == (64, 64)
            left, top, right, bottom = edges(one.shape)
            assert min(left, top) >= 0
            assert right <= parts.width
            assert bottom <= parts.height
            others = plan.inks[number + 1 :]
            assert all(between(one.shape, other.shape) >= 3.9 for other in others)
    words = [words.text for plan in sheets for words in plan.words]
    place, name = next(iter(told.tiles.items()))
    row, column = place.removeprefix("tile:").split(",")
    assert words[:2] == [name, f"row {int(row) + 1}, tile {int(column) + 1}"]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_lamps_of_the_printed_overlay_measure_within_two_tenths(
    mark_1: geometry.Geometry, paper: Paper
) -> None:
    told = printing(games.find("hold-your-breath"))
    plan, *_ = overlays("x", told, symbols("hold-your-breath"), mark_1, paper)
    page = pypdfium2.PdfDocument(template(plan, paper))[0]
    picture = page.render(scale=300 / 72, grayscale=True).to_pil()
    parts, checked = tiling(plan, best_orientation(plan, paper)), 0
    start = parts.start(plan)
    for ink in plan.of("cut")[1:]:
        x, y = ink.shape.centre
        r = ink.shape.size[0] / 2
        if x + r > parts.width - 6 or y + r > parts.height - 6:
            continue  # beside the crosses at which the sheets are cut
        at = x + start[0], y + start[1]
        box = [
            round(v * A_MM) for c in (-r - 0.5, r + 0.5) for v in (at[0] + c, at[1] + c)
        ]
        dark = ImageOps.invert(picture.crop(tuple(box))).point(
            lambda v: 255 * (v > 100)
        )
        found = dark.getbbox()
        assert found, ink.owner
        left, top, right, bottom = found
        middle = (left + right) / 2 / A_MM, (top + bottom) / 2 / A_MM
        assert middle[0] + box[0] / A_MM == pytest.approx(at[0], abs=0.2), ink.owner
        assert middle[1] + box[1] / A_MM == pytest.approx(at[1], abs=0.2), ink.owner
        checked += 1
    assert checked > 30


# The command


def test_the_command_writes_two_files_and_names_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "paper")
    assert undertow("get-bit", "--out", out, "--paper", "letter", "--size=mini") == 0
    names = ["get-bit-letter.pdf", "get-bit-overlay-letter.pdf"]
    assert capsys.readouterr().out == "".join(f"{out}/{name}\n" for name in names)
    for name in names:
        assert (tmp_path / "paper" / name).read_bytes().startswith(b"%PDF-")
