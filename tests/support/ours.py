"""The games by which the house is tested: those that it was built for.

A game that is added needs no line here: what it has to pass is the contract suite, and
what tests know of it is in its own `testing.py`.
"""

OURS = ("get-bit", "hai-noon", "hold-your-breath", "hold-your-ground")
