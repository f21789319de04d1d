"""`undertow selftest`: a builder is walked through every part of a table."""

# What can be walked by itself.
PARTS = ("buttons", "lamps", "sensors", "striker")
