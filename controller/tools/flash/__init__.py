"""`undertow flash`: puts the firmware onto a sensor board.

command    the command itself
plugs      what is plugged in, and which board is meant
talk       speaks with a board that runs our firmware
repl       speaks with MicroPython's prompt on a board that does not
on_board   what the board does while it gets new files
update     the whole way, from whatever runs there to the new firmware

A power cut at any moment leaves the old program or the new one. New files are copied
beside the old and compared; then one rename makes `on_board` what the board starts
with, and that puts the new files in their places, as often as it is cut off.
"""

from controller.basics.errors import UndertowError


class CannotFlash(UndertowError):
    """The board has no new firmware; the text is a sentence for people."""
