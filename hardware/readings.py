"""Readings, which the drivers send to the table."""

from typing import NamedTuple, TypeAlias

from controller.basics.record import record


@record
class Pressed(NamedTuple):
    control: str


@record
class Released(NamedTuple):
    control: str


@record
class Occupied(NamedTuple):
    """A Hall sensor: a piece, or the Eliminator's puck, arrived or left."""

    place: str
    present: bool


@record
class TagSeen(NamedTuple):
    """A card on a reader."""

    reader: str
    uid: str


@record
class LinkDown(NamedTuple):
    """A silent sensor board, whose last readings may no longer be true."""

    board: str


@record
class LinkUp(NamedTuple):
    """A sensor board that is back; its whole state follows as changes."""

    board: str


Reading: TypeAlias = Pressed | Released | Occupied | TagSeen | LinkDown | LinkUp
