"""Made from the board map by `undertow wiring`; change that."""

NAME = "grid"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = (
    (5, 10),
    (10, 150),
    (16, 0),
    (21, 10),
    (26, 150),
    (32, 0),
    (37, 10),
    (42, 150),
    (48, 0),
    (53, 10),
    (58, 150),
    (64, 0),
    (69, 10),
    (74, 150),
    (80, 0),
)
READERS = ()
TAG_GONE_MS = 400
# Pins: select lines S0 to S3; the signal of each multiplexer.
SELECT = (2, 3, 4, 5)
SIGNALS = (6, 7, 8, 9, 10)
SETTLE_US = 20
HASH = bytes.fromhex("41ec24a256fb8cc7")
