"""The table's hardware: drivers written once, and the backends under them.

readings      what a sensor says
health        how a sensor board is
pi_model      which Raspberry Pi this is
backend       the seam: what a backend supplies
parts         one file for each part of the table
boards        the sensor boards
backends      where input and output go: `pi`, `sim` or `replay`
choose        which backend it is
rig           all parts of one table, put together

Nothing here knows a game, a page or a file of the controller's.
"""
