"""A table's turns: written down while they happen, and done once more later.

`turns` has what both share, `recording` makes turns of what happens, `tapped` stands
between the drivers and a backend, `replaying` is the backend of a recording. It touches
no device, no clock of the machine and no file; `controller.record` has those.
"""
