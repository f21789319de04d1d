"""Made from the board map by `undertow wiring`; change that."""

NAME = "grid"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = ((25, 10), (50, 150))
READERS = ()
TAG_GONE_MS = 400
HASH = bytes.fromhex("c29643f62da81473")
