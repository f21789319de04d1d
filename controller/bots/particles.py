"""A memory for any game: many possible positions, filtered by what happens.

Each position replays the log on its own: where the log does not say what was drawn or
chosen, it takes an action that would have looked the same. A position without such an
action is refuted, and a copy of another replaces it. When secretly chosen cards are
revealed, all may be refuted at once. Then a search for a consistent line of play starts
from the last point where everything was known.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from controller.bots.sense import Shown, seen_by
from controller.rules.codec import to_json
from controller.rules.game import AnyGame, State

MANY = 60
# Bounds of the search once all positions are refuted: the most actions to try, the
# longest log to replay, and the number of recent certain positions to start from.
TRIES, FAR, AGREED = 3_000, 100, 3


class Particles:
    def __init__(self, game: AnyGame, start: Any, seat: int, many: int = MANY) -> None:
        self._game = game
        self._seat = seat
        self._many = many
        self._log: list[Shown] = []
        self._held: list[Any] = [start]
        # Certain positions, and the length of the log at each.
        self._agreed: list[tuple[Any, int]] = [(start, 0)]
        self._tries = 0
        # Its own generator, so that the same log gives the same positions, whatever was
        # imagined in between.
        self._dice = Random(f"particles/{seat}")

    def note(self, shown: Shown) -> None:
        if not self._held:
            return
        self._log.append(shown)
        held = [self._follow(position, shown) for position in self._held]
        alive = [after for after in held if after is not None] or self._resume_search()
        # Where nothing is hidden there is only one line of play, so copies add nothing.
        is_secret = None in shown[0].values() or len(alive) < len(held)
        for number in range(self._many - len(alive) if alive and is_secret else 0):
            after = self._follow(self._held[number % len(self._held)], shown)
            alive.append(alive[number] if after is None else after)
        self._held = alive
        if alive and all(position == alive[0] for position in alive):
            self._agreed = [*self._agreed[1 - AGREED :], (alive[0], len(self._log))]

    def imagine(self, dice: Random) -> Any:
        """Return a position that still fits, or None if none does."""
        return dice.choice(self._held) if self._held else None

    def _follow(self, position: Any, shown: Shown) -> Any | None:
        """Return a position after some action that looks like what was shown."""
        return next(self._fitting(position, shown), None)

    def _fitting(self, position: Any, shown: Shown) -> Iterator[Any]:
        game = self._game
        outcomes = game.chance(position)
        choices = [o.action for o in outcomes] or game.legal(position)
        fitting = [
            n for n, a in enumerate(choices) if _looks_like(to_json(a), shown[0])
        ]
        while fitting:
            weights = [outcomes[n].weight if outcomes else 1 for n in fitting]
            [number] = self._dice.choices(fitting, weights)
            self._tries += 1
            after, events = game.apply(position, choices[number])
            if seen_by(game, self._seat, after, (choices[number], *events)) == shown:
                yield after
            fitting.remove(number)

    def _resume_search(self) -> list[Any]:
        self._tries = 0
        for position, length in reversed(self._agreed):
            if len(self._log) - length <= FAR:
                found = self._search(position, length)
                if found is not None:
                    return [found]
        return []

    def _search(self, position: Any, at: int) -> Any | None:
        """Search for actions that look as shown; return the position after them."""
        if at == len(self._log):
            return position
        for after in self._fitting(position, self._log[at]):
            found = self._search(after, at + 1)
            if found is not None or self._tries > TRIES:
                return found
        return None


def _looks_like(action: State, shown: State) -> bool:
    """Return whether this action could be the one shown, ignoring hidden fields."""
    return all(
        value is None or action.get(key) == value for key, value in shown.items()
    )
