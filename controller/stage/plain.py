"""The table's side of a game, as far as it says nothing of it itself.

A seat holds its button, counts to one of its choices with `next`, and presses `ok`: in
the order in which the rules list them.
"""

from collections.abc import Callable
from typing import Any

from controller.rules.game import AnyGame
from controller.stage import places
from controller.stage.gestures import Script, counted, presses
from controller.stage.staging import Staging


def by_number(game: AnyGame) -> Callable[[Any, Any], Script | None]:
    """How any action of any game can be meant: by its number among the seat's own."""

    def script(position: Any, action: Any) -> Script | None:
        seat = getattr(action, "seat", None)
        own = [each for each in game.legal(position) if each.seat == seat]
        return counted(action.seat, own.index(action) + 1) if action in own else None

    return script


def on_tiles(*kinds: type[Any]) -> Callable[[Any, Any], Script | None]:
    """How an action of these kinds is meant: its `tile`, from 0, is pressed."""

    def script(_position: Any, action: Any) -> Script | None:
        if not isinstance(action, kinds) or action.tile not in range(len(places.TILES)):
            return None
        return presses(places.TILES[action.tile])

    return script


def staging_of(game: AnyGame) -> Staging:
    return Staging(script=by_number(game))
