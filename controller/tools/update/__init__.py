"""`undertow update`: installs a newer package, and rolls back if it does not work.

updater    the root program of `undertow-update.service`: one self-contained file
command    asks for an update from the terminal
"""
