"""The contract suite: what holds for every game, whatever its rules.

A new folder under `controller/games` and an installed package are found automatically,
and tested with their seats and options. `test_complete` says what is missing, and which
command makes it.
"""
