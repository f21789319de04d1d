"""`undertow update`: a newer package, which is tried, and leaves by itself if it fails.

updater    the root program of `undertow-update.service`: one file, without the rest
command    asks for an update from the terminal
"""
