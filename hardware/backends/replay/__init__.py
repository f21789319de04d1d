"""A table whose turns are recorded, or replayed.

turns       a turn: one input from outside, and all its effects
recorder    records the turns as they happen
player      replays recorded turns on stand-ins for the hardware
taps        records what passes between the drivers and a backend

Nothing here touches a device, a real clock or a file; `controller.replay` does.
"""
