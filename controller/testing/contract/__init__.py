"""What every game has to keep, whatever its rules: one suite for all of them.

A new folder under `controller/games`, or an installed package, is found by itself and
tried with every number of seats and with its options. `test_complete` says what is
missing, and with which command it is made.
"""
