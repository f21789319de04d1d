"""Pictures as SVG.

marks       pictures of lines, areas and words
scenery     the table from above with its chain of pixels
components  every part as a solid where it belongs
isometric   a picture for each step, and the table taken apart
puck        the puck taken apart
rows        a row of sensors wire by wire, and pins of small parts
runs        where the cables run
breadboard  a small table's electronics on a breadboard
"""
