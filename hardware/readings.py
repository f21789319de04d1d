"""The readings that drivers send to the table."""

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
    """A piece, or the Eliminator's puck, arrived at or left a Hall sensor."""

    place: str
    present: bool


@record
class TagSeen(NamedTuple):
    """A card on a reader."""

    reader: str
    uid: str


@record
class LinkDown(NamedTuple):
    """A sensor board has fallen silent; its last readings may be out of date."""

    board: str


@record
class LinkUp(NamedTuple):
    """A sensor board is back; its whole state follows as changes."""

    board: str


Reading: TypeAlias = Pressed | Released | Occupied | TagSeen | LinkDown | LinkUp
