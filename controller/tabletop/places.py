"""The places of a table by name, as the largest table has them.

    depth:LANE:POSITION   the Depth Board: four lanes of 0 to 150 ft, in fives
    tile:ROW,COLUMN       the tile grid, from its top-left corner
    seat:SEAT             the button of a seat

A smaller table lacks some of them, and skips what a game lights there.
"""

LANES = 4
POSITIONS = 31
FEET = 5  # from one position of a lane to the next
SIDE = 5  # tiles of the grid in a row, and rows


def seat(number: int) -> str:
    return f"seat:{number}"


def tile(row: int, column: int) -> str:
    return f"tile:{row},{column}"


def depth(lane: int, position: int) -> str:
    return f"depth:{lane}:{position}"


GRID = tuple((row, column) for row in range(SIDE) for column in range(SIDE))
# All places of the tile grid, row by row.
TILES = tuple(tile(*cell) for cell in GRID)
# All places of the Depth Board, lane by lane.
SEA = tuple(tuple(depth(lane, p) for p in range(POSITIONS)) for lane in range(LANES))
