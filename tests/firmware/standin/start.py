"""Starts a played chip: `start.py MAIN` runs what lies at the top of its flash.

UNDERTOW_CHIP is what MicroPython says of the chip that it runs on.
"""

import os
import sys

from tests.firmware.standin import played_chip
from tests.firmware.standin.played_chip import Played


class About:
    _machine = os.getenv("UNDERTOW_CHIP") or "UNDERTOW_CHIP is not set"


class System:
    """A stand-in for `sys`."""

    implementation = About
    stdin = sys.stdin
    stdout = sys.stdout
    stderr = sys.stderr
    exit = sys.exit


class Time:
    """A stand-in for `time`, which the test controls."""

    sleep_ms = played_chip.sleep_ms
    sleep_us = played_chip.sleep_us

    @staticmethod
    def ticks_ms() -> int:
        return Played.now_ms


class Interrupt:
    """A stand-in for `micropython`: which byte stops a program."""

    @staticmethod
    def kbd_intr(byte: int) -> None:
        """Refuse to come late: a table may ask a board that still loads its modules."""
        early = [name for name in sys.modules if name[:8] in ("firmware", "tables")]
        assert not early, f"Ctrl-C could have stopped the board in {early}"
        Played.interrupt = byte


with open(sys.argv[1]) as _file:  # noqa: PTH123  # MicroPython has no pathlib
    _main = _file.read()
# Files of these names would not stand before MicroPython's own modules.
for _name, _module in (("micropython", Interrupt), ("time", Time), ("sys", System)):
    sys.modules[_name] = _module  # type: ignore[assignment]
exec(_main, {"__name__": "__main__"})
