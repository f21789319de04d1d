"""The parts list.

parts          the whole list
items          a line of that list; the list as a table and as CSV
catalogue      parts by their manufacturers' numbers, and price classes
electronics    what to buy for Pi, strip, supply, buttons, striker and sensor boards
wood_and_wire  what to buy of wood, acrylic, screws, plugs and wire
"""
