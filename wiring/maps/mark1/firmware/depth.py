"""Made from the board map by `undertow wiring`; change that."""

NAME = "depth"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = ((124, 150),)
READERS = ()
TAG_GONE_MS = 400
HASH = bytes.fromhex("81447c4386cc404a")
