"""The first-evening sheet: what to run and measure, question by question."""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.papers.cutting.pdf import Pdf
from wiring.papers.manual import Manual

TITLE = "Undertow: the first evening on a real Raspberry Pi"
INTRODUCTION = (
    "Nobody has tried Undertow on a real Raspberry Pi yet. Work from top to bottom, "
    "leave out what you can't do, and write down what you see, not what you expected. "
    "Then run `undertow doctor --first-evening`: it asks for your answers and packs "
    "them with what the Pi itself reports into one file, to attach to an issue."
)


class Question(NamedTuple):
    name: str
    to_do: str
    ask: str


def questions(board: BoardMap | None) -> Iterator[Question]:
    """Yield the questions for this board map; without one, only those for any table."""
    yield from _BEGINNING
    if board:
        yield from _strip(board)
        yield from _servo(board)
    yield from _PLAYING


_BEGINNING = (
    Question(
        "table",
        "Note what you have built: Pi, power supply, strip, level shifter, servo.",
        "Parts",
    ),
    Question(
        "doctor",
        "Run `sudo undertow doctor --state /var/lib/undertow`, and follow its advice "
        "until nothing is left that you can fix.",
        "What is left, and which advice was wrong",
    ),
    Question(
        "selftest",
        "Stop the service with `sudo systemctl stop undertow`. Run `sudo undertow "
        "selftest | tee selftest.txt`; the archive includes that file if you run the "
        "last step in the same folder.",
        "What surprised you",
    ),
)


def _strip(board: BoardMap) -> Iterator[Question]:
    pin = f"GPIO{board.strip.gpio}"
    yield Question(
        "data-at-rest",
        f"With the table stopped and the strip's data wire off, measure the voltage "
        f"from {pin} to ground. With an oscilloscope, also look at {pin} before and "
        "after each frame while the table runs.",
        "Volts at rest; anything but low between frames",
    )
    yield Question(
        "strip",
        "Connect the strip and start the table. Watch all lamps for five minutes.",
        "Lamps that flicker, or have a wrong colour",
    )
    yield Question(
        "supply",
        "With as many lamps on as a game lights, measure the supply at both ends of "
        "the strip.",
        "Volts at the near end, volts at the far end",
    )


def _servo(board: BoardMap) -> Iterator[Question]:
    row = board.eliminator
    if row is None:
        return
    yield Question(
        "servo-pulse",
        f"Take the striker off. Measure the pulses on GPIO{row.servo} with an "
        "oscilloscope while `undertow selftest` moves the servo. The board map allows "
        f"{row.pulse_min_us} to {row.pulse_max_us} µs.",
        "Shortest and longest pulse in µs; does the servo hum or twitch",
    )
    yield Question(
        "servo-safe",
        "With the key at arm, end the table by `sudo systemctl kill -s KILL undertow`.",
        "Did the servo move",
    )


_PLAYING = (
    Question(
        "start",
        "Switch the Pi off and on three times, with a stopwatch.",
        "Seconds to the first lamp, and to the page, each time",
    ),
    Question(
        "power-cut",
        "Pull the plug in the middle of a game, five times, and go on each time.",
        "Times that the game was not exactly where it was",
    ),
    Question(
        "game",
        "Play a game with at least one phone.",
        "What went wrong, what was slow, what nobody understood",
    ),
)


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
