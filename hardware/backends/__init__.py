"""Where input and output go: `pi` to a real table, `sim` to one in memory, `recorded`
to and from what happened once.

Each gives the members of `hardware.backend.Backend`. Only `hardware.choose`, first
light and what plays recordings or measures name one of them.
"""
