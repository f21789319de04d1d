"""Made from the board map by `undertow wiring`; change that."""

NAME = "cards"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = ()
READERS = ("shoe", "play")
TAG_GONE_MS = 400
HASH = bytes.fromhex("2d970bbf6c22b6c0")
