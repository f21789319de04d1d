"""The games by which the house is tested: those that it was built for.

A game that is added needs no line here: what it has to pass is the contract suite, and
what tests know of it is in its own `testing.py`. Tests that hold for any game are tried
with all that there are.
"""

from controller import games

OURS = ("get-bit", "hai-noon", "hold-your-breath", "hold-your-ground")


def so_many(game: str, seats: int = 2) -> int:
    """So many seats, or as near to that as the game has."""
    return games.find(game).seats_near(seats)
