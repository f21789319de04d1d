"""Stands for MicroPython's own module `micropython`: which byte stops a program."""

import sys

from tests.firmware.standin.played_chip import Played


def kbd_intr(byte: int) -> None:
    """Refuses to come late: a table may ask a board while that loads its modules."""
    early = [name for name in sys.modules if name[:8] in ("firmware", "tables")]
    assert not early, f"Ctrl-C could have stopped the board in {early}"
    Played.interrupt = byte
