"""Made from the board map by `undertow wiring`; change that."""

NAME = "depth"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = (
    (31, 150),
    (32, 0),
    (63, 150),
    (64, 0),
    (95, 150),
    (96, 0),
    (127, 150),
    (128, 0),
)
READERS = ()
TAG_GONE_MS = 400
# Pins: select lines S0 to S3; the signal of each multiplexer.
SELECT = (2, 3, 4, 5)
SIGNALS = (6, 7, 8, 9, 10, 11, 12, 13)
SETTLE_US = 20
HASH = bytes.fromhex("686bd843f8e263de")
