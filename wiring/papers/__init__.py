"""Papers for builders, made from the board map.

command   `undertow wiring`
folder    all papers of a map in a folder, and those that the guide shows
bundle    the input for all papers
pages     pages: pin-out, sensor bits, power, sizes, steps
pictures  pictures: from above, exploded, on a breadboard
harness   cables, currents and their drawings
shopping  the parts list
cutting   files for cutting and drilling
solids    parts to print, as STEP and STL
manual    one PDF, from the parts to the first game
"""

from controller.basics.errors import UndertowError


class CannotDraw(UndertowError):
    """A drawing that cannot be made; the message says why."""
