"""Where the pieces stand, where they belong, and the next step. No I/O here.

identify   which piece stands where, as far as magnets can tell
compare    what stands where against what should, once the sensors are quiet
trusted    which sensors count, and which are known to be wrong
guide      the next step: which piece to carry from where to where
tracker    all of this for the game on the table; names sensors that are wrong
names      what pieces and places are called in sentences
"""
