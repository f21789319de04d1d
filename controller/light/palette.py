"""The colours that carry meaning, each with its rhythm: the same one everywhere.

`LIGHT.md` beside this file says what each means. The colours are chosen so that people
with a colour-vision deficiency can tell them apart; `tests/test_palette.py` measures
that on the light which leaves the strip. A rhythm counts: so many winks are somebody's,
a slow swing asks for a press, a flutter is danger, a steady lamp is nobody's.
"""

from controller.light.colour import Colour, Ink, Rhythm

# Whose it is. Two that wink alike are of different brightness to every eye.
RED = Ink((200, 0, 10), Rhythm.ONE)
YELLOW = Ink((255, 205, 0), Rhythm.ONE)
GREEN = Ink((50, 255, 190), Rhythm.TWO)
BLUE = Ink((0, 40, 220), Rhythm.THREE)
ORANGE = Ink((232, 128, 20), Rhythm.THREE)
PURPLE = Ink((195, 100, 255), Rhythm.FOUR)
PINK = Ink((235, 60, 150), Rhythm.ONE)
TURQUOISE = Ink((20, 160, 210), Rhythm.THREE)
# There is no black light: a diver in black is a sandy brown.
BLACK = Ink((185, 155, 85), Rhythm.FOUR)

# Danger.
BLOOD = Ink((255, 0, 0), Rhythm.QUICK)
PANIC = Ink((255, 40, 0), Rhythm.QUICK)
SHARK = Ink((140, 175, 185), Rhythm.QUICK)

# What a hand can do next.
OK = Ink((0, 160, 60), Rhythm.SLOW)
NEXT = Ink((0, 90, 200), Rhythm.SLOW)
PLACE = Ink((90, 90, 90), Rhythm.SLOW)
UNDO: Colour = (150, 90, 0)
ASTRAY = Ink((255, 255, 255), Rhythm.QUICK)
HOME = Ink((255, 255, 255), Rhythm.SLOW)
WHY = Ink((120, 0, 160), Rhythm.QUICK)

# Nobody's.
WATER: Colour = (0, 18, 34)
