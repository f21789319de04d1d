"""The first-evening sheet: what to run and measure; `questions.toml` has the text."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.papers.cutting.pdf import Pdf
from wiring.papers.manual import Manual

_DATA = tomllib.loads(Path(__file__).with_name("questions.toml").read_text("utf-8"))
TITLE, INTRODUCTION = _DATA["title"], _DATA["introduction"]


class Question(NamedTuple):
    name: str
    to_do: str
    ask: str


def questions(board: BoardMap | None) -> Iterator[Question]:
    """Yield the questions for this board map; without one, only those for any table."""
    row = board.eliminator if board else None
    has = {"board": board is not None, "eliminator": row is not None, None: True}
    for each in _DATA["question"]:
        if has[each.get("needs")]:
            to_do = each["to_do"].format(strip=board and board.strip, row=row)
            yield Question(each["name"], to_do, each["ask"])


def as_text(asked: list[Question]) -> str:
    lines = [TITLE, "", INTRODUCTION, ""]
    for number, question in enumerate(asked, 1):
        lines += [f"{number}. {question.to_do}", f"   {question.ask}:", ""]
    return "\n".join(lines)


def as_pdf(asked: list[Question]) -> bytes:
    """Return the sheet with boxes to tick and lines to write on; raise CannotDraw."""
    sheet = Manual(TITLE)
    sheet.page()
    sheet.write(TITLE, 16)
    sheet.write(INTRODUCTION)
    for question in asked:
        sheet.write(question.to_do, box=True)
        sheet.write(f"{question.ask}:")
        _line(sheet)
    return sheet.pdf.data()


def _line(sheet: Manual) -> None:
    pdf: Pdf = sheet.pdf
    sheet.y += 6
    pdf.line_width(0.2)
    pdf.rect(15, sheet.y, pdf.width - 30, 0)
    sheet.y += 6
