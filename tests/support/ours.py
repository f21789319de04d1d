"""Our own games, for tests that need what only they have.

A new game needs no line here: it must pass the contract suite, and its own `testing.py`
tells tests what they need to know. Tests that apply to any game run with all games.
"""

from pathlib import Path

from controller import games
from controller.games.hold_your_breath import data

OURS = ("get-bit", "hai-noon", "hold-your-breath", "hold-your-ground")


def so_many(game: str, seats: int = 2) -> int:
    """Return this number of seats, or the nearest number that the game allows."""
    return games.find(game).seats_near(seats)


def own_deck(folder: Path) -> Path:
    """Make a folder with an unmistakable Dive Deck, in which all cards are Air 5."""
    house = folder / "house"
    house.mkdir(exist_ok=True)
    text = data.OURS.read_text().replace("= 4", "= 0")
    text = text.replace("draw = 0\ndiscard = 0", "draw = 38\ndiscard = 26", 1)
    (house / "hold-your-breath.toml").write_text(text)
    return house
