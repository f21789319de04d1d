"""What a game is: a record of plain functions over immutable positions.

A position is whatever the game likes, as long as it is immutable and compares by
value. Actions and events are NamedTuples; `codec` says how they are written.

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

# The version of this interface; a change that breaks games of other packages adds one.
KERNEL = 1

H = TypeVar("H")

# By their names, the values of all options of a game.
Options: TypeAlias = Mapping[str, Any]
# A NamedTuple with `@record`: what has happened, for display only.
Event: TypeAlias = NamedTuple
# A seat, what lies open on the table, or everything.
Viewer: TypeAlias = int | Literal["table"] | None
# JSON, as a page gets it.
State: TypeAlias = dict[str, Any]
# By seat what it plays with: the names of its robots, its divers, its team.
Teams: TypeAlias = tuple[tuple[str, ...], ...]


class Option(NamedTuple):
    # What `start` and the words know it by; its help is `option.NAME`.
    name: str
    # Its value in a game that is begun without it.
    default: Any
    # The values, or in words what they may be; then `fits` decides.
    allowed: tuple[Any, ...] | str
    # Whether a value fits a game with this many seats, where a list cannot tell.
    fits: Callable[[Any, int], bool] | None = None

    def takes(self, value: Any, seats: int) -> bool:
        if self.fits:
            return self.fits(value, seats)
        # True == 1 in Python, so the type has to be the same too.
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
    # From an owner's file, and from JSON; both refuse what cannot be played with.
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


# Names and colours of the seats, in a game that has no others.
SEAT_NAMES = ("red", "blue", "green", "yellow", "purple", "orange")


def _by_colour(seats: int) -> Teams:
    return tuple((colour,) for colour in SEAT_NAMES[:seats])


def _stays(_options: Options) -> Mapping[type[Any], tuple[str, ...]]:
    return {}


def plain_tale(event: State, _options: Options) -> Says:
    """Return `tell.TYPE` with the event's own fields; an empty entry hides it."""
    return Sentence(f"tell.{event['type']}", event)


class _Fields(NamedTuple, Generic[P, A]):
    # As the engine and the command line call it: "pearl-dive".
    name: str
    # As people read it: "PEARL DIVE".
    title: str
    # The fewest and the most players.
    seats: tuple[int, int]
    # Who can decide what and when: see `steps`.
    steps: Steps[P, A]

    # The seats, all options, and the house data (None where the game has none).
    start: Callable[[int, Options, Any], P]
    # Takes an action that was not refused.
    apply: Callable[[P, A], tuple[P, tuple[Event, ...]]]
    # How it has ended; None until then.
    result: Callable[[P], Result | None]

    # A position, and an event, as JSON, as a viewer may see it; an event once the
    # position has been reached. A game that leaves them out has no secrets.
    state: Callable[[P, Viewer], State] = _hides_nothing
    event_view: Callable[[P, Event, Viewer], State] = _told_to_all
    # The version of the rules, which a saved game keeps.
    version: str = "1"
    # What can be chosen before the game.
    options: tuple[Option, ...] = ()
    # Actions that are asked even where only one is possible.
    never_automatic: frozenset[type[A]] = frozenset()
    # Actions and events that show somebody something new: no undo past them.
    reveals: frozenset[type[Any]] = frozenset()
    # Whether settling a seat's only choice would tell others what it holds.
    tells: Callable[[P], bool] = _tells_nothing
    # The data that a table's owner can replace: see `house_data`.
    house: House[Any] | None = None
    # By the number of seats, what a seat without a player's name is called.
    teams: Callable[[int], Teams] = _by_colour
    # What to tell of an event, as JSON that its viewer may see, with these options.
    tell: Callable[[State, Options], Says] = plain_tale
    # With these options, events that people have to remember, and which fields of them:
    # the story tells those only until such an event happens again.
    fleeting: Callable[[Options], Mapping[type[Any], tuple[str, ...]]] = _stays


class Game(_Fields[P, A]):
    """A game, and what its steps answer; each function is looked up once."""

    def seats_near(self, wanted: int) -> int:
        """Return the number of seats the game allows that is nearest to this one."""
        low, high = self.seats
        return min(max(wanted, low), high)

    @cached_property
    def chance(self) -> Callable[[P], tuple[Outcome[A], ...]]:
        """The outcomes that chance has to choose from; () where it has no say."""
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
        """Actions that only chance decides, whatever seat they name."""
        return self.steps.by_chance

    @property
    def choice_rule(self) -> str:
        """The ruling that answers a press that is no action of the game."""
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
