"""What the lamps mean before and outside a game, as text and as a page to print.

`systemd/image/build` puts the text on the card, where every computer can read it.
"""

from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from controller.light.colour import Colour, rhythm, steady
from controller.light.palette import NEXT, NO_NETWORK, OK, WAKING, WHY
from controller.tools.terminal import tell
from wiring.papers.manual import Manual

TITLE = "What the lamps say when you switch the table on"
NOTES = (
    "Lamps wink for about five seconds after each change, and then stay lit. Press any "
    "button, and they wink again.",
    "A small table has no `why`. While no game is played, its `next` tells the same.",
)
_LAMP_MM, _STEP_MM = 6.0, 3.0
_UNLIT = "#e1e1e1"


class State(NamedTuple):
    name: str
    looks: str
    # By button.
    lamps: dict[str, Colour]
    means: str


STATES = (
    State(
        "Switched on",
        "All lamps are dark.",
        {},
        "The Pi itself is starting, for up to a minute. If they stay dark, open "
        "the table's page: it tells you if this is safe mode or the strip is broken. "
        "Without a page, check power and card; then hold `undo` while you switch on, "
        "which starts safe mode.",
    ),
    State(
        "Waking",
        "All buttons are dimly lit in blue.",
        {"every button": WAKING},
        "The program is starting. If this lasts for minutes, or comes again and again, "
        "the program cannot start: hold `undo` while you switch on.",
    ),
    State(
        "Asking for a network",
        "`why` swings slowly, in turquoise.",
        {"why": NO_NETWORK},
        "The table has found no network, so it has opened a Wi-Fi of its own, "
        "Undertow-xxxx. Connect a phone to it, and choose your Wi-Fi on the page that "
        "appears. You can play meanwhile.",
    ),
    State(
        "Ready",
        "`ok` swings slowly, in green; `next` too, in blue, if you can choose a game.",
        {"ok": OK, "next": NEXT},
        "`ok` goes on with the saved game, or begins the one that is shown.",
    ),
    State(
        "Trouble",
        "`why` flutters quickly, in violet.",
        {"why": WHY},
        "A part has failed, or the game cannot be saved. Press `why`, and the table's "
        "page and voice say what it is. In a game `why` also flutters after a refusal.",
    ),
)


def state_lamps(out: Path | None) -> int:
    """Write the page if `out` names a PDF; otherwise print the text."""
    if out is None:
        tell(as_text())
        return 0
    out.write_bytes(as_pdf())
    tell(f"Wrote {out}. Print it, and keep it with the table.")
    return 0


def as_text() -> str:
    lines = [TITLE, ""]
    for state in STATES:
        lines += [state.name, f"   {state.looks}"]
        for name, colour in state.lamps.items():
            lines.append(f"   {rhythm(colour).value}  {name}")
        lines += [_indented(state.means), ""]
    return "\n".join([*lines, *map(_indented, NOTES)])


def _indented(words: str) -> str:
    return fill(words, initial_indent="   ", subsequent_indent="   ", width=80)


def as_pdf() -> bytes:
    """Return one page with the lamps in their colours; raise CannotDraw."""
    sheet = Manual(TITLE)
    sheet.page()
    sheet.write(TITLE, 16)
    for state in STATES:
        sheet.y += 5
        sheet.write(state.name, 12, bold=True)
        sheet.write(state.looks)
        for name, colour in state.lamps.items():
            _draw(sheet, name, colour)
        sheet.write(state.means)
    sheet.y += 5
    for note in NOTES:
        sheet.write(note)
    return sheet.pdf.data()


def _draw(sheet: Manual, name: str, colour: Colour) -> None:
    """Draw a lamp, its rhythm step by step, and its button's name."""
    pdf, left, y = sheet.pdf, 18.0, sheet.y
    lit = "#" + bytes(steady(colour)).hex()
    pdf.circle(left, y, _LAMP_MM, fill=lit)
    left += _LAMP_MM
    for beat in rhythm(colour):
        shade = lit if beat == "#" else _UNLIT
        pdf.rect(left, y - 1.5, _STEP_MM - 0.4, 3, fill=shade)
        left += _STEP_MM
    pdf.text(left + 3, y + 1.5, name)
    sheet.y += _LAMP_MM + 2
