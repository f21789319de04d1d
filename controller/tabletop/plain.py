"""The staging of a game without its own: players count choices with `next`.

A seat holds its button, counts to one of its choices with `next`, and presses `ok`;
choices are numbered in the order of the rules.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from controller.rules.game import AnyGame
from controller.tabletop import places
from controller.tabletop.gestures import Script, counted, presses
from controller.tabletop.staging import Staging


def by_number(game: AnyGame) -> Callable[[Any, Any], Script | None]:
    """Assign each action a number among the seat's own, for any game."""
    # Called for every action of a position, of which there may be a thousand.
    seen: Any = None
    numbers: dict[Any, int] = {}

    def script(position: Any, action: Any) -> Script | None:
        nonlocal seen, numbers
        if position is not seen:
            seen, numbers = position, _numbers(game.legal(position))
        number = numbers.get(action)
        return counted(action.seat, number) if number else None

    return script


def _numbers(actions: Iterable[Any]) -> dict[Any, int]:
    """Number each seat's actions from 1."""
    so_far: Counter[int] = Counter()
    numbers: dict[Any, int] = {}
    for action in actions:
        so_far[action.seat] += 1
        numbers.setdefault(action, so_far[action.seat])
    return numbers


def on_tiles(*kinds: type[Any]) -> Callable[[Any, Any], Script | None]:
    """Let a press on its `tile`, counted from 0, mean an action of these kinds."""

    def script(_position: Any, action: Any) -> Script | None:
        if not isinstance(action, kinds) or action.tile not in range(len(places.TILES)):
            return None
        return presses(places.TILES[action.tile])

    return script


def staging_of(game: AnyGame) -> Staging:
    return Staging(script=by_number(game))
