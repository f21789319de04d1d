"""A NEW GAME for bots: common sense. `controller/games/API.md` lists what can be added.

Nothing here has to know what a seat cannot see: bots imagine that.
"""

from collections.abc import Sequence
from typing import Any


def prefer(_position: Any, legal: Sequence[Any]) -> list[float]:
    """Weigh a seat's actions: the heavier one is, the more readily a bot plays it."""
    return [1.0 for _ in legal]
