"""What a sensor says. Readings come in from the drivers and go to the table."""

from typing import NamedTuple, TypeAlias


class Pressed(NamedTuple):
    control: str


class Released(NamedTuple):
    control: str


Reading: TypeAlias = Pressed | Released
