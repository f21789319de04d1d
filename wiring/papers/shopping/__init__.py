"""The parts list.

parts          the whole list
items          a line of that list; the list as a table and as CSV; the catalogue
electronics    Pi, strip, supply, buttons, striker and sensor boards
wood_and_wire  wood, acrylic, screws, plugs and wire
"""
