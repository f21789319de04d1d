"""The games by which the house is tested: those that it was built for.

A game that is added needs no line here: what it has to pass is the contract suite, and
what tests know of it is in its own `testing.py`. Tests that hold for any game are tried
with all that there are.
"""

from pathlib import Path

from controller import games
from controller.games.hold_your_breath import data

OURS = ("get-bit", "hai-noon", "hold-your-breath", "hold-your-ground")


def so_many(game: str, seats: int = 2) -> int:
    """So many seats, or as near to that as the game has."""
    return games.find(game).seats_near(seats)


def own_deck(folder: Path) -> Path:
    """A folder with a Dive Deck in it that nobody mistakes for ours: all is Air 5."""
    house = folder / "house"
    house.mkdir(exist_ok=True)
    text = data.OURS.read_text().replace("= 4", "= 0")
    text = text.replace("draw = 0\ndiscard = 0", "draw = 38\ndiscard = 26", 1)
    (house / "hold-your-breath.toml").write_text(text)
    return house
