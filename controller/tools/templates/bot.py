"""A NEW GAME for bots: common sense. `controller/games/API.md` lists what can be added.

This code may use the whole position: bots imagine what a seat cannot see.
"""

from collections.abc import Sequence
from typing import Any


def prefer(_position: Any, legal: Sequence[Any]) -> list[float]:
    """Weigh a seat's actions: bots prefer heavier ones."""
    return [1.0 for _ in legal]
