"""The table's parts, one file each: how it is driven and how its failure is met.

A part is given its row of the board map, the pins and the clock. It may touch pins and
the sink of the strip's bytes, through the seam in `hardware.backend`; which backend is
below, it does not know. Only `servos` and `guardian` open devices themselves.
"""
