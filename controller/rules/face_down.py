"""Things that lie face down, one on each place: what lies there is chance.

Nobody can know it before it is turned up, not even the program, because it is decided
only then:

    ground = lay(25, BELOW)                          at the start: each count
    finds(Find, THINGS, position.ground)             what chance can turn up next
    ground = turn_up(ground, tile, THINGS, thing)    once it has
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import NamedTuple, TypeVar

from controller.rules.deals import Bag, less_one, put
from controller.rules.game import Outcome

A = TypeVar("A", bound=NamedTuple)


class FaceDown(NamedTuple):
    """What lies face down, and what was turned up."""

    up: tuple[str, ...]  # by place what was turned up; "" where it lies face down
    below: Bag  # how many of each thing lie below the others


def lay(places: int, below: Bag) -> FaceDown:
    """Return this many places, with these things below them, all face down."""
    return FaceDown(("",) * places, below)


def still_down(ground: FaceDown) -> tuple[int, ...]:
    """Return the places where something lies face down."""
    return tuple(place for place, thing in enumerate(ground.up) if not thing)


def finds(
    found: Callable[[str], A], things: Sequence[str], ground: FaceDown
) -> tuple[Outcome[A], ...]:
    """Return what can be turned up, weighted by how much of it is left."""
    counts = zip(things, ground.below, strict=True)
    return tuple(Outcome(found(thing), number) for thing, number in counts if number)


def turn_up(
    ground: FaceDown, place: int, things: Sequence[str], thing: str
) -> FaceDown:
    """Return the ground after this thing came up there."""
    up = put(ground.up, place, thing)
    return FaceDown(up, less_one(ground.below, things.index(thing)))


def next_places(
    places: Sequence[int], many: int, never: Iterable[int] = ()
) -> tuple[tuple[int, int], ...]:
    """Return where the next of these things may be laid, each place with its weight.

    Laid one after another by these weights, every layout is as likely as any other;
    but for those that may `never` be, each a number with a bit for each of its places.
    """
    layouts = dict.fromkeys(places, comb(len(places) - 1, many - 1))
    for layout in never:
        while layout:
            lowest = layout & -layout
            layouts[lowest.bit_length() - 1] -= 1
            layout -= lowest
    return tuple((place, number) for place, number in layouts.items() if number)
