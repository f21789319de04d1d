"""HOLD YOUR GROUND: cards by name, and which two form a pair.

`n3` is a 3 for either use, `t3` for tiles only, `b3` for battlers only; a dash precedes
a special action: `n1-royale`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

from controller.games.hold_your_ground.pieces import DOOMS, Play


class Face(NamedTuple):
    number: int
    for_battlers: bool
    for_tiles: bool
    special: str | None


@cache
def face(card: str) -> Face:
    """Return the parts of a card that is in some deck."""
    use, number = card[0], int(card[1])
    return Face(number, use != "t", use != "b", card[3:] or None)


def is_card(name: str) -> bool:
    plain, dash, special = name.partition("-")
    is_plain = len(plain) == 2 and plain[0] in "ntb" and plain[1] in "123456"
    return is_plain and (special in DOOMS if dash else True)


def can_pair(battlers: str, tiles: str) -> bool:
    """HYG-08, HYG-09: one card gives battlers, the other tiles."""
    return face(battlers).for_battlers and face(tiles).for_tiles


def pairs(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return every two cards of a hand, both ways round; equal pairs once."""
    return list(dict.fromkeys(permutations(hand, 2)))


@cache
def plays(seat: int, hand: tuple[str, ...]) -> tuple[Play, ...]:
    fitting = [pair for pair in pairs(hand) if can_pair(*pair)]
    # HYG-09: a hand without a pair plays any two cards, one way round.
    chosen = fitting or [pair for pair in pairs(hand) if pair == tuple(sorted(pair))]
    return tuple(Play(seat, *pair) for pair in chosen)


def specials(play: Play) -> Iterator[str]:
    for card in (play.battlers, play.tiles):
        special = face(card).special
        if special:
            yield special
