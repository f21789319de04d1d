"""What a game is: a record of plain functions over immutable positions.

A position can be anything that is immutable and compares by value. Actions and events
are NamedTuples; `codec` describes their JSON.

Chance is a player: where a card or a die decides, `chance` lists the outcomes with
integer weights, so that each probability, weight / sum of weights, is exact.
"""

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, Sentence
from controller.rules.codec import brief, open_state, to_json
from controller.rules.kinds import Refusal as Refusal
from controller.rules.steps import A, P, Steps
from controller.rules.steps import Outcome as Outcome

# The version of this interface; it rises when a change breaks games of other packages.
KERNEL = 1

H = TypeVar("H")

# The values of all options of a game, by name.
Options: TypeAlias = Mapping[str, Any]
# A NamedTuple with `@record`: what happened, for display only.
Event: TypeAlias = NamedTuple
# A seat, the table (what lies open), or None, which sees everything.
Viewer: TypeAlias = int | Literal["table"] | None
# JSON, as a page gets it.
State: TypeAlias = dict[str, Any]
# What each seat plays with: the names of its robots, its divers, its team.
Teams: TypeAlias = tuple[tuple[str, ...], ...]


class Option(NamedTuple):
    # The name for `start` and the words; its help is `option.NAME`.
    name: str
    # The value in a game that is started without it.
    default: Any
    # The values, or a description of them; then `fits` decides.
    allowed: tuple[Any, ...] | str
    # Whether a value fits a game with this many seats, if no list can tell.
    fits: Callable[[Any, int], bool] | None = None

    def takes(self, value: Any, seats: int) -> bool:
        if self.fits:
            return self.fits(value, seats)
        # True == 1 in Python, so the type must match too.
        return any(type(value) is type(a) and value == a for a in self.allowed)


class Result(NamedTuple):
    """Who has won, each seat's rank from 1, and why."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: Says


class House(NamedTuple, Generic[H]):
    """The source of a game's house data, which no rule sheet gives."""

    # The data that comes with the game.
    usual: Callable[[], H]
    # Read an owner's file, and JSON; both refuse data that cannot be played with.
    load: Callable[[Any], H]
    read: Callable[[Any], H]
    # As JSON, which `read` takes.
    write: Callable[[H], State]


def _tells_nothing(_position: Any) -> bool:
    return False


def _hides_nothing(position: Any, _viewer: Viewer) -> State:
    return open_state(position)


def _told_to_all(_position: Any, event: Event, _viewer: Viewer) -> State:
    return to_json(event)


# The seats' names and colours in a game that has no others.
SEAT_NAMES = ("red", "blue", "green", "yellow", "purple", "orange")


def _by_colour(seats: int) -> Teams:
    return tuple((colour,) for colour in SEAT_NAMES[:seats])


def _stays(_options: Options) -> Mapping[type[Any], tuple[str, ...]]:
    return {}


def plain_tale(event: State, _options: Options) -> Says:
    """Return `tell.TYPE` with the event's own fields; an empty entry hides it."""
    return Sentence(f"tell.{event['type']}", event)


class _Fields(NamedTuple, Generic[P, A]):
    # The name for the engine and the command line: "pearl-dive".
    name: str
    # The name for people: "PEARL DIVE".
    title: str
    # The lowest and the highest number of players.
    seats: tuple[int, int]
    # Who can decide what, and when: see `steps`.
    steps: Steps[P, A]

    # Makes the first position from the seats, all options, and the house data (None if
    # the game has none).
    start: Callable[[int, Options, Any], P]
    # Applies an action that was not refused.
    apply: Callable[[P, A], tuple[P, tuple[Event, ...]]]
    # The result; None until the game is over.
    result: Callable[[P], Result | None]

    # A position, and an event, as JSON, as a viewer may see them; an event is viewed in
    # the position after it. A game without these has no secrets.
    state: Callable[[P, Viewer], State] = _hides_nothing
    event_view: Callable[[P, Event, Viewer], State] = _told_to_all
    # The version of the rules, which a saved game keeps.
    version: str = "1"
    # What players can choose before the game.
    options: tuple[Option, ...] = ()
    # Actions that the seat is asked for even if only one is possible.
    never_automatic: frozenset[type[A]] = frozenset()
    # Actions and events that reveal something; nothing before them can be undone.
    reveals: frozenset[type[Any]] = frozenset()
    # Whether playing a seat's only choice automatically would reveal what it holds.
    tells: Callable[[P], bool] = _tells_nothing
    # The data that the owner can replace: see `house_data`.
    house: House[Any] | None = None
    # For each number of seats: the names of seats whose player has no name.
    teams: Callable[[int], Teams] = _by_colour
    # The sentence about an event, given as JSON that its viewer may see, and these
    # options.
    tell: Callable[[State, Options], Says] = plain_tale
    # With these options, the events that people must remember, and which of their
    # fields: the story shows those only until such an event happens again.
    fleeting: Callable[[Options], Mapping[type[Any], tuple[str, ...]]] = _stays


class Game(_Fields[P, A]):
    """A game, and the answers of its steps; each function is looked up once."""

    def seats_near(self, wanted: int) -> int:
        """Return the allowed number of seats that is nearest to this one."""
        low, high = self.seats
        return min(max(wanted, low), high)

    @cached_property
    def chance(self) -> Callable[[P], tuple[Outcome[A], ...]]:
        """The outcomes that chance can choose from; () if chance does not decide."""
        return self.steps.chance

    @cached_property
    def legal(self) -> Callable[[P], tuple[A, ...]]:
        """Every legal action of every seat; () at a chance node and at the end."""
        return self.steps.legal

    @cached_property
    def refuse(self) -> Callable[[P, A], Refusal | None]:
        """The function that returns why an action is refused, or None."""
        return self.steps.refuse

    @property
    def actions(self) -> tuple[type[A], ...]:
        """Every kind of action, a seat's or chance's."""
        return self.steps.actions

    @property
    def by_chance(self) -> frozenset[type[A]]:
        """Actions that only chance decides, even if they name a seat."""
        return self.steps.by_chance

    @property
    def choice_rule(self) -> str:
        """The ruling for a press that is no action of the game."""
        return self.steps.choice_rule


AnyGame: TypeAlias = Game[Any, Any]


class BadSetup(BadRequest):
    """A setup with wrong seats or a wrong option."""


def checked_options(game: AnyGame, seats: Any, options: Any) -> dict[str, Any]:
    """Return all options of the game, defaults filled in; raise BadSetup."""
    low, high = game.seats
    if type(seats) is not int or not low <= seats <= high:
        many = f"a number from {low} to {high}" if low < high else f"{low}"
        raise BadSetup(f"{game.name}: seats must be {many}, not {brief(seats)}")
    if not isinstance(options, dict):
        raise BadSetup(f"{game.name}: options must be an object, not {brief(options)}")
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise BadSetup(
                f"{game.name}: there is no option {name[:40]!r}; it has "
                + ", ".join(known)
            )
        if not known[name].takes(value, seats):
            raise BadSetup(
                f"{game.name}: option {name} must be {_in_words(known[name].allowed)}, "
                f"not {brief(value)}"
            )
    return {o.name: options.get(o.name, o.default) for o in game.options}


def _in_words(allowed: tuple[Any, ...] | str) -> str:
    if isinstance(allowed, str):
        return allowed
    return "one of " + ", ".join(json.dumps(value) for value in allowed)
