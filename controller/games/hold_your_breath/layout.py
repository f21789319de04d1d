"""HOLD YOUR BREATH!: the meaning of tiles and lanes.

Each seat has a lane of the Depth Board, in the seats' order. Deeper than 150 ft a lane
is folded: its first position below the Surface is 155 ft.

The tile grid is the menu: the three columns on the right are the uses of a card
(`USES`). Beside them, each seat has a row with its Panics and its Sharks. The bottom
row is the deck's.
"""

from controller.light import palette
from controller.light.colour import Tint
from controller.tabletop.places import FEET, POSITIONS, SIDE, depth, tile

# The colours of each seat's pirate and lane.
NAMES = ("blue", "green", "yellow", "purple")
COLOURS = palette.named(*NAMES)
ANCHOR = Tint((230, 215, 170), "#d8c592")

USES = {
    "air-5": tile(0, 2),
    "air-10": tile(0, 3),
    "draw": tile(0, 4),
    "swim-5": tile(1, 2),
    "swim-10": tile(1, 3),
    "discard": tile(1, 4),
    "calm": tile(2, 2),
    "panic": tile(2, 3),
    "shark": tile(2, 4),
    "kraken shark": tile(3, 2),
    "kraken discard": tile(3, 3),
}
TOSS = USES["discard"]
FINISH = tile(3, 4)
DECK = tuple(tile(4, column) for column in range(SIDE))


def hindrances(seat: int, mark: str) -> str:
    """Return the tile that shows a seat's Panics, or its Sharks."""
    return tile(seat, 0 if mark == "panic" else 1)


# The uses of a card, and the end of a turn.
CHOICES = (*USES.values(), FINISH)
# Everything that a turn may begin with, and its targets.
MENU = (
    *CHOICES,
    *(hindrances(seat, mark) for mark in ("panic", "shark") for seat in range(4)),
)


def fold(feet: int) -> tuple[int, int]:
    """Return how often the lane is folded at that depth, and the position in it."""
    steps = feet // FEET
    if steps < POSITIONS:
        return 0, steps
    folds, rest = divmod(steps - 1, POSITIONS - 1)
    return folds, rest + 1


def anchored(feet: int, anchor: int) -> int:
    """Return the Anchor's position in the lane; one a fold deeper is at its end."""
    folds, _ = fold(feet)
    deeper, position = fold(anchor)
    return position if deeper == folds else POSITIONS - 1


def pirate(seat: int, feet: int) -> str:
    """Return the place of a seat's pirate at that depth."""
    return depth(seat, fold(feet)[1])


FOR_PAGE = {
    "seats": NAMES,
    "uses": {place: use for use, place in USES.items()},
    "finish": FINISH,
    "deck": SIDE - 1,  # the row
    "positions": POSITIONS,
}
FOR_PAGE_COLOURS = {**COLOURS, "anchor": ANCHOR, "water": palette.WATER}
