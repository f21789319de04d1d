"""Counts the ways to play a game that was written a second time, naively."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Protocol, TypeVar


class Naive(Protocol):
    """A game that is changed by what is done; nothing of the real rules is in it."""

    def choices_now(self) -> list[Any]: ...
    def do(self, action: Any) -> None: ...


G = TypeVar("G", bound=Naive)


def _as_it_is(game: G) -> G:
    return game


def sequences(game: G, depth: int, settled: Callable[[G], G] = _as_it_is) -> int:
    """How many ways there are to play so many actions, each tried one by one.

    `settled` does what leaves no choice.
    """
    choices = game.choices_now()
    if depth == 1:
        return len(choices)
    total = 0
    for action in choices:
        after = deepcopy(game)
        after.do(action)
        total += sequences(settled(after), depth - 1, settled)
    return total
