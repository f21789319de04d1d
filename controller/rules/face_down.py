"""Things that lie face down, one on each place: chance decides what lies there.

Nobody can know what it is before it is turned up, not even the program, because chance
decides only then:

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

    up: tuple[str, ...]  # by place; "" where it lies face down
    below: Bag  # how many of each thing lie below the others


def lay(places: int, below: Bag) -> FaceDown:
    """Return this many places, all face down, with these things below them."""
    return FaceDown(("",) * places, below)


def still_down(ground: FaceDown) -> tuple[int, ...]:
    """Return the places where something lies face down."""
    return tuple(place for place, thing in enumerate(ground.up) if not thing)


def finds(
    found: Callable[[str], A], things: Sequence[str], ground: FaceDown
) -> tuple[Outcome[A], ...]:
    """Return what can be turned up, weighted by how many are left."""
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
    """Return the places for the next of these things, each with its weight.

    If they are laid one after another by these weights, all layouts are equally likely,
    except those in `never`, each a bit mask of places.
    """
    layouts = dict.fromkeys(places, comb(len(places) - 1, many - 1))
    for layout in never:
        while layout:
            lowest = layout & -layout
            layouts[lowest.bit_length() - 1] -= 1
            layout -= lowest
    return tuple((place, number) for place, number in layouts.items() if number)
