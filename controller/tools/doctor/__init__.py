"""`undertow doctor`: what this machine is, what is wrong with it, and what mends it."""
