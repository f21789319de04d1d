"""The pieces: where they stand, where they belong, and the next step; no I/O here.

identify   which piece stands where, as far as magnets can tell
compare    what stands where against what should, once the sensors are quiet
trusted    which sensors count, and which say what is not so
guide      the next step from one to the other
tracker    all of it for the game on the table; sensors that are wrong are named
names      what pieces and places are called in sentences
"""
