"""The program of a sensor board, at the top of its flash beside the board's tables.

After a request for an update it runs nothing and starts no watchdog, so that new files
can be copied until the next restart.
"""

import micropython

# This comes first: the rest takes a second to load, and a table may send the byte of
# Ctrl-C meanwhile. A board stopped by it would stay at its prompt.
micropython.kbd_intr(-1)

import tables  # noqa: E402

from firmware import chip  # noqa: E402

if not chip.is_update_wanted():
    chip.run(tables)
