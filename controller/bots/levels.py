"""A bot sees what its seat sees, and answers with a legal action.

An easy bot uses common sense half of the time, a medium one (`steady`) always. A strong
one (`sharp`) tries out what common sense suggests in positions that it imagines. A
bot's choice depends only on its seed and on what it was shown.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from controller.basics.sentence import Says
from controller.bots.particles import Particles
from controller.bots.search import Search, Tried, pick
from controller.bots.sense import LEVELS as LEVELS
from controller.bots.sense import Level as Level
from controller.bots.sense import Memory, Sense, Shown
from controller.rules.game import AnyGame

# The default number of passes of a strong bot. A medium bot makes as many in a game
# without common sense of its own.
PASSES, FEW = 100, 15


class Bot:
    def __init__(
        self,
        game: AnyGame,
        sense: Sense,
        start: Any,
        seat: int,
        level: Level,
        seed: int = 0,
        passes: int = PASSES,
    ) -> None:
        """Begin with `start`, the position before anything has happened."""
        self._game = game
        self._sense = sense
        self._seat = seat
        self._level = level
        self._seed = seed
        self._passes = passes
        self._noted = 0
        self._memory: Memory = (
            sense.imagine(start, seat)
            if sense.imagine
            else Particles(game, start, seat)
        )

    def note(self, shown: Sequence[Shown]) -> None:
        """Take in what this seat has been shown since the last call."""
        for entry in shown:
            self._noted += 1
            if self._level != "random":
                self._memory.note(entry)

    def choose(
        self,
        legal: Sequence[Any],
        is_late: Callable[[], bool] = lambda: False,
        passes: int | None = None,
    ) -> Any:
        """Return one of the seat's legal actions once passes or time run out."""
        dice = Random(f"{self._seed}/{self._seat}/{self._noted}")
        if len(legal) == 1:
            return legal[0]
        if self._level == "random" or (self._level == "easy" and dice.random() < 0.5):
            return dice.choice(legal)
        prefer = self._sense.prefer
        if self._level == "sharp" or prefer is None:
            passes = passes or self._passes if self._level == "sharp" else FEW
            tried = self._try_out(dice, passes, is_late)
            return tried[0].action if tried else dice.choice(legal)
        position = self._memory.imagine(dice)
        if position is None:
            return dice.choice(legal)
        return pick(legal, prefer(position, legal), dice)

    def reason(self, action: Any) -> Says | None:
        """Return why the seat would play that action, if the game can say."""
        if self._sense.reason is None or self._level == "random":
            return None
        position = self._memory.imagine(Random(f"{self._seed}/why"))
        return None if position is None else self._sense.reason(position, action)

    def _try_out(
        self, dice: Random, passes: int, is_late: Callable[[], bool]
    ) -> list[Tried]:
        if self._memory.imagine(dice) is None:
            return []
        search = Search(self._game, self._sense, dice)
        search.run(self._memory.imagine, passes, is_late)
        return search.tried(self._seat)
