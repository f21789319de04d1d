"""The manual: one PDF a table, from its parts to the first game."""

from collections.abc import Iterator
from pathlib import Path

from wiring import boardmap, harness
from wiring.geometry import table as geometry
from wiring.geometry.table import Geometry
from wiring.papers.cutting.pdf import A4, Pdf
from wiring.papers.harness import pi_side, sensor_side
from wiring.papers.harness.power import power
from wiring.papers.harness.sheets import sheets
from wiring.papers.pages.steps import steps
from wiring.papers.pictures.isometric import exploded, picture
from wiring.papers.pictures.marks import Line, Picture
from wiring.papers.shopping.items import Item
from wiring.papers.shopping.parts import parts

_LEFT, _TOP, _BOTTOM = 15.0, 20.0, 282.0
_WIDE = A4.width - 2 * _LEFT
_POINT_MM = 72 / 25.4
UNTRIED = (
    "Not yet tried on a real table. All figures are calculated; measure before you "
    "cut, and read BUILDING.md for the reasons and for your safety."
)


class Manual:
    """Pages with numbers, and the contents of the book."""

    def __init__(self, title: str) -> None:
        self.pdf = Pdf(title, A4)
        self.contents: list[tuple[str, int]] = []
        self.number = 0
        self.y = _TOP

    def page(self, heading: str = "") -> None:
        self.pdf.page()
        self.number, self.y = self.number + 1, _TOP
        self.pdf.text(A4.width / 2, A4.height - 8, str(self.number), 9, centred=True)
        if heading:
            self.contents.append((heading, self.number))

    def write(self, words: str, size: float = 10, *, box: bool = False) -> None:
        """Write a paragraph, with a box to tick if asked."""
        words = words.replace("`", "").replace("**", "")
        for number, line in enumerate(self.pdf.wrapped(words, size, _WIDE - 8 * box)):
            if self.y > _BOTTOM:
                self.page()
            if box and not number:
                self.pdf.line_width(0.2)
                self.pdf.rect(_LEFT, self.y - 3, 3.5, 3.5)
            self.pdf.text(_LEFT + 8 * box, self.y, line, size)
            self.y += size * 0.5
        self.y += 1.5

    def draw(self, found: Picture) -> None:
        """Draw a picture, smaller if it would not fit the page."""
        scale = min(_WIDE / found.width, (_BOTTOM - self.y) / found.height, 1.0)
        for mark in found.marks:
            if isinstance(mark, Line):
                ways = [
                    (_LEFT + p.x * scale, self.y + p.y * scale) for p in mark.points
                ]
                self.pdf.drawn(ways, mark.colour, mark.width * scale, mark.fill)
                continue
            x, y = _LEFT + mark.at.x * scale, self.y + mark.at.y * scale
            size = mark.size * scale * _POINT_MM
            wide = self.pdf.text_width(mark.text, size, bold=mark.bold)
            x -= {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            self.pdf.text(x, y, mark.text, size, bold=mark.bold)
        self.y += found.height * scale + 6


def manual(path: Path) -> bytes:
    """Return the book; raises SheetError, and CannotDraw without fpdf2."""
    # The contents come first and need the numbers of all pages: made twice.
    known = _book(path, [])
    return _book(path, known.contents).pdf.data()


def _book(path: Path, contents: list[tuple[str, int]]) -> Manual:
    table, wires = geometry.load(path), harness.load(path)
    supplies = power(table.board, wires)
    board = boardmap.load(path)
    drawings = [
        *pi_side.drawings(board, wires, supplies),
        *sensor_side.drawings(board, wires),
    ]
    book = Manual(f"Undertow: {table.board.name}")
    book.page()
    book.write(f"Undertow: {table.board.name}", 22)
    book.write(UNTRIED)
    for heading, number in contents:
        book.write(f"{number}   {heading}")
    book.page("All of it, taken apart")
    book.draw(exploded(table))
    book.page("Parts")
    for words in _bought(parts(table, wires, supplies, drawings), table):
        book.write(words, 8, box=True)
    order = steps(table, supplies)
    for number, step in enumerate(order):
        book.page(f"Step {number + 1}: {step.title}")
        book.draw(picture(table, order[:number], step))
        for words in step.do:
            book.write(words, box=True)
        for words in step.checks:
            book.write(f"Check: {words}", box=True)
    book.page("The harness: every cable")
    for drawing in drawings:
        for cable in drawing.cables:
            ends = dict.fromkeys(e.connector for w in cable.wires for e in w[1:])
            book.write(f"{cable.name}: {cable.length_m:g} m, {', '.join(ends)}", 8)
    for drawing in drawings:
        for sheet in sheets(drawing):
            book.page()
            book.draw(sheet)
    return book


def _bought(items: tuple[Item, ...], table: Geometry) -> Iterator[str]:
    for one in items:
        yield f"{one.quantity} × {one.part}: {one.used_for}. {one.number}"
    for solid in table.solids:
        size = " × ".join(f"{mm:.0f}" for mm in solid.printed_mm)
        yield f"to print: {solid.name}, {size} mm, {solid.words}"
