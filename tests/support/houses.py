"""Owners' decks."""

from pathlib import Path

from controller.games.hold_your_breath import data


def own_deck(folder: Path) -> Path:
    """A folder with a Dive Deck in it that nobody mistakes for ours: all is Air 5."""
    house = folder / "house"
    house.mkdir(exist_ok=True)
    text = data.OURS.read_text().replace("= 4", "= 0")
    text = text.replace("draw = 0\ndiscard = 0", "draw = 38\ndiscard = 26", 1)
    (house / "hold-your-breath.toml").write_text(text)
    return house
