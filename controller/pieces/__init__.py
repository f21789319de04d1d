"""Where the pieces stand, where they belong, and the next step. No I/O here.

identify   which piece stands where, as far as magnets can tell
compare    what stands where against what should, by the sensors that count
guide      the next step: which piece to carry from where to where, and in words
tracker    all of this for the game on the table; names sensors that are wrong
"""
