"""Where input and output go.

pi         a real table on a Raspberry Pi
sim        a simulated table, in memory
replay     what happened once, recorded or replayed

Each gives the members of `hardware.backend.Backend`. Only `hardware.choose`, first
light and what plays recordings or measures name one of them.
"""
