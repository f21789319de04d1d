"""The table's hardware: drivers written once, and the backends under them.

readings      what sensors report
health        the state of a sensor board
pi_model      which Raspberry Pi this is
backend       the interface that a backend implements
parts         one file for each part of the table
boards        the sensor boards
backends      implementations of that interface: `pi`, `sim` or `replay`
choose        chooses the backend
rig           all parts of one table, put together

Nothing here imports a game, a page or anything else from the controller.
"""
