"""HOLD YOUR GROUND: where the four explosion tiles of the layout may lie (HYG-02).

Only layouts are dealt whose tiles all hang together. To try all 10,626 would keep a
small computer busy, so the few that fall apart are made from what falls off: a small
piece of the island with holes all around it.
"""

from functools import cache, lru_cache
from itertools import combinations

from controller.games.hold_your_ground.squares import AT, BESIDE, CENTRE, SIDE, SQUARES
from controller.rules.face_down import next_places

HOLES = 4  # HYG-01

# Every piece that up to four holes surround; turned and mirrored images not repeated.
_PIECES = (
    "2,2",
    "0,0",
    "0,1",
    "0,2",
    "0,0 0,1",
    "0,1 0,2",
    "0,0 0,1 1,0",
    "0,0 0,1 0,2",
    "0,0 0,1 1,1",
    "0,0 0,1 0,2 1,0",
    "0,0 0,1 0,2 1,1",
    "0,0 0,1 1,0 1,1",
    "0,0 0,1 0,2 1,0 1,1",
    "0,0 0,1 0,2 1,0 1,1 2,0",
)


def _turned(square: int) -> int:
    row, column = divmod(square, SIDE)
    return column * SIDE + SIDE - 1 - row


def _mirrored(square: int) -> int:
    row, column = divmod(square, SIDE)
    return row * SIDE + SIDE - 1 - column


def _pieces() -> set[frozenset[int]]:
    pieces = set()
    for piece in _PIECES:
        image = frozenset(AT[name] for name in piece.split())
        for _ in range(4):
            image = frozenset(map(_turned, image))
            pieces |= {image, frozenset(map(_mirrored, image))}
    return pieces


@cache
def broken_layouts() -> tuple[int, ...]:
    """Return the layouts of four holes that cut some tile off the centre."""
    broken = set()
    for squares in _pieces():
        piece = sum(1 << square for square in squares)
        wall = 0
        for square in squares:
            wall |= BESIDE[square] & ~piece
        others = [s for s in SQUARES if s != CENTRE and not wall >> s & 1]
        for more in combinations(others, HOLES - wall.bit_count()):
            holes = sum(1 << square for square in more)
            if piece & ~holes:  # a tile of the piece is left to fall off
                broken.add(wall | holes)
    return tuple(sorted(broken))


@lru_cache(maxsize=128)
def next_holes(holes: int) -> tuple[tuple[int, int], ...]:
    """Return each possible next hole with the number of layouts that have it."""
    free = [s for s in SQUARES if s != CENTRE and not holes >> s & 1]
    broken = (b & ~holes for b in broken_layouts() if b & holes == holes)
    return next_places(free, HOLES - holes.bit_count(), broken)
