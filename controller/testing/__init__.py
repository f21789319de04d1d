"""The test suite that every game must pass, built-in or from a package.

plugin          `pytest --undertow-game NAME` runs the suite for one game
contract        the suite itself
known           what a game's own `testing.py` tells the suite
cases           which games to test, the ways to set them up, and random play
twins           tables that look alike, driven by the same presses
colour_vision   which colours people can confuse
playthroughs    whole games as text that a person can read
kinds           the kinds of actions and events that playthroughs show
perft           counts of the ways to play the first actions
pictures        drawings of what the lamps show
recordings      recorded tables that are replayed
keys            which keys of words the code uses, and which exist
page_runs       a game's page.js, run without a browser
golden          `undertow golden`: writes the golden files of games

Tables load none of this. It needs only `pytest`.
"""
