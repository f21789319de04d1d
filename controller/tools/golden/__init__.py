"""`undertow golden`: what a game is compared with, written by the same writers."""
