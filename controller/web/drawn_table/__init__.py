"""The simulated table as a page draws it and touches it.

table      buttons, pieces and cards under the hands of a page
geometry   where everything on the drawn table is, in millimetres
bench      pin levels, the last readings and faults to try, for makers
"""
