"""The colours that carry meaning, each with its rhythm, the same everywhere.

This one table serves lamps and pages; the last column is the colour on screens.

`LIGHT.md` beside this file explains the meanings. People with a colour-vision
deficiency can tell these colours apart; `tests/light/test_palette.py` measures that on
the light that leaves the strip, and on a screen. The number of winks tells whose a lamp
is, a slow swing asks for a press, a flutter means danger, and a steady lamp is
nobody's.
"""

from controller.light.colour import Colour, Ink, Rhythm, Tint, on_screen

# Owners. Two colours that wink alike differ in brightness to every eye.
RED = Ink((200, 0, 10), Rhythm.ONE, "#ed4d4a")
YELLOW = Ink((255, 205, 0), Rhythm.ONE, "#ffeea2")
GREEN = Ink((50, 255, 190), Rhythm.TWO, "#41b78b")
BLUE = Ink((0, 40, 220), Rhythm.THREE, "#5e7bff")
ORANGE = Ink((232, 128, 20), Rhythm.THREE, "#ffa000")
PURPLE = Ink((195, 100, 255), Rhythm.FOUR, "#c8adf6")
PINK = Ink((235, 60, 150), Rhythm.ONE, "#e173b1")
TURQUOISE = Ink((20, 160, 210), Rhythm.THREE, "#00effc")
# Light cannot be black: a diver in black is sandy brown.
BLACK = Ink((185, 155, 85), Rhythm.FOUR, "#59636b")

WHOSE: dict[str, Colour] = {
    "red": RED,
    "yellow": YELLOW,
    "green": GREEN,
    "blue": BLUE,
    "orange": ORANGE,
    "purple": PURPLE,
    "pink": PINK,
    "turquoise": TURQUOISE,
    "black": BLACK,
}

# Danger.
BLOOD = Ink((255, 0, 0), Rhythm.QUICK, "#ff4d3d")
PANIC = Ink((255, 40, 0), Rhythm.QUICK, "#ff7a5c")
SHARK = Ink((140, 175, 185), Rhythm.QUICK, "#b9cbd1")

# What players can do next.
OK = Ink((0, 160, 60), Rhythm.SLOW)
NEXT = Ink((0, 90, 200), Rhythm.SLOW)
PLACE = Ink((90, 90, 90), Rhythm.SLOW)
UNDO: Colour = (150, 90, 0)
ASTRAY = Ink((255, 255, 255), Rhythm.QUICK)
HOME = Ink((255, 255, 255), Rhythm.SLOW)
WHY = Ink((120, 0, 160), Rhythm.QUICK)

# What the table itself does, before and outside a game.
WAKING: Colour = (0, 90, 120)
NO_NETWORK = Ink((0, 200, 200), Rhythm.SLOW)

# Water, which is nobody's.
WATER = Tint((0, 18, 34), "#123c4c")


def named(*names: str) -> dict[str, Colour]:
    """Return the colours with these names."""
    return {name: WHOSE[name] for name in names}


def for_pages() -> dict[str, str]:
    """Return the screen colours, by name."""
    tints = {n.lower(): c for n, c in globals().items() if isinstance(c, Tint)}
    return on_screen(tints)
