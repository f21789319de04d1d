"""A table's dimensions, and the checks that it can be built.

sizes       the dimensions in the board map
shapes      circles and boxes on a plane
places      positions of every lamp, sensor, switch and button
mounted     everything mounted on the floor
features    cuts into each layer, and parts between the layers
checks      checks of cuts and heights
sensing     checks of magnets against sensors
magnets     the field of a magnet at a sensor
striker     the motion of the striker's arm
clearance   checks of the space around the puck, and of the parts to print
bodies      solid parts as boxes and rods
plunger     the plunger and its tower, to print
puck        the puck, the servo's bracket and its arm, and the area of the puck
solids      all parts to print
sheets      splits a layer into sheets that fit a machine's bed
lengths     lengths of wires
drawing     the table to scale, as numbers for a page
table       a whole table, made from its board map and checked
"""
