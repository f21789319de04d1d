"""Finds the next step from where the pieces stand to where they belong.

Each step is possible at once: a piece only goes to a free place. If pieces stand in
each other's places in a cycle, one of them is taken off first. So each misplaced piece
is carried once, and one piece of each cycle is lifted once more. Fewer moves are
impossible, because a cycle has no free place to begin with.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.basics.sentence import Sentence, say
from controller.tabletop.places import FEET
from controller.tabletop.staging import Stand


class Step(NamedTuple):
    piece: str
    at: str | None  # where it stands; None: in a hand, or beside the table
    to: str | None  # where it belongs; None: beside the table, for now or for good


def corrections(stands: Stand, belongs: Stand) -> list[Step]:
    """Return a step for each piece that is not where it should be."""
    goals = {piece: place for place, piece in _pieces(belongs)}
    there = list(_pieces(stands))
    missing = goals.keys() - {piece for _, piece in there}
    return [
        *(Step(p, at, goals.get(p)) for at, p in there if goals.get(p) != at),
        *(Step(piece, None, goals[piece]) for piece in sorted(missing)),
    ]


def next_step(stands: Stand, belongs: Stand) -> Step | None:
    """Return the next piece to carry; None if everything is in place."""
    steps = corrections(stands, belongs)
    for step in steps:
        # A piece without a place goes first, because it may be in another's way.
        if step.to is None or _is_free(step.to, stands, belongs):
            return step
    circle = next((step for step in steps if step.at is not None), None)
    return circle and circle._replace(to=None)


def _is_free(place: str, stands: Stand, belongs: Stand) -> bool:
    """Return whether no piece that belongs elsewhere stands there."""
    return all(piece in belongs[place] for piece in stands.get(place, ()))


def _pieces(stand: Stand) -> Iterator[tuple[str, str]]:
    for place, pieces in stand.items():
        for piece in pieces:
            yield place, piece


# In sentences, a piece is the key `piece.PIECE` of the game's words, and a place
# `spot.PLACE` or `spot.depth`.


def described(step: Step) -> Sentence:
    piece, at, to = step
    if to is None:
        return say("piece.take", piece=piece, at=spot(at))
    if at is None:
        return say("piece.put", piece=piece, to=spot(to))
    return say("piece.move", piece=piece, at=spot(at), to=spot(to))


def owner(piece: str) -> int | None:
    """Return the seat that owns the piece."""
    _, _, whose = piece.partition(":")
    return int(whose) if whose.isdecimal() else None


def spot(place: str | None) -> str | Sentence | None:
    """Return a place in the form that sentences use."""
    kind, *rest = (place or "").split(":")
    if kind != "depth":
        return place
    lane, position = map(int, rest)
    return say("spot.depth", lane=lane, position=position, feet=FEET * position)
