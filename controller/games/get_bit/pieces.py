"""GET BIT!: pieces, actions and events."""

from typing import Literal, NamedTuple, TypeAlias

from controller.basics.record import record

ROBOTS = ("red", "blue", "green", "yellow", "purple", "orange")
INDEX = {name: index for index, name in enumerate(ROBOTS)}


@record
class LineUp(NamedTuple):
    """The next robot of the starting line, chosen by chance."""

    robot: str


@record
class Choose(NamedTuple):
    """A seat's secret card for one of its robots."""

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
    """Robots that played the same card and stay where they are."""

    card: int
    robots: tuple[str, ...]


@record
class Swim(NamedTuple):
    """A robot that swam to the front, and the line after that."""

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
    """The end of the robot that is eaten: the rear one of the last two."""

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
    # From front to back.
    line: tuple[str, ...]
    robots: tuple[Robot, ...]
    # By robot; 0 if none chosen yet.
    choices: tuple[int, ...]
    # In the order of elimination.
    fallen: tuple[str, ...]
    phase: Phase
