"""Cards on sheets of paper: fronts in the order of enrolling, and their backs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from controller.tabletop.printing import GREY, Face
from controller.tabletop.staging import DeckCard
from controller.tools.print.symbols import Symbols, lighter, rgb
from wiring.papers.cutting.pdf import BAR_MM, POINTS_MM, Paper, Pdf

# Standard sleeve sizes, width and height.
SIZES = {"standard": (63.0, 88.0), "mini": (44.0, 68.0), "tarot": (70.0, 120.0)}
STICKER_MM = 25.0
MARGIN_MM = 7.0
_MARK_MM = (1.0, 4.0)  # crop marks: from here to there outside the cards
_INK, _WHITE, _BACK = "#141a1e", "#ffffff", "#123c4c"
_RULES_MM = 14.0  # from the upper edge of a rule card to its first line
_FOOT_POINTS = 6


class Grid(NamedTuple):
    """The places of cards on a sheet."""

    columns: int
    rows: int
    left: float
    top: float
    width: float
    height: float

    @property
    def cards(self) -> int:
        return self.columns * self.rows

    def corner(self, number: int, *, mirrored: bool = False) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        if mirrored:  # turned over along its long side
            column = self.columns - 1 - column
        return self.left + column * self.width, self.top + row * self.height


class Printed(NamedTuple):
    """One printed card: the table's name for it, and its face."""

    called: str
    face: Face


