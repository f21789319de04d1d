"""Tracks the pieces: where they stand, where they belong, and the next step. No I/O.

identify   finds out which piece stands where, as far as magnets can tell
compare    compares that with where the pieces belong, by the sensors that count
guide      finds the next step: a piece, from where and to where, also in words
tracker    does all of this for the game on the table, and names wrong sensors
"""
