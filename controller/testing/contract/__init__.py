"""The contract suite: tests that every game must pass, whatever its rules.

It finds every folder under `controller/games` and every installed package, and tests
them with their seats and options. `test_complete` says what is missing, and which
command makes it.
"""
