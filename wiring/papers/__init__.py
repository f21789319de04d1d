"""What a builder needs on paper, made from the board map alone.

command   `undertow wiring`
folder    all papers of a map in a folder, and those that the guide shows
pages     what to read: pin-out, sensor bits, power, sizes, steps
pictures  what to look at: the table from above, taken apart, on a breadboard
harness   the cables, their currents and their drawings
shopping  what to buy
cutting   files to cut, drill and print by
solids    parts to print, as STEP and STL
"""
