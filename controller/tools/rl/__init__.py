"""Every game as a PettingZoo environment, for whoever trains players of their own.

    from controller.tools.rl import env
    table = env("get-bit", seats=4)

aec         a game as an environment: one seat after the other decides
features    a seat's view as a vector
numbering   a number for each action

A seat is an agent, and observes what that seat may know: a vector, and as
`infos[agent]["view"]` the view itself. A mask says which actions are legal. A win is
worth 1, a shared one is split. Needs `undertow[rl]`.
"""

from collections.abc import Mapping
from typing import Any

from pettingzoo.utils import wrappers

from controller.tools.rl.aec import GameEnv


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    house: Any = None,
    render_mode: str | None = None,
) -> Any:
    """The game behind PettingZoo's usual guards; `raw_env` is without them."""
    raw = raw_env(game, seats, options, house=house, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
        )
    )


def raw_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    house: Any = None,
    render_mode: str | None = None,
) -> GameEnv:
    """Raises BadSetup or NoSuchGame; a number that is not legal raises ValueError."""
    return GameEnv(game, seats, options or {}, house, render_mode)
