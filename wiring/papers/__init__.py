"""Papers for builders, made from the board map.

command   `undertow wiring`
folder    all papers of a map in a folder, and those that the guide shows
bundle    everything that papers are made from
pages     pages: pin-out, sensor bits, power, sizes, steps
pictures  pictures: the table from above, taken apart, on a breadboard
harness   the cables, their currents and their drawings
shopping  the parts list
cutting   files for cutting and drilling
solids    parts to print, as STEP and STL
manual    one PDF, from the parts to the first game
"""

from controller.basics.errors import UndertowError


class CannotDraw(UndertowError):
    """A drawing that cannot be made, with a sentence that says why."""
