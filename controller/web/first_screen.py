"""What the first screen offers: the games, their options and the bots."""

from collections.abc import Callable, Mapping
from typing import Any

from controller import games
from controller.engine.protocol import catalogue
from controller.rules.game import AnyGame

# For a game: who could tell each thing that chance decides.
Choices = Callable[[AnyGame], Mapping[str, tuple[str, ...]]]


def on_offer(choices: Choices, language: str) -> list[dict[str, Any]]:
    rows = catalogue()
    return [row | _about(games.find(row["game"]), choices, language) for row in rows]


# Of a game's words those that are said before it is begun.
_SAID_BEFORE = ("option.", "value.")


def _words(game: AnyGame, language: str) -> dict[str, str]:
    entries = games.words(game.name, language).entries
    wanted = (k for k in entries if k == "about" or k.startswith(_SAID_BEFORE))
    return {key: entries[key] for key in wanted}


def _about(game: AnyGame, choices: Choices, language: str) -> dict[str, Any]:
    staging = games.staging(game)
    low, high = game.seats
    return {
        "words": _words(game, language),
        "minutes": staging.minutes,
        # By number of seats the colours that each of them plays.
        "teams": {seats: game.teams(seats) for seats in range(low, high + 1)},
        "told_by": choices(game),
    }
