"""What a seat has been shown of a game: all that a bot is ever told."""

from collections.abc import Iterable

from controller.bots.sense import Shown
from controller.rules.game import AnyGame
from controller.rules.match import Entry


def shown_to(game: AnyGame, entries: Iterable[Entry], seat: int) -> list[Shown]:
    """The log as this seat may see it, action by action."""
    return [
        [game.event_view(entry.position, event, seat) for event in entry.events]
        for entry in entries
    ]
