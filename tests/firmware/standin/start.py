"""Starts a played chip: `start.py MAIN` runs what lies at the top of its flash.

UNDERTOW_CHIP is what MicroPython says of the chip that it runs on.
"""

import os
import sys

from tests.firmware.standin import interrupt


class About:
    _machine = os.getenv("UNDERTOW_CHIP") or "UNDERTOW_CHIP is not set"


class System:
    """Stands for `sys`."""

    implementation = About
    stdin = sys.stdin
    stdout = sys.stdout
    stderr = sys.stderr
    exit = sys.exit


with open(sys.argv[1]) as _file:  # noqa: PTH123  # MicroPython has no pathlib
    _main = _file.read()
# Files of these names would not stand before MicroPython's own modules.
sys.modules["micropython"] = interrupt
sys.modules["sys"] = System  # type: ignore[assignment]
exec(_main, {"__name__": "__main__"})