def grid(paper: Paper, size: tuple[float, float]) -> Grid:
    width, height = size
    columns = int((paper.width - 2 * MARGIN_MM) // width)
    rows = int((paper.height - 2 * MARGIN_MM) // height)
    left = (paper.width - columns * width) / 2
    top = (paper.height - rows * height) / 2
    return Grid(columns, rows, left, top, width, height)


def in_order(deck: Sequence[DeckCard]) -> list[DeckCard]:
    """Return every copy of every card, in the order of `undertow cards enroll`."""
    return [card for card in deck for _ in range(card.copies)]


def fronts_and_backs(
    pdf: Pdf, cards: Sequence[Printed], where: Grid, title: str, symbols: Symbols
) -> None:
    """Draw each sheet of fronts and then its backs, for two-sided printing."""
    for first in range(0, len(cards), where.cards):
        some = cards[first : first + where.cards]
        pdf.page()
        for number, card in enumerate(some):
            front(pdf, card, symbols, *where.corner(number), where)
        marks(pdf, where)
        pdf.page()
        for number in range(len(some)):
            _back(pdf, title, symbols, *where.corner(number, mirrored=True), where)
        marks(pdf, where)


def marks(pdf: Pdf, where: Grid) -> None:
    """Draw crop marks, and a bar to measure."""
    pdf.line_width(0.1)
    right = where.left + where.columns * where.width
    bottom = where.top + where.rows * where.height
    near, far = _MARK_MM
    for column in range(where.columns + 1):
        x = where.left + column * where.width
        pdf.line(x, where.top - far, x, where.top - near)
        pdf.line(x, bottom + near, x, bottom + far)
    for row in range(where.rows + 1):
        y = where.top + row * where.height
        pdf.line(where.left - far, y, where.left - near, y)
        pdf.line(right + near, y, right + far, y)
    # Below the crop marks, so that they cross no words.
    pdf.rect(where.left, bottom + far + 0.4, BAR_MM, 1.2, fill="#000000")
    words = "100 mm if printed at 100 %, not fit to page"
    pdf.text(where.left + BAR_MM + 2, bottom + far + 2.0, words, 6)


def front(
    pdf: Pdf, card: Printed, symbols: Symbols, x: float, y: float, where: Grid
) -> None:
    face, width, height = card.face, where.width, where.height
    hue, inset, band = face.hue, 3.0, height * 0.14
    pdf.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, corner=3)
    pdf.rect(x + inset, y + inset + 2, width - 2 * inset, band, fill=hue)
    size = _fitting(pdf, face.title, width - 2 * inset - 12, band * 0.42 * POINTS_MM)
    line = y + inset + 2 + band * 0.64
    pdf.text(x + inset + 3, line, face.title, size, bold=True, colour=_on(hue))
    if face.letter:
        _letter(pdf, face.letter, x + width - inset - 5, line - band * 0.14, hue)
    middle = x + width / 2 - (width * 0.14 if face.value else 0)
    size, high = (0.52, 0.44) if face.words else (0.64, 0.56)
    symbols.draw(pdf, face.symbol, middle, y + height * high, width * size, face.hue)
    if face.value:
        at = x + width * 0.79, y + height * (high + 0.06)
        pdf.text(*at, face.value, width * 0.24 * POINTS_MM, bold=True, centred=True)
    _words(pdf, face.words, x, y + height * 0.70, where)
    foot = y + height - inset - 2
    pdf.text(x + inset + 2, foot, card.called, _FOOT_POINTS, colour="#5a5a5a")


def _back(
    pdf: Pdf, title: str, symbols: Symbols, x: float, y: float, where: Grid
) -> None:
    """Draw a back, which is the same for every card."""
    width, height = where.width, where.height
    pdf.rect(x + 3, y + 3, width - 6, height - 6, fill=_BACK, corner=3)
    symbols.draw(pdf, "back", x + width / 2, y + height * 0.19, width * 0.34, GREY)
    middle = x + width / 2, y + height / 2
    pdf.circle(*middle, STICKER_MM, lighter(_BACK, 0.12))
    pdf.line_width(0.15, 90)
    pdf.circle(*middle, STICKER_MM)
    pdf.line_width(0.2)
    pdf.text(*middle, "NFC", 6, centred=True, colour=lighter(_BACK, 0.3))
    size = _fitting(pdf, title, width - 12, 11)
    pdf.text(x + width / 2, y + height * 0.86, title, size, centred=True, colour=_WHITE)


def rule_card(
    pdf: Pdf, title: str, rules: Sequence[str], x: float, y: float, where: Grid
) -> float:
    """Draw a rule card in the largest letters that fit; return their size in points."""
    width, height = where.width, where.height
    pdf.rect(x + 3, y + 3, width - 6, height - 6, corner=3)
    pdf.text(x + width / 2, y + 9, title, 9, bold=True, centred=True)
    room = height - 3 - _RULES_MM - 2

    def set_in(size: float) -> list[list[str]]:
        return [pdf.wrapped(rule, size, width - 13) for rule in rules]

    def high(size: float) -> float:
        lines = sum(map(len, set_in(size))) + 0.25 * len(rules)
        return lines * size / POINTS_MM * 1.18

    size = _largest(9, 4, lambda points: high(points) <= room)
    step, at = size / POINTS_MM * 1.18, y + _RULES_MM
    for lines in set_in(size):
        for number, line in enumerate(lines):
            pdf.text(
                x + (6 if number else 4.5), at, line if number else f"· {line}", size
            )
            at += step
        at += step * 0.25
    return size


def _words(pdf: Pdf, words: str, x: float, y: float, where: Grid) -> None:
    """Draw a card's words in the largest letters that fit above its foot."""
    width, room = where.width - 12, where.height * 0.3 - 8

    def fits(size: float) -> bool:
        return len(pdf.wrapped(words, size, width)) * size / POINTS_MM * 1.2 <= room

    size = _largest(10.5, 4.5, fits)
    for line in pdf.wrapped(words, size, width):
        pdf.text(x + where.width / 2, y, line, size, centred=True)
        y += size / POINTS_MM * 1.2


def _largest(most: float, least: float, fits: Callable[[float], bool]) -> float:
    """Return the largest size that fits, in half points."""
    size = most
    while size > least and not fits(size):
        size -= 0.5
    return size


def _letter(pdf: Pdf, letter: str, x: float, y: float, hue: str) -> None:
    """Draw the letter that stands for the colour."""
    pdf.circle(x, y, 6, lighter(hue, 0.85))
    size = 9 if len(letter) == 1 else 6
    pdf.text(x, y + 1.2, letter, size, bold=True, centred=True, colour=_INK)


def _fitting(pdf: Pdf, words: str, width: float, size: float) -> float:
    """Return the largest size, up to this one, at which the words fit on a line."""
    return _largest(
        size, 4, lambda points: pdf.text_width(words, points, bold=True) <= width
    )


def _on(hue: str) -> str:
    """Return black or white, whichever is readable on this colour."""
    red, green, blue = rgb(hue)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return _INK if light > 140 else _WHITE
