"""`undertow effects`: what each event of a game looks and sounds like.

It lists them in a table for people, or shows them on the table in games that play
themselves: each event once, in full and in context; the rest goes by quickly.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from controller.input.intents import NewGame, Play
from controller.light.colour import Colour
from controller.rules.match import Match
from controller.session.table import Table
from controller.tabletop.effect_sheet import COLOURS, DARK_AND_SILENT, EffectSheet
from controller.tools.terminal import columns
from hardware.backend import Clock

HEADS = ("event", "light", "seconds", "times", "colours", "sound")


def rows(effects: EffectSheet) -> list[tuple[str, ...]]:
    return [
        (
            name,
            effects[name].light,
            " ".join(f"{s:g}" for s in effects[name].seconds if s),
            str(effects[name].times) if effects[name].times > 1 else "",
            " ".join(_called(colour) for colour in effects[name].colours),
            effects[name].sound,
        )
        for name in effects.names
    ]


def lines(effects: EffectSheet) -> Iterator[str]:
    yield from columns([HEADS, *rows(effects)])


def _called(colour: Colour) -> str:
    named = (name for name, value in COLOURS.items() if value == colour)
    return next(named, "#" + bytes(colour).hex())


# After an action that shows nothing new, and after an effect.
QUICK_S, PAUSE_S = 0.002, 0.4
GAMES = 20  # then report what has not happened
TRIED = 30  # actions to search for something that was not shown yet


class Preview:
    def __init__(
        self, table: Table, clock: Clock, tell: Callable[[str], object]
    ) -> None:
        """Set up; `tell` is called with each effect that begins."""
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
        self._is_over = False

    def begin(self) -> None:
        self._again(PAUSE_S)

    def close(self) -> None:
        """Stop showing effects."""
        self._is_over = True

    def _again(self, seconds: float) -> None:
        self._clock.call_at(self._clock.time() + seconds, self._step)

    def _step(self) -> None:
        if self._is_over:
            return
        if not self.missing or self._left == 0:
            self._end()
            return
        shown_s = self._play()
        self._again(QUICK_S if shown_s is None else shown_s + PAUSE_S)

    def _play(self) -> float | None:
        """Play one action; return how long it shows something new, or None."""
        situation, before = self._table.now.situation, self._table.now.situation.view
        match = situation.match
        if match.result:
            self._left -= 1
            self._table.ask(NewGame(match.game, match.seats, match.options))
            return None
        self._table.ask(Play(self._chosen(match), None))
        events = self._table.now.situation.view["events"]
        new = [n for n in map(self._effects.name, events) if n in self.missing]
        for name in dict.fromkeys(new):
            self.missing.remove(name)
            self._tell(": ".join(("shown", ", ".join(filter(None, self._row[name])))))
        if not new:
            return None
        return sum(
            keyframe.seconds for keyframe in situation.staging.effect(before, events)
        )

    def _chosen(self, match: Match) -> Any:
        """Return an action that shows something new, if one is found."""
        legal = list(match.game.legal(match.position))
        self._random.shuffle(legal)
        new = (action for action in legal[:TRIED] if self._is_new(match, action))
        return next(new, legal[0])

    def _is_new(self, match: Match, action: Any) -> bool:
        view = match.game.event_view
        return any(
            self._effects.name(view(entry.position, event, "table")) in self.missing
            for entry in match.plan(action)
            for event in entry.events
        )

    def _end(self) -> None:
        if self.missing:
            self._tell(f"did not happen in {GAMES} games: {', '.join(self.missing)}")
        else:
            self._tell("All effects have been shown. Press Ctrl-C to end.")
