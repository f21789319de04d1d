"""`undertow selftest`: walks a builder through every part of a table.

command   runs the walks in their order, with somebody at a terminal
bench     lights lamps, says words and waits for answers
report    what was found, how it is printed, and what is offered to the board map
buttons   every button, the key and `fire`
sensors   switches by a finger, Hall sensors by a magnet
rounds    asks for one button or sensor after another
lamps     every lamp: whether it lights, the order of colours, which pixel is where
chain     the order of the chain, against the board map
striker   which way the striker goes, and its angles
"""

# What can be walked by itself.
PARTS = ("buttons", "lamps", "sensors", "striker")
