"""`undertow selftest`: walks a builder through every part of a table.

command   runs the walks in order, with somebody at a terminal
bench     lights lamps, prints text and waits for answers
report    findings: how they are printed, and changes offered for the board map
buttons   every button, the key and `fire`
sensors   switches by a finger, Hall sensors by a magnet
rounds    asks for one button or sensor after another
lamps     every lamp: whether it lights, its colour order, which pixel is where
chain     the order of the chain, compared with the board map
striker   which way the striker goes, and its angles
"""

# The groups that can be walked alone.
PARTS = ("buttons", "lamps", "sensors", "striker")
