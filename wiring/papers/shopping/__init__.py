"""What to buy.

parts  the parts list, counted from map and drawings
items  lines of the list, as a table and as CSV
"""
