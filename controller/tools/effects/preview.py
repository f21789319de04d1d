"""Shows every effect of a game on the table: by games that play themselves.

Each event is shown once, in full and in its place; what has been shown goes by quickly.
"""

from collections.abc import Callable
from random import Random

from controller.input.intents import NewGame, Play
from controller.session.table import Table
from controller.stage.effect_sheet import DARK_AND_SILENT
from controller.tools.effects.listing import rows
from hardware.backend import Clock

QUICK_S = 0.02
PAUSE_S = 0.4
GAMES = 40  # so many are played; what has not happened by then is named


class Preview:
    def __init__(
        self, table: Table, clock: Clock, tell: Callable[[str], object]
    ) -> None:
        """`tell` hears of each effect that begins."""
        self._table = table
        self._clock = clock
        self._tell = tell
        self._effects = table.now.situation.staging.effects
        self._row = {row[0]: row for row in rows(self._effects)}
        self.missing = [
            name
            for name in self._effects.names
            if self._effects[name] != DARK_AND_SILENT
        ]
        self._random = Random(1)
        self._left = GAMES

    def begin(self) -> None:
        self._again(PAUSE_S)

    def _again(self, seconds: float) -> None:
        self._clock.call_at(self._clock.time() + seconds, self._step)

    def _step(self) -> None:
        situation, before = self._table.now.situation, self._table.now.situation.view
        match = situation.match
        if not self.missing or self._left == 0:
            self._end()
            return
        if match.result:
            self._left -= 1
            self._table.ask(NewGame(match.game, match.seats, match.options))
            self._again(QUICK_S)
            return
        action = self._random.choice(match.game.legal(situation.position))
        self._table.ask(Play(action, None))
        events = self._table.now.situation.view["events"]
        new = [n for n in map(self._effects.name, events) if n in self.missing]
        for name in dict.fromkeys(new):
            self.missing.remove(name)
            self._tell(": ".join(("shown", ", ".join(filter(None, self._row[name])))))
        stills = situation.staging.effect(before, events) if new else ()
        shown_s = sum(still.seconds for still in stills)
        self._again(shown_s + PAUSE_S if new else QUICK_S)

    def _end(self) -> None:
        if self.missing:
            self._tell(f"did not happen in {GAMES} games: {', '.join(self.missing)}")
        else:
            self._tell("all shown; Ctrl-C ends it")
