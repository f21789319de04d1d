"""Asks the questions of the sheet, and packs the answers and the evidence."""

import socket
import sys
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.tools.doctor.case import Case, case
from controller.tools.doctor.machine import Machine, this_machine
from controller.tools.doctor.report import TextStyle, examine, lines
from controller.tools.first_evening.evidence import evidence, without_secrets
from controller.tools.first_evening.sheet import (
    INTRODUCTION,
    TITLE,
    Question,
    as_pdf,
    as_text,
    questions,
)
from controller.tools.terminal import tell

ARCHIVE = Path("undertow-first-evening.zip")
# The file that `undertow selftest | tee selftest.txt` left here.
SELFTEST = Path("selftest.txt")
# A line break inside a secret would make it unrecognisable.
_UNWRAPPED = TextStyle(is_coloured=False, width=10_000)
_SKIP = "Press Enter to skip a question."


class CannotPack(UndertowError):
    """An archive of the first evening that cannot be written."""


def first_evening(
    board: Path,
    state: Path,
    out: Path | None,
    machine: Machine | None = None,
    ask: Callable[[str], str] = input,
) -> int:
    """Write the sheet if `out` is a PDF; otherwise ask, and write the archive."""
    machine = machine or this_machine()
    seen = case(machine, board, state)
    asked = list(questions(seen.board))
    archive = out or ARCHIVE
    if archive.suffix == ".pdf":
        _write(archive, as_pdf(asked))
        tell(f"Wrote {archive}. Print it, and take it to the table.")
        return 0
    if archive.exists():
        raise CannotPack(f"{archive} exists; name another file, or delete this one")
    tell(as_text(asked))
    answers = _answers(asked, ask)
    hidden = (machine.user, socket.gethostname())
    _write(archive, _packed(_contents(seen, answers), hidden))
    tell(f"Wrote {archive}. Look into it, then attach it to an issue.")
    return 0


def _answers(asked: list[Question], ask: Callable[[str], str]) -> dict[str, str]:
    """Return the answers by question; all are empty if nobody can be asked."""
    answers = dict.fromkeys((question.name for question in asked), "")
    if sys.stdin is None or not sys.stdin.isatty():
        return answers
    tell(_SKIP)
    for number, question in enumerate(asked, 1):
        try:
            answers[question.name] = ask(f"{number}. {question.ask}: ").strip()
        except EOFError:
            break
    return answers


def _contents(seen: Case, answers: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield "README.txt", f"{TITLE}\n\n{INTRODUCTION}\n"
    yield "answers.txt", "".join(f"{name}: {said}\n" for name, said in answers.items())
    yield "doctor.txt", "\n".join(lines(examine(seen), _UNWRAPPED, "undertow"))
    yield from evidence(seen.machine)
    if seen.board:
        yield "board.toml", seen.board_path.read_text(encoding="utf-8")
    if SELFTEST.is_file():
        yield SELFTEST.name, SELFTEST.read_text(encoding="utf-8", errors="replace")


def _packed(contents: Iterator[tuple[str, str]], hidden: tuple[str, ...]) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents:
            archive.writestr(name, without_secrets(text, *hidden))
    return data.getvalue()


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CannotPack(f"{path} cannot be written: {error.strerror}") from None
