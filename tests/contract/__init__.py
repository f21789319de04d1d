"""What every game has to keep, whatever its rules: one suite for all of them.

A new folder under `controller/games` is found by itself and tried with every number of
seats and with its options. Beside the game's own tests it needs four things, and fails
until it has them: `rulings.md` in its folder, and here its perft counts, playthroughs
and a module of invariants. `test_complete` says which are missing.
"""
