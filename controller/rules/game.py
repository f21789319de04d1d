"""What a game is: a record of plain functions over immutable positions.

A position is whatever the game likes, as long as it is immutable and compares by
value. Actions and events are NamedTuples; `records` says how they are written.

Chance is a player: where a card or a die decides, `chance` lists the outcomes with
integer weights, so that each probability, weight / sum of weights, is exact.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

P = TypeVar("P")
A = TypeVar("A", bound=NamedTuple)
H = TypeVar("H")

Options: TypeAlias = Mapping[str, Any]
Event: TypeAlias = NamedTuple
# A seat, what lies open on the table, or everything.
Viewer: TypeAlias = int | Literal["table"] | None
State: TypeAlias = dict[str, Any]


class Option(NamedTuple):
    name: str
    default: Any
    # The values, or in words what they may be; then `fits` decides.
    allowed: tuple[Any, ...] | str
    help: str
    # Whether a value fits a game of so many seats; needed where a list cannot tell.
    fits: Callable[[Any, int], bool] | None = None

    def takes(self, value: Any, seats: int) -> bool:
        if self.fits:
            return self.fits(value, seats)
        # True == 1 in Python, so the type has to be the same too.
        return any(type(value) is type(a) and value == a for a in self.allowed)


class Refusal(NamedTuple):
    """Why an action is not legal: the ruling, and a sentence a player understands."""

    rule: str
    message: str


class Outcome(NamedTuple, Generic[A]):
    action: A
    weight: int


class Result(NamedTuple):
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


class House(NamedTuple, Generic[H]):
    """What no rule sheet gives: a value of the game's own, and how it is come by."""

    # As it comes with the game.
    usual: Callable[[], H]
    # From an owner's file, and from JSON; both refuse what cannot be played with.
    load: Callable[[Any], H]
    read: Callable[[Any], H]
    # As JSON, which `read` takes.
    write: Callable[[H], State]


def _tells_nothing(_position: Any) -> bool:
    return False


class Game(NamedTuple, Generic[P, A]):
    name: str
    title: str
    seats: tuple[int, int]
    version: str
    options: tuple[Option, ...]
    # Every action of the game, a seat's or chance's.
    actions: tuple[type[A], ...]
    # Actions that only chance decides, whatever seat they name.
    by_chance: frozenset[type[A]]
    # Actions that are asked even where only one is possible.
    asked: frozenset[type[A]]
    # Actions and events that show somebody something new: no undo past them.
    reveals: frozenset[type[Any]]
    # The ruling on what can be decided at all, for what is no action of this game.
    choice_rule: str

    # The seats, all options, and the house data (None where the game has none).
    start: Callable[[int, Options, Any], P]
    # The outcomes that chance has to choose from; () where it has no say.
    chance: Callable[[P], tuple[Outcome[A], ...]]
    # Every legal action of every seat; () at a chance node and when the game is over.
    legal: Callable[[P], tuple[A, ...]]
    # None for a legal action, of a seat or of chance.
    refuse: Callable[[P, A], Refusal | None]
    # Takes an action that was not refused.
    apply: Callable[[P, A], tuple[P, tuple[Event, ...]]]
    result: Callable[[P], Result | None]
    state: Callable[[P, Viewer], State]
    # An event, as JSON, as a viewer may see it once the position has been reached.
    veil: Callable[[P, Event, Viewer], State]
    # What a player could think of doing now: every legal action, and near misses.
    conceivable: Callable[[P], Iterable[A]]
    # Where a seat has one choice: settling it would tell others what it holds.
    tells: Callable[[P], bool] = _tells_nothing
    house: House[Any] | None = None


AnyGame: TypeAlias = Game[Any, Any]


class BadSetup(ValueError):
    """A game cannot be set up so: the seats or an option are wrong."""


def checked_options(game: AnyGame, seats: Any, options: Any) -> dict[str, Any]:
    """All options of the game, defaults filled in; raises BadSetup."""
    low, high = game.seats
    if type(seats) is not int or not low <= seats <= high:
        raise BadSetup(
            f"{game.name}: seats must be a number from {low} to {high}, "
            f"not {json.dumps(seats)}"
        )
    if not isinstance(options, dict):
        raise BadSetup(
            f"{game.name}: options must be an object, not {json.dumps(options)}"
        )
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise BadSetup(
                f"{game.name}: there is no option {name!r}; it has " + ", ".join(known)
            )
        if not known[name].takes(value, seats):
            raise BadSetup(
                f"{game.name}: option {name} must be {_in_words(known[name].allowed)}, "
                f"not {json.dumps(value)}"
            )
    return {o.name: options.get(o.name, o.default) for o in game.options}


def _in_words(allowed: tuple[Any, ...] | str) -> str:
    if isinstance(allowed, str):
        return allowed
    return "one of " + ", ".join(json.dumps(value) for value in allowed)
