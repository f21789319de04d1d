"""A sensor board's main program, at the top of its flash beside the board's tables.

If the table has requested an update, it runs nothing and starts no watchdog, so that
`undertow flash` can copy new files until the next restart.
"""

import micropython

# Do this first: the rest takes a second to load, and meanwhile a table may send the
# byte of Ctrl-C, which would leave the board at its prompt.
micropython.kbd_intr(-1)

import tables  # noqa: E402

from firmware import chip  # noqa: E402

if not chip.is_update_wanted():
    chip.run(tables)
