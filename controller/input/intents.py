"""Intents: what people and bots want from the table, by hand, by piece or by page.

An intent's seat is the page that asks. None is the table itself, where everyone may
press.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from controller.rules.game import AnyGame
from controller.rules.match import Entries


@dataclass(frozen=True, slots=True)
class Play:
    """An action of a seat, or an outcome reported by a card, a die or a blast."""

    action: Any
    seat: int | None = None
    # The plan that `Match.plan` has just made for it, if any.
    planned: Entries = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Explain:
    """A question: may this seat play this action, and if not, why?"""

    action: Any
    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """A request to resume the saved game."""


@dataclass(frozen=True, slots=True)
class PutAway:
    """A request to discard the saved game and start another one."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A request for the same game again, with the same seats and options."""


@dataclass(frozen=True, slots=True)
class NewGame:
    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    seed: int | None = None
    # None means today's house data.
    house: Any = None
    # Whether the seats' old links stop working.
    new_links: bool = False
    # The players' names; None keeps those of the last game.
    players: tuple[str, ...] | None = None
    # The level of each seat's bot, "" for a person; None keeps those of the last game.
    bots: tuple[str, ...] | None = None
    # Changes of the sources of chance (see `dealer.ChanceSettings`).
    told_by: Mapping[str, str] | None = None
    # Whether somebody chose this game; otherwise it is only shown first.
    is_chosen: bool = True
    # Whether the table teaches it; then the lesson sets options and house data.
    learn: bool = False
    # Minutes for each player; 0 only counts, -1 means no clock, None keeps the setting.
    clock: int | None = None


@dataclass(frozen=True, slots=True)
class PointAtNext:
    """A request to point at the next game in the list."""


@dataclass(frozen=True, slots=True)
class PointAt:
    """A request to point at this game, with this many seats."""

    game: AnyGame
    seats: int


@dataclass(frozen=True, slots=True)
class TakePointed:
    """A request to play the game shown, or to teach it."""

    learn: bool = False


@dataclass(frozen=True, slots=True)
class LetProgramDecide:
    """A request to let the seed decide while a part that players need has failed."""


@dataclass(frozen=True, slots=True)
class Forget:
    """A request to delete a name from all storage; the seat goes by its colour."""

    name: str


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """A request to name this seat's player; "" calls the seat by its colour."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatBot:
    """A request to let a bot of this level play the seat; "" means a person."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class RequestSeat:
    """A request for a seat from a spectator's page, known by its number and address."""

    seat: int
    page: int
    address: str
    # The player's name; "" for none.
    name: str = ""


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """The end of a request for a seat: the page changed its mind, or was closed."""

    page: int


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """The host's permission for the page of this number to have its requested seat."""

    page: int


@dataclass(frozen=True, slots=True)
class RefuseSeat:
    """The host's refusal of all phones that ask for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllowJoining:
    """A request to let phones take seats by button from now on, or to stop that."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetBrightness:
    """A request for this brightness, in percent of the lamps' usual brightness."""

    percent: int


Intent: TypeAlias = (
    Play
    | Explain
    | Undo
    | Resume
    | PutAway
    | Rematch
    | NewGame
    | PointAtNext
    | PointAt
    | TakePointed
    | LetProgramDecide
    | Forget
    | NamePlayer
    | SeatBot
    | RequestSeat
    | CancelRequest
    | GiveSeat
    | RefuseSeat
    | AllowJoining
    | SetBrightness
)
