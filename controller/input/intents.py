"""What people and bots ask of the table: by hand, with a piece, or on a page.

A seat in an intent is the page that asks. None stands for the table itself, where
everybody may press.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from controller.rules.game import AnyGame
from controller.rules.match import Entries


@dataclass(frozen=True, slots=True)
class Play:
    """An action that somebody decided on, or that a card, a die or a blast told."""

    action: Any
    seat: int | None = None
    # What `Match.plan` made of it in this very moment, if it was asked.
    planned: Entries = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Explain:
    """Whether an action of this seat could be played, and if not, why not."""

    action: Any
    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the saved game."""


@dataclass(frozen=True, slots=True)
class PutAway:
    """Put the saved game away and start the one that was asked for."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same game again, with the same seats and options."""


@dataclass(frozen=True, slots=True)
class NewGame:
    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    seed: int | None = None
    # None: today's.
    house: Any = None
    # The links that opened the seats' pages so far open nothing any more.
    new_links: bool = False
    # What the people at the seats are called; None: as in the game before.
    players: tuple[str, ...] | None = None
    # The level of each seat's bot, "" for a person; None: as in the game before.
    bots: tuple[str, ...] | None = None
    # Who deals and rolls (see `dealer.ChanceSettings`); what is not named stays.
    told_by: Mapping[str, str] | None = None
    # Somebody wants this very game; else it is the first that is offered.
    is_asked: bool = True
    # The table teaches it: the lesson sets seed, options and house data.
    learn: bool = False


@dataclass(frozen=True, slots=True)
class PointAtNext:
    """Choose another game: the one after that which is pointed at, or was played."""


@dataclass(frozen=True, slots=True)
class TakePointed:
    """Play the game that is pointed at, or be taught it."""

    learn: bool = False


@dataclass(frozen=True, slots=True)
class LetProgramDecide:
    """A part is out, so the seed stands in for whoever would have told."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget a name, wherever it is kept; its seat goes by its colour."""

    name: str


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Let a bot of this level play the seat from now on; "": a person."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class RequestSeat:
    """A spectator's page, known by its number and address, asks for a seat."""

    seat: int
    page: int
    address: str


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """The page that asked for a seat has changed its mind, or was closed."""

    page: int


@dataclass(frozen=True, slots=True)
class RefuseSeat:
    """The host turns down whoever asks for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllowJoining:
    """Whether phones may take a seat by its button from now on."""

    is_allowed: bool


Intent: TypeAlias = (
    Play
    | Explain
    | Undo
    | Resume
    | PutAway
    | Rematch
    | NewGame
    | PointAtNext
    | TakePointed
    | LetProgramDecide
    | Forget
    | SeatBot
    | RequestSeat
    | CancelRequest
    | RefuseSeat
    | AllowJoining
)
