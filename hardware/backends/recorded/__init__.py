"""A table whose turns are written down, or done once more.

turns       a turn: one thing from outside, and all that comes of it
recording   makes turns of what happens
replaying   a backend that does recorded turns once more
tapped      stands between the drivers and a backend, and notes what passes

It touches no device, no clock of the machine and no file: `controller.record` has
those.
"""
