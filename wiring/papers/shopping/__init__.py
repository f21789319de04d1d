"""What to buy.

parts  the parts list, counted from the map and drawings
items  lines of the list, as a table and as CSV
"""
