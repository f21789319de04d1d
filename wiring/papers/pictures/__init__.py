"""Pictures as SVG.

svg         shapes and plans as SVG
scenery     a picture for each step; the table from above
breadboard  a small table's electronics on a breadboard
chain       the number of every pixel, and the pieces of the chain
exploded    the table taken apart, seen from a corner
"""
