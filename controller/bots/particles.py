"""A memory for any game: many positions at once, of which those that still fit stay.

Each follows the log on its own: where the log does not tell what was drawn or chosen,
it takes one of the actions that would have looked the same. A position that has none
has been refuted, and a copy of another takes its place.
"""

from random import Random
from typing import Any

from controller.bots.sense import Shown
from controller.rules.game import AnyGame, State
from controller.rules.records import to_json

MANY = 60


class Particles:
    def __init__(self, game: AnyGame, start: Any, seat: int, many: int = MANY) -> None:
        self._game = game
        self._seat = seat
        self._many = many
        self._held: list[Any] = [start]
        # The same log gives the same positions, whatever was imagined in between.
        self._dice = Random(f"particles/{seat}")

    def note(self, shown: Shown) -> None:
        held = [self._follow(position, shown) for position in self._held]
        alive = [after for after in held if after is not None]
        # Where nothing is hidden all ways are one, and copies would say nothing.
        is_secret = None in shown[0].values() or len(alive) < len(held)
        for number in range(self._many - len(alive) if alive and is_secret else 0):
            after = self._follow(self._held[number % len(self._held)], shown)
            alive.append(alive[number] if after is None else after)
        self._held = alive

    def imagine(self, dice: Random) -> Any:
        """One of the positions that still fit; None once none does."""
        return dice.choice(self._held) if self._held else None

    def _follow(self, position: Any, shown: Shown) -> Any | None:
        """The position after something that looks like what was shown, by chance."""
        game = self._game
        outcomes = game.chance(position)
        choices = [o.action for o in outcomes] or game.legal(position)
        fitting = [n for n, a in enumerate(choices) if _may_be(to_json(a), shown[0])]
        while fitting:
            weights = [outcomes[n].weight if outcomes else 1 for n in fitting]
            [number] = self._dice.choices(fitting, weights)
            after, events = game.apply(position, choices[number])
            told = [
                game.event_view(after, event, self._seat)
                for event in (choices[number], *events)
            ]
            if told == shown:
                return after
            fitting.remove(number)
        return None


def _may_be(action: State, shown: State) -> bool:
    """Whether this action could be what was shown, hidden fields left out."""
    return all(
        value is None or action.get(key) == value for key, value in shown.items()
    )
