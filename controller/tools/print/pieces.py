"""Markers to cut out, and figures to fold that stand on a place of the table."""

from collections.abc import Sequence
from typing import NamedTuple

from controller.tabletop.printing import Figure, Marker
from controller.tools.print.symbols import draw, lighter, rgb
from wiring.papers.cutting.pdf import Pdf

EDGE_MM = 12.0
FOOT_LINE_MM = 16.0  # from the lower edge: the bar is below it
FRONT_MM = (26.0, 38.0)
_APART_MM = 4.0
_NAMED_MM = 5.0  # the line above a kind of markers


class Piece(NamedTuple):
    """The foot that a figure stands on, and the magnet that goes into it."""

    foot_mm: float
    magnet_mm: float


def markers(pdf: Pdf, kinds: Sequence[Marker]) -> None:
    """Draw each kind of marker under its name, row by row."""
    y = pdf.height
    for kind in kinds:
        size = kind.diameter_mm + _APART_MM
        across = int((pdf.width - 2 * EDGE_MM) // size)
        for number in range(kind.copies):
            column = number % across
            named = _NAMED_MM if number == 0 else 0.0
            if column == 0 and y + named + size > pdf.height - FOOT_LINE_MM:
                _page(pdf, "Markers: cut along the circles")
                y = EDGE_MM + 4
            if named:
                pdf.text(EDGE_MM, y + named - 1, f"{kind.copies} × {kind.name}", 8)
                y += named
            x = EDGE_MM + column * size
            _marker(pdf, kind, x + size / 2, y + size / 2)
            if column == across - 1 or number == kind.copies - 1:
                y += size


def _marker(pdf: Pdf, disc: Marker, x: float, y: float) -> None:
    size, hue = disc.diameter_mm, rgb(disc.hue)
    pdf.circle(x, y, size, lighter(hue, 0.65))
    pdf.line_width(0.2)
    pdf.circle(x, y, size)
    draw(pdf, disc.symbol, x, y - size * 0.08, size * 0.55, hue)
    if disc.letter:
        pdf.text(x, y + size * 0.42, disc.letter, size * 0.42, bold=True, centred=True)


def figures(pdf: Pdf, kinds: Sequence[Figure], piece: Piece) -> None:
    """Draw figures: front, fold, back upside down, a foot at each end."""
    width, height = FRONT_MM[0], 2 * FRONT_MM[1] + 2 * piece.foot_mm
    across = int((pdf.width - 2 * EDGE_MM) // (width + _APART_MM))
    down = int((pdf.height - EDGE_MM - 8 - FOOT_LINE_MM) // (height + _APART_MM))
    for number, kind in enumerate(kinds):
        on_page = number % (across * down)
        if on_page == 0:
            words = "Figures: cut out, fold at the dashes, glue; magnet in the foot"
            _page(pdf, words)
        row, column = divmod(on_page, across)
        left = EDGE_MM + column * (width + _APART_MM)
        _figure(pdf, kind, left, EDGE_MM + 8 + row * (height + _APART_MM), piece)


def _figure(pdf: Pdf, kind: Figure, x: float, y: float, piece: Piece) -> None:
    width, front = FRONT_MM
    foot = piece.foot_mm
    middle = x + width / 2
    pdf.line_width(0.2)
    for top in (y, y + foot + 2 * front):
        pdf.rect(middle - foot / 2, top, foot, foot)
        pdf.line_width(0.15, 150)
        pdf.circle(middle, top + foot / 2, piece.magnet_mm)
        pdf.line_width(0.2)
    pdf.rect(x, y + foot, width, 2 * front)
    for fold in (y + foot, y + foot + front, y + foot + 2 * front):
        pdf.dashed(x, fold, x + width, fold)
    hue = rgb(kind.hue)
    with pdf.turned(180, middle, y + foot + front / 2):
        _side(pdf, kind, middle, y + foot, hue)
    _side(pdf, kind, middle, y + foot + front, hue)


def _side(
    pdf: Pdf, kind: Figure, x: float, top: float, hue: tuple[int, int, int]
) -> None:
    draw(pdf, kind.symbol, x, top + FRONT_MM[1] * 0.42, FRONT_MM[0] * 0.8, hue)
    if kind.letter:
        above = top + FRONT_MM[1] * 0.83
        pdf.text(x, above, kind.letter, 11, bold=True, centred=True)
    pdf.text(x, top + FRONT_MM[1] * 0.94, kind.name, 8, centred=True)


def _page(pdf: Pdf, words: str) -> None:
    pdf.page()
    pdf.text(EDGE_MM, EDGE_MM, words, 9, bold=True)
    pdf.bar(EDGE_MM, pdf.height - 11)
