"""`undertow new-game`: a folder, or a package, with a game that plays at once."""
