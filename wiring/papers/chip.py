"""The level shifter as a chip: its pins in their places, and what each goes to."""

from collections.abc import Mapping
from xml.sax.saxutils import escape

from wiring.boardmap import BoardMap
from wiring.papers import header
from wiring.papers.pi_side import PULL_DOWN

NAMES = (
    "1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND",
    "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC",
)  # fmt: skip
# Inputs that are not used, and the enable of the one that is.
GROUNDED = (1, 4, 5, 9, 10, 12, 13)
_SIDE, _STEP, _TOP = 330, 44, 96
_BODY = 150
_COUNTING = "14 pins; count from the notch down the left side, then up the right one."
_CAPACITOR = (
    "C2, 100 nF, sits close to the chip, from pin 14 to pin 7. "
    "Never HC or AHC: they want 3.5 V for a one."
)
_TURNED = (
    "On a breadboard it lies a quarter turned: the notch to the left, pin 1 below it."
)


def chip(board: BoardMap) -> str:
    """As SVG, seen from above, the notch at its upper end."""
    wanted = goes_to(board)
    width, height = 2 * _SIDE + _BODY, _TOP + 7 * _STEP + 96
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        "<style>text{font-family:sans-serif;font-size:15px;fill:#111}"
        ".h{font-size:19px;font-weight:bold}.p{font-size:14px;fill:#fff}"
        ".s{font-size:13px;fill:#444}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        _text(20, 32, f"{board.name}: the 74AHCT125 from above", "h"),
        _text(20, 56, _COUNTING, "s"),
        *_body(),
    ]
    for number, name in enumerate(NAMES, 1):
        lines += _pin(number, name, wanted[number], _SIDE, _SIDE + _BODY)
    foot = _TOP + 7 * _STEP + 26
    lines += [
        _text(20, foot, _CAPACITOR, "s"),
        _text(20, foot + 22, _TURNED, "s"),
        "</svg>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _body() -> list[str]:
    """The case with its notch, and the dot at pin 1."""
    top = _TOP - 24
    return [
        f'<rect x="{_SIDE}" y="{top}" width="{_BODY}" height="{7 * _STEP + 20}" '
        'rx="6" fill="#2a2f33"/>',
        f'<path d="M{_SIDE + 60} {top} a15 15 0 0 0 30 0" fill="#fff"/>',
        f'<circle cx="{_SIDE + 16}" cy="{_TOP - 8}" r="4" fill="#fff"/>',
    ]


def goes_to(board: BoardMap) -> Mapping[int, str]:
    """What each pin is joined with, in words."""
    pin = header.position(board.strip.gpio)
    found = dict.fromkeys(range(1, 15), "stays empty")
    found |= dict.fromkeys(GROUNDED, "to ground (pin 7)")
    found[1] = "to ground (pin 7): switched on"
    found[2] = f"data: GPIO{board.strip.gpio}, header pin {pin}; R2 {PULL_DOWN} to 7"
    found[3] = "R1 330 Ω, then pixel 0's DIN"
    found[7] = "ground: rail, Pi and strip"
    found[14] = "5 V of the rail"
    return found


def _pin(number: int, name: str, words: str, left: int, right: int) -> list[str]:
    on_left = number <= 7
    row = number - 1 if on_left else 14 - number
    y = _TOP + row * _STEP + 4
    used = words != "stays empty"
    x = left - 22 if on_left else right
    inside = left + 10 if on_left else right - 10
    end = "start" if on_left else "end"
    outside = left - 30 if on_left else right + 30
    return [
        f'<rect x="{x}" y="{y - 8}" width="22" height="16" '
        f'fill="{"#c8a24a" if used else "#cfd4d6"}" stroke="#555"/>',
        _text(
            inside,
            y + 5,
            f"{number} {name}" if on_left else f"{name} {number}",
            "p",
            end,
        ),
        _text(
            outside, y + 5, words, "" if used else "s", "end" if on_left else "start"
        ),
    ]


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{named}>'
        f"{escape(words)}</text>"
    )
