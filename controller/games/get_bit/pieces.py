"""GET BIT!: what is played with, what can be done and what can happen."""

from typing import Literal, NamedTuple, TypeAlias

from controller.basics.record import record

ROBOTS = ("red", "blue", "green", "yellow", "purple", "orange")
INDEX = {name: index for index, name in enumerate(ROBOTS)}


@record
class LineUp(NamedTuple):
    """Chance: the next robot of the starting line, from the front."""

    robot: str


@record
class Choose(NamedTuple):
    """A seat: a secret card for one of its robots."""

    seat: int
    robot: str
    card: int


Action: TypeAlias = LineUp | Choose
Phase: TypeAlias = Literal["line-up", "choose", "over"]


@record
class Reveal(NamedTuple):
    cards: dict[str, int]


@record
class Stay(NamedTuple):
    """These robots played the same card, so they stay where they are."""

    card: int
    robots: tuple[str, ...]


@record
class Swim(NamedTuple):
    """This robot swam to the front; `line` is how they swim now."""

    robot: str
    card: int
    line: tuple[str, ...]


@record
class Bite(NamedTuple):
    seat: int
    robot: str
    limbs: int
    line: tuple[str, ...]


@record
class Out(NamedTuple):
    seat: int
    robot: str


@record
class PickUp(NamedTuple):
    seat: int
    robot: str
    cards: tuple[int, ...]


@record
class Eaten(NamedTuple):
    """The back one of the last two."""

    seat: int
    robot: str


@record
class Round(NamedTuple):
    round: int


class Robot(NamedTuple):
    name: str
    seat: int
    limbs: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    out: bool


class Variant(NamedTuple):
    seats: int
    longer: bool
    memory: bool
    refresh_at: int


class Position(NamedTuple):
    variant: Variant
    round: int
    # Front first.
    line: tuple[str, ...]
    robots: tuple[Robot, ...]
    # By robot; 0 where no card has been chosen.
    choices: tuple[int, ...]
    # In the order in which they went out.
    fallen: tuple[str, ...]
    phase: Phase
