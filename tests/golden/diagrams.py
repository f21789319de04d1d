"""The Eliminator's states as a drawing, made from the table that it runs on.

`python -m tests.golden.diagrams --write` draws it anew.
"""

import sys
from pathlib import Path

import hardware.parts.eliminator
from hardware.parts.eliminator import RULES, Said, State

FILE = Path(hardware.parts.eliminator.__file__).with_suffix(".svg")

WIDTH, HEIGHT = 860, 460
BOX = 110, 44
# Where each state stands; the way to a stroke runs along the top and back below.
CENTRES: dict[State, tuple[int, int]] = {
    "unasked": (110, 170),
    "asked": (320, 50),
    "holding": (540, 120),
    "striking": (750, 200),
    "returning": (540, 290),
    "cooling": (280, 330),
    "out": (750, 410),
    "closed": (110, 410),
}
MOVING = ("striking", "returning")


def draw() -> str:
    arrows: dict[tuple[State, State], list[Said]] = {}
    for (state, said), new in RULES.items():
        if new != "closed":
            arrows.setdefault((state, new), []).append(said)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="15" text-anchor="middle">',
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" '
            'markerWidth="8" markerHeight="8" orient="auto">'
            '<path d="M0 0 L10 5 L0 10 z"/></marker></defs>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *(_arrow(*ends, said, arrows) for ends, said in arrows.items()),
            *(_box(state) for state in CENTRES),
            _note(),
            "</svg>",
            "",
        ]
    )


def _box(state: State) -> str:
    x, y = CENTRES[state]
    wide, high = BOX
    fill = "#ffd9b3" if state in MOVING else "#e8eef4"
    return (
        f'<rect x="{x - wide // 2}" y="{y - high // 2}" width="{wide}" '
        f'height="{high}" rx="10" fill="{fill}" stroke="#333"/>'
        f'<text x="{x}" y="{y + 5}">{state}</text>'
    )


def _arrow(
    one: State,
    other: State,
    said: list[Said],
    arrows: dict[tuple[State, State], list[Said]],
) -> str:
    """From box to box; two that go both ways keep to their right."""
    (x1, y1), (x2, y2) = CENTRES[one], CENTRES[other]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    along, across = (x2 - x1) / length, (y2 - y1) / length
    aside = 10 if (other, one) in arrows else 0
    x1, x2 = round(x1 - across * aside), round(x2 - across * aside)
    y1, y2 = round(y1 + along * aside), round(y2 + along * aside)
    gap = min(
        (BOX[0] / 2 + 2) / abs(along) if along else length,
        (BOX[1] / 2 + 2) / abs(across) if across else length,
    )
    ends = (x1 + along * gap, y1 + across * gap, x2 - along * gap, y2 - across * gap)
    start_x, start_y, end_x, end_y = (round(end) for end in ends)
    middle_x = round((x1 + x2) / 2 - across * 14)
    middle_y = round((y1 + y2) / 2 + along * 14) + 5
    return (
        f'<path d="M{start_x} {start_y} L{end_x} {end_y}" stroke="#333" '
        'fill="none" marker-end="url(#tip)"/>'
        f'<text x="{middle_x}" y="{middle_y}" font-size="13" fill="#444" '
        'stroke="#fff" stroke-width="4" paint-order="stroke">'
        f"{', '.join(said)}</text>"
    )


def _note() -> str:
    """What would be an arrow from everywhere is said in words."""
    closing = sorted(state for (state, _), new in RULES.items() if new == "closed")
    others = sorted(state for state in CENTRES if state != "closed")
    words = "close, from everywhere" if closing == others else ", ".join(closing)
    x, y = CENTRES["closed"]
    return f'<text x="{x}" y="{y + 40}" font-size="13" fill="#444">{words}</text>'


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FILE.write_text(draw())
