"""The table's hardware: drivers written once, and the backends under them.

At the top is what everything here shares (`readings`, `health`, `pi_model`, `backend`,
which is the seam) and what puts it together (`first_light`, `choose`, `rig`). Below are
`parts/`, `boards/` and `backends/`. Nothing here knows a game, a page or a file of the
controller's.
"""
