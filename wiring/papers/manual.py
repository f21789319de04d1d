"""The manual: one PDF for each table, from its parts to the first game."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import wiring
from wiring.geometry.table import Geometry
from wiring.papers.bundle import Bundle, bundle
from wiring.papers.cutting.pdf import A4, POINTS_MM, Pdf
from wiring.papers.pages.steps import Step, steps
from wiring.papers.pictures.isometric import exploded, picture
from wiring.papers.pictures.marks import Picture
from wiring.papers.pictures.puck import exploded_puck
from wiring.papers.pictures.scenery import overview
from wiring.papers.shopping.items import REGIONS, Item, totals

_LEFT, _TOP, _BOTTOM = 15.0, 20.0, 282.0
_WIDE = A4.width - 2 * _LEFT
_LINE_MM = 5.5
_GUIDE = Path(wiring.__file__).with_name("BUILDING.md")
UNTRIED = (
    "Not yet tried on a real table. All figures are calculated, some from assumptions "
    "that the sizes page names: measure before you cut. BUILDING.md has the reasons, "
    "and what to do when something does not work."
)


class Entry(NamedTuple):
    """A line of the contents; drawings also have a name."""

    words: str
    page: int
    name: str = ""


class Manual:
    """Numbered pages, and the table of contents."""

    def __init__(self, title: str) -> None:
        self.pdf = Pdf(title, A4)
        self.contents: list[Entry] = []
        self.number = 0
        self.y = _TOP

    def page(self, heading: str = "", *, shown: bool = False) -> None:
        """Begin a page, with a heading for the contents and, if asked, the page."""
        self.pdf.page()
        self.number, self.y = self.number + 1, _TOP
        self.pdf.text(A4.width / 2, A4.height - 8, str(self.number), 9, centred=True)
        if heading:
            self.contents.append(Entry(heading, self.number))
        if shown:
            self.pdf.text(_LEFT, self.y, heading, 5 * POINTS_MM, bold=True)
            self.y += 9

    def begin(self, heading: str, height: float) -> None:
        """Make room for something this high, on a new page if necessary."""
        if self.y + height > _BOTTOM:
            self.page(heading)
        else:
            self.contents.append(Entry(heading, self.number))

    def wrapped(self, words: str) -> list[str]:
        return self.pdf.wrapped(words, 10, _WIDE - 8)

    def list(self, words: str, page: int, size: float) -> None:
        """Write a line of the contents, with its page at the right edge."""
        y, number = self.y, str(page)
        self.write(words, size)
        right = A4.width - _LEFT - self.pdf.text_width(number, size)
        self.pdf.text(right, y, number, size)

    def write(
        self, words: str, size: float = 10, *, box: bool = False, bold: bool = False
    ) -> None:
        """Write a paragraph, optionally with a box to tick."""
        words = words.replace("`", "").replace("**", "")
        for number, line in enumerate(self.pdf.wrapped(words, size, _WIDE - 8 * box)):
            if self.y > _BOTTOM:
                self.page()
            if box and not number:
                self.pdf.line_width(0.2)
                self.pdf.rect(_LEFT, self.y - 3, 3.5, 3.5)
            self.pdf.text(_LEFT + 8 * box, self.y, line, size, bold=bold)
            self.y += size * 0.5
        self.y += size * 0.15

    def has_room(self, found: Picture) -> bool:
        return self.y + found.height <= _BOTTOM

    def draw(self, found: Picture) -> None:
        """Draw a picture, smaller if it would not fit the page."""
        room = _BOTTOM - self.y
        scale = min(_WIDE / found.width, room / found.height, 1.0)
        for mark in found.marks:
            self.pdf.mark(mark, _LEFT, self.y, scale)
        self.y += found.height * scale + 6


class _Content(NamedTuple):
    """The content of the manual, drawn once for all its passes."""

    bundled: Bundle
    items: tuple[Item, ...]
    apart: Picture
    steps: list[tuple[Step, Picture]]
    drawings: list[Picture]


def manual(path: Path) -> bytes:
    """Return the manual; may raise SheetError, or CannotDraw without fpdf2."""
    found, known = _content(bundle(path)), list[Entry]()
    # The contents come first but need all page numbers, so repeat until they agree.
    while (book := _book(found, known)).contents != known:
        known = book.contents
    return book.pdf.data()


def _content(bundled: Bundle) -> _Content:
    table, power = bundled.table, bundled.power
    order = steps(table, power)
    drawn = [(step, picture(bundled, order[:n], step)) for n, step in enumerate(order)]
    first = filter(None, (overview(table, power), exploded_puck(table)))
    drawings = [*first, *bundled.pictures()]
    return _Content(bundled, bundled.items, exploded(bundled), drawn, drawings)


def _book(found: _Content, contents: list[Entry]) -> Manual:
    table = found.bundled.table
    book = Manual(f"Undertow: {table.board.name}")
    book.page()
    book.write(f"Undertow: {table.board.name}", 22)
    book.write(UNTRIED)
    book.y += 4
    for page, entries in groupby(
        contents, lambda entry: (entry.page, "" if entry.name else entry.words)
    ):
        words = " · ".join(dict.fromkeys(entry.words for entry in entries))
        book.list(words, page[0], 10 if page[1] else 8)
    book.page("All of it, taken apart")
    book.draw(found.apart)
    book.page("Safety", shown=True)
    for words in _safety(found.bundled):
        book.write(words)
    book.page("Parts", shown=True)
    _buy(book, found.items, table)
    for number, (step, drawn) in enumerate(found.steps, 1):
        lines = sum(map(len, map(book.wrapped, (*step.do, *step.checks)))) + 2
        height = drawn.height + _LINE_MM * lines
        book.begin(f"Step {number}: {step.title}", height)
        book.draw(drawn)
        _do(book, step, contents)
        book.y += 8
    _draw(book, found.drawings)
    return book


def _buy(book: Manual, items: tuple[Item, ...], table: Geometry) -> None:
    """Write what to buy, by basket, and what to print."""
    for basket, total in totals(items).items():
        book.y += 3
        book.write(f"{basket}: {total}", 9, bold=True)
        for one in items:
            if one.basket == basket:
                words = f"{one.quantity} × {one.part}: {one.used_for}. {one.number}"
                book.write(f"{words}; or: {one.instead}", 8, box=True)
    book.y += 3
    book.write("In your region", 9, bold=True)
    for words in REGIONS:
        book.write(words, 8)
    if table.solids:
        book.y += 3
        book.write("To print", 9, bold=True)
    for solid in table.solids:
        size = " × ".join(f"{mm:.0f}" for mm in solid.printed_mm)
        words = f"{solid.needed} × {solid.name}, {size} mm: {solid.words}"
        book.write(words, 8, box=True)


def _do(book: Manual, step: Step, contents: list[Entry]) -> None:
    """Write a step: what to do, its drawings and its checks."""
    pages = {
        entry.page
        for entry in contents
        if any(f"{entry.name}-".startswith(f"{name}-") for name in step.see)
    }
    if pages:
        pages_of = "page" if len(pages) == 1 else "pages"
        book.write(f"Drawings: {pages_of} {', '.join(map(str, sorted(pages)))}.")
        book.y += 2
    for words in step.do:
        book.write(words, box=True)
    for words in step.checks:
        book.write(f"Check: {words}", box=True)


def _draw(book: Manual, drawings: list[Picture]) -> None:
    """Draw as many pictures on each page as fit, each with a line in the contents."""
    for number, drawn in enumerate(drawings):
        if number == 0:
            book.page("The drawings")
        elif not book.has_room(drawn):
            book.page()
        title = re.sub(r", \d+ of \d+$", "", drawn.title)
        book.contents.append(Entry(title, book.number, drawn.name))
        book.draw(drawn)


def _safety(found: Bundle) -> Iterator[str]:
    """Yield the guide's safety rules that concern this table."""
    board = found.table.board
    concerns = {
        "Two supplies": found.power.strip_supply_a is not None,
        "Fingers": board.eliminator is not None,
        "Magnets": any(
            s and s.kind == "hall" for one in board.boards for s in one.sensors
        ),
    }
    section = _GUIDE.read_text("utf-8").partition("## Safety")[2].partition("\n## ")[0]
    for words in section.strip().split("\n- "):
        heading = words.removeprefix("- ").removeprefix("**")
        if not all(
            concerned or not heading.startswith(about)
            for about, concerned in concerns.items()
        ):
            continue
        plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", words.removeprefix("- "))
        yield " ".join(plain.split())
