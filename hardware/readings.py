"""What a sensor says. Readings come in from the drivers and go to the table."""

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
    """A Hall sensor: a piece, or the Eliminator's puck, came or went."""

    place: str
    present: bool


@record
class TagSeen(NamedTuple):
    """A card lies on a reader."""

    reader: str
    uid: str


@record
class LinkDown(NamedTuple):
    """A sensor board fell silent: what it said last may not be so any more."""

    board: str


@record
class LinkUp(NamedTuple):
    """A sensor board is back; its whole state follows as changes."""

    board: str


Reading: TypeAlias = Pressed | Released | Occupied | TagSeen | LinkDown | LinkUp
