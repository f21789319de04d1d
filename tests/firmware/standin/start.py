"""Starts a played chip: `start.py MAIN` runs what lies at the top of its flash."""

import sys

from tests.firmware.standin import interrupt

# A file of that name would not stand before this one of MicroPython's modules.
sys.modules["micropython"] = interrupt

with open(sys.argv[1]) as _file:  # noqa: PTH123  # MicroPython has no pathlib
    exec(_file.read(), {"__name__": "__main__"})
