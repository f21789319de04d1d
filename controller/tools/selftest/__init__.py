"""`undertow selftest`: a builder is walked through every part of a table.

command        runs the walks, with somebody at a terminal
walks          which walks there are, in which order
bench          lights lamps, says words and waits for answers
report         what was found, and how it is printed
buttons        every button, the key and `fire`
sensors        switches by a finger, Hall sensors by a magnet
select_lines   select lines of a multiplexer that are crossed
rounds         asks for one button or sensor after another
permutations   finds swaps and rotations
lamps          every lamp: dark ones, the order of colours, which pixel is where
dark           where the chain of lamps breaks, or which pixel is dead
rows           lamps that cannot be touched, row by row
chain          the order of the chain, against the board map
striker        which way the striker goes, and its angles
offers         offers what was found to the board map
"""

# What can be walked by itself.
PARTS = ("buttons", "lamps", "sensors", "striker")
