"""`undertow flash`: puts the firmware onto a sensor board.

command    the command itself
plugs      what is plugged in, and which of it is the board
talk       talks to a board that runs our firmware
repl       talks to MicroPython's prompt on a board that does not
on_board   runs on the board while it gets new files
update     the whole process, from whatever runs there to the new firmware

A power cut at any moment leaves the old program or the new one. New files are copied
beside the old and compared. Then one rename makes the board start with `on_board`,
which moves the new files into place, and starts over if it is interrupted.
"""

from controller.basics.errors import UndertowError


class CannotFlash(UndertowError):
    """The board has no new firmware; the text is a sentence for people."""
