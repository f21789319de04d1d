"""HAI NOON: the meaning of tiles and lanes."""

from controller.games.hai_noon.pieces import ATTACKS, COLOURS, DIVERS, PLACES, SIDES
from controller.light import palette
from controller.light.colour import Tint
from controller.tabletop.places import tile

DIVER_COLOURS = palette.named(*DIVERS)
CARD_COLOURS = {**palette.named(*COLOURS), "wild": palette.PURPLE}
HUNGRY = Tint((255, 70, 0), "#ff7a5c")
FULL = Tint((0, 25, 110), "#3f74bd")

# Row and column on the board.
RING = (
    *((0, 0), (0, 1), (0, 2), (0, 3)),
    *((1, 3), (2, 3), (3, 3)),
    *((3, 2), (3, 1), (3, 0)),
    *((2, 0), (1, 0)),
)
INSIDE = {"TL": (1, 1), "TR": (1, 2), "BR": (2, 2), "BL": (2, 1)}


def _on_grid(row: int, column: int) -> str:
    return tile(row + (row > 1), column + (column > 1))


SHARK_TILES = tuple(_on_grid(*cell) for cell in RING)
PLACE_TILES = {place: _on_grid(*cell) for place, cell in INSIDE.items()}
# For each side, the tile of its first card, which players press, and of its second.
SIDE_TILES = {
    "N": (tile(0, 2), tile(1, 2)),
    "E": (tile(2, 4), tile(2, 3)),
    "S": (tile(4, 2), tile(3, 2)),
    "W": (tile(2, 0), tile(2, 1)),
}
CENTRE = tile(2, 2)

# For each side, the sharks that attack from it, each with the place it attacks.
ATTACKERS = {
    side: {shark: PLACES[place] for shark, place in pairs}
    for side, pairs in zip(SIDES, ATTACKS, strict=True)
}

# The length of a lane, in positions.
MARK = 0
BAR = 2
BAR_LENGTH = {"healthy": 20, "injured": 10, "dummy": 1, "prey": 0}
CAGE = range(24, 27)

FOR_PAGE = {
    "divers": DIVERS,
    "ring": RING,
    "inside": INSIDE,
    "attackers": ATTACKERS,
    "sharks": SHARK_TILES,
    "places": PLACE_TILES,
    "sides": SIDE_TILES,
    "cage": CENTRE,
}
FOR_PAGE_COLOURS = {
    **DIVER_COLOURS,
    **{f"{name} card": colour for name, colour in CARD_COLOURS.items()},
    "hungry": HUNGRY,
    "full": FULL,
    "prey": palette.BLOOD,
}
