"""A table whose turns are written down, or done once more.

turns       a turn: one thing from outside, and all that comes of it
recorder    makes turns of what happens
player      a backend that does recorded turns once more
taps        stands between the drivers and a backend, and notes what passes

It touches no device, no clock of the machine and no file: `controller.replay` has
those.
"""
