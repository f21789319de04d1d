"""`undertow new-game`: a folder, or a package, with a game that plays at once.

command     copies a template under the name of the new game
templates   games to begin with; each of them plays
"""
