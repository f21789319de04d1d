"""What a sensor board runs when it gets power; it lies at the top of its flash.

Beside it lie the board's own tables. When the table has asked for an update, nothing
runs and no watchdog bites, so that new files can be copied until the next restart.
"""

import tables

from firmware import chip

if not chip.is_update_wanted():
    chip.run(tables)
