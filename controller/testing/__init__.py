"""What a game has to keep, as a suite of tests for any game that is installed.

plugin        `pytest --undertow-game NAME` runs that suite
contract      the suite: what every game must pass
known         what a game's own `testing.py` tells about it
cases         the ways to set a game up, and random play
playthroughs, perft, pictures, recordings   what stays until somebody means to change it

Nothing here is loaded by the table. It needs `pytest`, and nothing else besides.
"""
