"""`undertow flash`: the firmware onto a sensor board, and which boards have it.

`plugs` knows what is plugged in and which board is meant; `talk` speaks with a board
that runs, by the wire's own messages; `repl` with one that does not, at MicroPython's
prompt. `on_board` is what it has the board do. `update` goes through all of it.

A power cut at any moment leaves the old program or the new one. New files are copied
beside the old and compared; then one rename makes `on_board` what the board starts
with, and that puts the new files in their places, as often as it is cut off.
"""

from controller.errors import UndertowError


class CannotFlash(UndertowError):
    """The board has no new firmware; the text is a sentence for people."""
