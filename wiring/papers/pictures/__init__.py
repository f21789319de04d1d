"""Pictures as SVG.

marks       pictures of lines, areas and words
scenery     the table from above with its chain of pixels
components  every part as a solid in its place
isometric   a picture for each step, and the exploded table
puck        the exploded puck
rows        a row of sensors wire by wire, and pins of small parts
runs        the routes of the cables
breadboard  a small table's electronics on a breadboard
"""
