"""A plan at 1:1 on sheets of A4 or Letter, to glue together as a drill template.

Each sheet shows its own part of the drawing and a strip of its neighbours' parts. The
crosses at its corners match the neighbours': cut at two of them, lay cross on cross,
and glue.
"""

from collections.abc import Iterable
from math import ceil, dist
from typing import NamedTuple

from wiring.geometry.shapes import Circle, Point, edges
from wiring.papers.cutting.pdf import Paper, Pdf
from wiring.papers.cutting.plan import CUT, MARK, SEAM, Plan

MARGIN_MM = 10.0  # printers cannot print closer to the paper's edge
OVERLAP_MM = 6.0
FOOT_MM = 14.0  # for the bar and the number of the sheet
CROSS_MM = 5.0
_SEAM_NAMED_MM, _NAME_MM = 120.0, 9.0  # how often, and how far from other words
_GREYS = {CUT: 0, MARK: 140, SEAM: 90}


class Tiling(NamedTuple):
    """Columns and rows of equal parts of a drawing."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where a sheet's own part starts on the paper."""
        return MARGIN_MM + OVERLAP_MM

    @property
    def top(self) -> float:
        return MARGIN_MM + OVERLAP_MM

    def start(self, plan: Plan) -> tuple[float, float]:
        """Return the place of the drawing's corner on the first sheet.

        Centre the drawing in its parts, so that it may jut out into the strips for
        neighbours, which the outer sheets do not need.
        """
        over_x = max(0.0, plan.width - self.columns * self.width)
        over_y = max(0.0, plan.height - self.rows * self.height)
        return self.left - over_x / 2, self.top - over_y / 2


def room(paper: Paper) -> tuple[float, float]:
    """Return the size of a drawing that fits one sheet."""
    around = 2 * (MARGIN_MM + OVERLAP_MM)
    return paper.width - around, paper.height - around - FOOT_MM


def tiling(plan: Plan, paper: Paper) -> Tiling:
    most_wide, most_high = room(paper)
    columns, rows = (
        max(1, ceil((size - 2 * OVERLAP_MM) / most))
        for size, most in ((plan.width, most_wide), (plan.height, most_high))
    )
    return Tiling(columns, rows, most_wide, most_high)


def template(plan: Plan, paper: Paper) -> bytes:
    """Return the PDF; may raise CannotDraw."""
    return templates(plan.title, (plan,), paper)


def templates(title: str, plans: Iterable[Plan], paper: Paper) -> bytes:
    """Return several plans in one PDF, each on its own sheets; may raise CannotDraw."""
    pdf = Pdf(title, paper)
    for plan in plans:
        turned = best_orientation(plan, paper)
        parts = tiling(plan, turned)
        for row in range(parts.rows):
            for column in range(parts.columns):
                pdf.page(turned)
                _page(pdf, plan, parts, column, row)
    return pdf.data()


def best_orientation(plan: Plan, paper: Paper) -> Paper:
    """Choose portrait, unless landscape needs fewer sheets."""
    lying = paper._replace(width=paper.height, height=paper.width)
    sheets = [
        parts.columns * parts.rows
        for parts in (tiling(plan, paper), tiling(plan, lying))
    ]
    return lying if sheets[1] < sheets[0] else paper


def _page(pdf: Pdf, plan: Plan, parts: Tiling, column: int, row: int) -> None:
    shown = (
        MARGIN_MM,
        MARGIN_MM,
        parts.width + 2 * OVERLAP_MM,
        parts.height + 2 * OVERLAP_MM,
    )
    left, top = parts.start(plan)
    x, y = left - column * parts.width, top - row * parts.height
    with pdf.clipped(*shown):
        for mark in plan.marks:
            pdf.mark(mark, x, y)
        for ink in plan.inks:
            pdf.line_width(0.2, _GREYS[ink.kind])
            if ink.kind == SEAM:
                _seam(pdf, plan, edges(ink.shape), Point(x, y))
                continue
            pdf.shape(ink.shape, x, y)
            if ink.kind == CUT and isinstance(ink.shape, Circle):
                _centre(pdf, ink.shape.centre.moved(x, y))
    if parts.columns * parts.rows > 1:
        _crosses(pdf, parts)
    _foot(pdf, plan, parts, column, row)


def _seam(
    pdf: Pdf, plan: Plan, ends: tuple[float, float, float, float], corner: Point
) -> None:
    """Draw a seam dashed and labelled, so that nobody saws a larger sheet there."""
    left, top, right, bottom = ends
    pdf.dashed(left + corner.x, top + corner.y, right + corner.x, bottom + corner.y)
    long = right - left + bottom - top
    steps = max(1, round(long / _SEAM_NAMED_MM))
    others = [words.at for words in plan.words]
    for step in range(steps):
        shares = ((step + tenth / 10) / steps for tenth in (5, 4, 6, 3, 7, 2, 8))
        spots = [
            Point(left + (right - left) * share, top + (bottom - top) * share)
            for share in shares
        ]
        at = next((p for p in spots if _is_free(p, others)), spots[0])
        pdf.text(at.x + corner.x + 1, at.y + corner.y + 2.5, "seam", 6)


def _is_free(at: Point, others: Iterable[Point]) -> bool:
    return all(dist(at, other) > _NAME_MM for other in others)


def _centre(pdf: Pdf, at: Point) -> None:
    """Mark the centre for the drill's point."""
    for dx, dy in ((1.0, 0.0), (0.0, 1.0)):
        pdf.line(at.x - dx, at.y - dy, at.x + dx, at.y + dy)


def _crosses(pdf: Pdf, parts: Tiling) -> None:
    pdf.line_width(0.15)
    for x in (parts.left, parts.left + parts.width):
        for y in (parts.top, parts.top + parts.height):
            pdf.line(x - CROSS_MM, y, x + CROSS_MM, y)
            pdf.line(x, y - CROSS_MM, x, y + CROSS_MM)


def _foot(pdf: Pdf, plan: Plan, parts: Tiling, column: int, row: int) -> None:
    top = pdf.height - MARGIN_MM - 8
    pdf.bar(MARGIN_MM, top)
    words = plan.title
    if count := parts.rows * parts.columns - 1:
        number = row * parts.columns + column + 1
        words += f": sheet {number} of {count + 1}, row {row + 1}, column {column + 1}"
    pdf.text(MARGIN_MM, top + 8, words, 8, bold=True)
