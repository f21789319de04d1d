"""The simulated table as a page draws it and touches it.

table        buttons, pieces, cards and faults under the hands of a page
instruments  pin levels and the last readings, for makers
"""
