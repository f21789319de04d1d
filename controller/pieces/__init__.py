"""Tracks the pieces: where they stand, where they belong, and the next step. No I/O.

identify   finds out which piece stands where, as far as sensors can tell
guide      finds the next step: a piece, from where and to where, also in words
sensors    which sensors to trust, and what is wrong with the others
tracker    compares that with where pieces belong, and reports wrong sensors
"""
