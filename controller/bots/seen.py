"""What a seat has been shown of a game: all that a bot is ever told."""

from collections.abc import Iterable
from typing import Any

from controller.bots.sense import Shown
from controller.rules.game import AnyGame, Event
from controller.rules.match import Entry


def shown_to(game: AnyGame, entries: Iterable[Entry], seat: int) -> list[Shown]:
    """The log as this seat may see it, action by action."""
    return [seen_by(game, seat, entry.position, entry.events) for entry in entries]


def seen_by(game: AnyGame, seat: int, after: Any, events: Iterable[Event]) -> Shown:
    """An action and what it caused, as the seat sees them in the position after it.

    In the way of JSON: the same in here as in a process that was told.
    """
    return [_plain(game.event_view(after, event, seat)) for event in events]


def _plain(value: Any) -> Any:
    match value:
        case dict():
            return {str(key): _plain(part) for key, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    return value
