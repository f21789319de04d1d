"""The gestures that can mean an action on the table."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from controller.basics.record import record
from controller.tabletop import places


@record
class Press(NamedTuple):
    """A press on this place, once."""

    place: str


@record
class Hold(NamedTuple):
    """This button, held for the rest of the script; a count under it is invisible."""

    place: str


@record
class Count(NamedTuple):
    """`next`, this many times, then `ok`."""

    times: int


@record
class Card(NamedTuple):
    """This real card on the reader; nobody needs to hold a button."""

    label: str


@record
class Carry(NamedTuple):
    """A piece that is carried from where it belongs to another place."""

    at: str
    to: str


Gesture: TypeAlias = Press | Hold | Count | Card | Carry
Script: TypeAlias = tuple[Gesture, ...]
# An action, and gestures that mean it.
Scripted: TypeAlias = tuple[Any, Script]


@record
class NoMatch(NamedTuple):
    """A complete script that means no action."""

    script: Script


def first_gestures(scripts: Iterable[Scripted]) -> frozenset[Gesture]:
    return frozenset([script[0] for _, script in scripts if script])


@cache
def presses(*pressed: str) -> Script:
    """Return a script that presses these places, one after another."""
    return tuple(Press(place) for place in pressed)


@cache
def counted(seat: int, number: int, *meanwhile: str) -> Script:
    """Return a secret script: hold the seat's button, press these places, count."""
    return Hold(places.seat(seat)), *presses(*meanwhile), Count(number)


def nth(hand: Sequence[str], card: str) -> int | None:
    """Return the count for a card of a hand: each kind once, from 1."""
    kinds = list(dict.fromkeys(hand))
    return kinds.index(card) + 1 if card in kinds else None
