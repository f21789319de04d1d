"""Where everything of a table is, in millimetres, and whether it can be built so.

sizes       the millimetres in the board map
shapes      circles and boxes on a plane
places      where every lamp, sensor, switch and button is
features    what is cut into each layer, and what lies between
checks      what must hold of cuts and heights
sensing     what must hold between magnets and sensors
magnets     the field of a magnet where a sensor feels it
striker     how the striker's arm moves
clearance   what must hold around the puck, and of the parts to print
bodies      solid parts as boxes and rods
solids      the parts to print, and what the puck needs to itself
sheets      splits a layer into sheets that fit a machine's bed
lengths     how long the wires are
table       a whole table, made from its board map and checked
"""
