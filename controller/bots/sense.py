"""The optional parts of a game's `bot.py`, which help its bots."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, get_args

from controller.basics.sentence import Says
from controller.rules.game import AnyGame, Event, State
from controller.rules.match import Entry

Level: TypeAlias = Literal["random", "easy", "steady", "sharp"]
LEVELS: tuple[Level, ...] = get_args(Level)
# The levels of bots that play at a table.
SEATED = LEVELS[1:]

# An action of the log and its effects, each as the seat saw it.
Shown: TypeAlias = list[State]


class Memory(Protocol):
    """A seat's knowledge of one game; a source of positions that fit it."""

    def note(self, shown: Shown) -> None:
        """Take in the next action of the log."""

    def imagine(self, dice: Random) -> Any:
        """Return a position that the seat cannot tell from the real one."""


Prefer: TypeAlias = Callable[[Any, Sequence[Any]], Sequence[float]]
Worth: TypeAlias = Callable[[Any], Sequence[float]]


class Sense(NamedTuple):
    # A Memory of what this seat sees from the start; without one, positions are guessed
    # by trial.
    imagine: Callable[[Any, int], Memory] | None = None
    # A weight for each of a seat's actions; without it, all are equal.
    prefer: Prefer | None = None
    # Each seat's share of the win where play is cut off; without it, play never is.
    worth: Worth | None = None
    # A sentence for the player: why the seat would do that.
    reason: Callable[[Any, Any], Says | None] | None = None


def sense_in(module: Any) -> Sense:
    """Return the parts defined by a game's `bot` module."""
    return Sense(*(getattr(module, name, None) for name in Sense._fields))


def shares(game: AnyGame, position: Any) -> list[float] | None:
    """Return each seat's share of the win in a finished game; tied winners share it."""
    result = game.result(position)
    if result is None:
        return None
    best = result.ranks.count(1)
    return [1 / best if rank == 1 else 0.0 for rank in result.ranks]


def shown_to(game: AnyGame, entries: Iterable[Entry], seat: int) -> list[Shown]:
    """Return the log, action by action, as this seat may see it."""
    return [seen_by(game, seat, entry.position, entry.events) for entry in entries]


def seen_by(game: AnyGame, seat: int, after: Any, events: Iterable[Event]) -> Shown:
    """Return an action and its effects as the seat sees them in the position after it.

    Both are JSON, so they are the same here and in the bot's process.
    """
    return [_plain(game.event_view(after, event, seat)) for event in events]


def _plain(value: Any) -> Any:
    match value:
        case dict():
            return {str(key): _plain(part) for key, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    return value
