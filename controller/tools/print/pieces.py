"""Markers to cut out, and figures to fold that stand on a place of the table."""

from collections.abc import Sequence

from controller.tabletop.printing import Figure, Marker
from controller.tools.print.symbols import Symbols, lighter
from wiring.papers.cutting.pdf import Pdf

EDGE_MM = 12.0
FOOT_LINE_MM = 16.0  # from the lower edge; the bar is below it
FRONT_MM = 30.0  # height of a figure
TAB_MM = 6.0  # the depth of the slot in a printed foot
_FOLD = (
    "Figures: cut out whole, fold at the dashes, glue back to back. The ends go into "
    "the slot of a printed foot, or stand alone if they are folded outwards"
)
_APART_MM, _HEAD_POINTS = 4.0, 9
_NAMED_MM = 5.0  # the line above each kind of marker


def markers(pdf: Pdf, kinds: Sequence[Marker], symbols: Symbols) -> None:
    """Draw each kind of marker under its name, row by row."""
    y = pdf.height
    for kind in kinds:
        size = kind.diameter_mm + _APART_MM
        across = int((pdf.width - 2 * EDGE_MM) // size)
        for first in range(0, kind.copies, across):
            named = 0.0 if first else _NAMED_MM
            if y + named + size > pdf.height - FOOT_LINE_MM:
                _page(pdf, "Markers: cut along the circles")
                y = EDGE_MM + 4
            if named:
                pdf.text(EDGE_MM, y + named - 1, f"{kind.copies} × {kind.name}", 8)
                y += named
            for column in range(min(across, kind.copies - first)):
                x = EDGE_MM + (column + 0.5) * size
                _marker(pdf, kind, symbols, x, y + size / 2)
            y += size


def _marker(pdf: Pdf, disc: Marker, symbols: Symbols, x: float, y: float) -> None:
    size = disc.diameter_mm
    pdf.circle(x, y, size, lighter(disc.hue, 0.65))
    pdf.line_width(0.2)
    pdf.circle(x, y, size)
    share, up = (0.62, 0.08) if disc.letter else (0.72, 0.0)
    symbols.draw(pdf, disc.symbol, x, y - size * up, size * share, disc.hue)
    if disc.letter:
        pdf.text(x, y + size * 0.42, disc.letter, size * 0.42, bold=True, centred=True)


def figures(pdf: Pdf, kinds: Sequence[Figure], symbols: Symbols, wide: float) -> None:
    """Draw figures: front, fold, back upside down, and an edge to fold at each end.

    They are as wide as a piece's foot, so that neighbours do not touch.
    """
    height = 2 * (FRONT_MM + TAB_MM)
    across = int((pdf.width - 2 * EDGE_MM) // (wide + _APART_MM))
    down = int((pdf.height - EDGE_MM - 8 - FOOT_LINE_MM) // (height + _APART_MM))
    for number, kind in enumerate(kinds):
        on_page = number % (across * down)
        if on_page == 0:
            _page(pdf, _FOLD)
        row, column = divmod(on_page, across)
        left = EDGE_MM + column * (wide + _APART_MM)
        top = EDGE_MM + 8 + row * (height + _APART_MM)
        _figure(pdf, kind, symbols, left, top, wide)


def _figure(
    pdf: Pdf, kind: Figure, symbols: Symbols, x: float, y: float, wide: float
) -> None:
    middle, front = x + wide / 2, y + TAB_MM
    pdf.line_width(0.2)
    pdf.rect(x, y, wide, 2 * (FRONT_MM + TAB_MM))
    for fold in range(3):
        pdf.dashed(x, front + fold * FRONT_MM, x + wide, front + fold * FRONT_MM)
    with pdf.turned(180, middle, front + FRONT_MM / 2):
        _side(pdf, kind, symbols, middle, front, wide)
    _side(pdf, kind, symbols, middle, front + FRONT_MM, wide)


def _side(
    pdf: Pdf, kind: Figure, symbols: Symbols, x: float, top: float, wide: float
) -> None:
    high = FRONT_MM * (0.42 if kind.letter else 0.45)
    symbols.draw(pdf, kind.symbol, x, top + high, wide * 0.92, kind.hue)
    if kind.letter:
        above = top + FRONT_MM * 0.8
        pdf.text(x, above, kind.letter, 11, bold=True, centred=True)
    size = 8 * min(1, (wide - 1) / pdf.text_width(kind.name, 8))
    pdf.text(x, top + FRONT_MM * 0.94, kind.name, size, centred=True)


def _page(pdf: Pdf, words: str) -> None:
    pdf.page()
    wide = pdf.width - 2 * EDGE_MM
    for number, line in enumerate(pdf.wrapped(words, _HEAD_POINTS, wide)):
        pdf.text(EDGE_MM, EDGE_MM - 4 + 4 * number, line, _HEAD_POINTS)
    pdf.bar(EDGE_MM, pdf.height - 11)
