"""HOLD YOUR GROUND: the 5 x 5 island as arithmetic, and where its holes may lie.

A square is a number from 0, at the top left, row by row; people see "row,column". A set
of squares is a bit mask.
"""

from functools import cache, lru_cache
from itertools import combinations

from controller.rules.face_down import next_places

SIDE = 5
SQUARES = range(SIDE * SIDE)
CENTRE = 12
EVERYWHERE = (1 << len(SQUARES)) - 1
FLAG = 1 << CENTRE

NAMES = tuple(f"{square // SIDE},{square % SIDE}" for square in SQUARES)
AT = {name: square for square, name in enumerate(NAMES)}


def _distance(one: int, other: int) -> int:
    """Return the Chebyshev distance."""
    rows = abs(one // SIDE - other // SIDE)
    return max(rows, abs(one % SIDE - other % SIDE))


def _ahead(square: int, heading: int) -> int | None:
    to = square + heading
    is_there = to in SQUARES and _distance(square, to) == 1
    return to if is_there else None


# A heading is the difference of two squares: up, right, down, left.
HEADINGS = (-SIDE, 1, SIDE, -1)
# By heading and square: the next square that way, or None beyond the frame.
AHEAD = {h: tuple(_ahead(square, h) for square in SQUARES) for h in HEADINGS}
NEIGHBOURS = tuple(
    tuple(to for h in HEADINGS if (to := AHEAD[h][square]) is not None)
    for square in SQUARES
)
BESIDE = tuple(sum(1 << to for to in NEIGHBOURS[square]) for square in SQUARES)


@cache
def around(square: int, reach: int) -> tuple[int, ...]:
    """Return the other squares within this Chebyshev distance."""
    return tuple(s for s in SQUARES if 0 < _distance(square, s) <= reach)


def members(squares: int) -> list[int]:
    return [square for square in SQUARES if squares >> square & 1]


def longest_walk(free: int, square: int, most: int) -> int:
    """Return the longest walk over free squares, up to `most` steps, none twice."""
    best = 0
    for to in NEIGHBOURS[square]:
        if free >> to & 1:
            steps = 1
            if most > 1:
                steps += longest_walk(free & ~(1 << to), to, most - 1)
            if steps == most:
                return most
            best = max(best, steps)
    return best


_LEFT = sum(1 << square for square in SQUARES if square % SIDE == 0)
_RIGHT = _LEFT << SIDE - 1


def joined_to_centre(tiles: int) -> int:
    """Return the tiles that are connected to the centre."""
    reached, before = FLAG, 0
    while reached != before:
        before = reached
        across = (reached & ~_RIGHT) << 1 | (reached & ~_LEFT) >> 1
        reached |= (across | reached << SIDE | reached >> SIDE) & tiles
    return reached


HOLES = 4  # HYG-01


@cache
def broken_layouts() -> tuple[int, ...]:
    """Return the layouts of four holes that cut some tile off from the centre."""
    bits = [1 << square for square in SQUARES if square != CENTRE]
    layouts = map(sum, combinations(bits, HOLES))
    return tuple(
        holes
        for holes in layouts
        if joined_to_centre(EVERYWHERE & ~holes) != EVERYWHERE & ~holes
    )


@lru_cache(maxsize=128)
def next_holes(holes: int) -> tuple[tuple[int, int], ...]:
    """Return each possible next hole, weighted by how many layouts have it."""
    free = [s for s in SQUARES if s != CENTRE and not holes >> s & 1]
    broken = (b & ~holes for b in broken_layouts() if b & holes == holes)
    return next_places(free, HOLES - holes.bit_count(), broken)
