"""Tracks the pieces: where they stand, where they belong, and the next step. No I/O.

identify   finds out which piece stands where, as far as magnets can tell
guide      finds the next step: a piece, from where and to where, also in words
sensors    the sensors that count, and what is wrong with the others
tracker    compares that with where the pieces belong, and names wrong sensors
"""
