"""Pictures as SVG.

svg         shapes and plans as SVG
marks       pictures of lines, areas and words
scenery     a picture for each step; the table from above with its chain of pixels
breadboard  a small table's electronics on a breadboard
exploded    the table taken apart, seen from a corner
"""
