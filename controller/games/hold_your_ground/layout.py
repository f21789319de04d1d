"""HOLD YOUR GROUND: the meaning of tiles, lanes and free seats.

The tile grid is the island, one tile for each square of the rules; while players roll
the die by hand, four of the tiles are its faces. Each team has a lane of the Depth
Board, in the seats' order: its battlers on the island from the shallow end, those it
has eliminated from the deep end. The buttons of two unused seats choose dooms.
"""

from controller.games.hold_your_ground.pieces import TEAMS
from controller.games.hold_your_ground.squares import CENTRE, NAMES, SIDE
from controller.light import palette
from controller.light.colour import Tint
from controller.tabletop import places

COLOURS = palette.named(*TEAMS)
SAND = Tint((200, 150, 60), "#d9bd7f")
EMPTY = Tint((85, 85, 85), "#8d8570")

ELIMINATOR = places.seat(4)
EXPLOSION = places.seat(5)
# By face of the die.
FACES = {
    "royale": places.tile(1, 1),
    "eliminator": places.tile(1, 3),
    "explosion": places.tile(3, 1),
    "choice": places.tile(3, 3),
}
ARMY = 21  # battlers of a team at the start, one position of its lane each


def tile(square: str) -> str:
    return f"tile:{square}"


def square(place: str) -> str | None:
    """Return the square of a tile; None for any other place."""
    kind, _, name = place.partition(":")
    return name if kind == "tile" else None


FOR_PAGE = {"teams": TEAMS, "side": SIDE, "centre": NAMES[CENTRE]}
FOR_PAGE_COLOURS = {**COLOURS, "sand": SAND, "bare": EMPTY}
