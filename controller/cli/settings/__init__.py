"""The settings: what is in force, and who said so.

The command line beats the environment (`UNDERTOW_PORT`), that beats the file, and that
beats the default. Seats and options belong to the game that they were set for: whoever
names another game starts without them. `systemd/undertow.toml` explains each key.

`keys` has each key with what may be said for it, `sources` reads file, environment and
command line, `resolve` lays them over each other, `show` tells people what came of it.
"""
