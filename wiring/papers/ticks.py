"""The steps on a sheet of paper, without pictures: a box to tick for everything."""

from collections.abc import Sequence

from wiring.papers.pdf import Paper, Pdf
from wiring.papers.steps import Step

_EDGE_MM = 16.0
_TITLE_MM, _LINE_MM = 9.0, 4.6
_BOX_MM = 3.4
_BESIDE_MM = 6.0  # from the edge of the boxes to the words
_POINTS = 9.5


def ticks(name: str, steps: Sequence[Step], paper: Paper) -> bytes:
    """As PDF; raises CannotDraw."""
    title = f"{name}: step by step"
    pdf = Pdf(title, paper)
    y = _page(pdf, title)
    for number, step in enumerate(steps, 1):
        rows = [_lines(pdf, words) for words in _rows(step)]
        high = _TITLE_MM + sum(map(len, rows)) * _LINE_MM
        if y + high > pdf.height - _EDGE_MM:
            y = _page(pdf, title)
        y += _TITLE_MM
        pdf.text(_EDGE_MM, y - 2, f"{number}. {step.title}", 11, bold=True)
        for lines in rows:
            pdf.rect(_EDGE_MM, y + 0.4, _BOX_MM, _BOX_MM)
            for line in lines:
                pdf.text(_EDGE_MM + _BESIDE_MM, y + 3.4, line, _POINTS)
                y += _LINE_MM
    return pdf.data()


def _rows(step: Step) -> list[str]:
    return [*step.do, *(f"Check: {words}" for words in step.checks)]


def _lines(pdf: Pdf, words: str) -> list[str]:
    plain = words.replace("`", "").replace("**", "")
    return pdf.wrapped(plain, _POINTS, pdf.width - 2 * _EDGE_MM - _BESIDE_MM)


def _page(pdf: Pdf, title: str) -> float:
    """Where its first step begins."""
    pdf.page()
    pdf.text(_EDGE_MM, _EDGE_MM + 3, title, 14, bold=True)
    pdf.text(
        _EDGE_MM,
        _EDGE_MM + 9,
        "Go on only when every check of a step is good. my-table.toml is your copy of "
        "the map.",
        8,
    )
    return _EDGE_MM + 11
