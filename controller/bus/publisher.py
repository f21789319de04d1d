"""Publishes each change of the table."""

from collections.abc import Callable

from controller.bus.bus import PART, Bus
from controller.bus.published import (
    OutputSettings,
    Wording,
    event,
    state,
    troubles,
    winner,
)
from controller.rules.game import Event
from controller.rules.match import Match
from controller.session.snapshot import Snapshot
from hardware.parts.registry import Part, Parts


class Publisher:
    def __init__(
        self,
        bus: Bus,
        parts: Parts,
        now: Callable[[], Snapshot],
        wording: Wording,
        output: Callable[[], OutputSettings],
    ) -> None:
        self._bus, self._parts, self._now = bus, parts, now
        self._wording, self._output = wording, output
        self._last_winner = self._order = ""
        self._match: Match | None = None
        parts.on_change.append(self._part_changed)
        self.look_again()
        self._part_changed()

    def changed(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        wording = self._wording
        if now.situation.match is not self._match:
            self._match, self._order = now.situation.match, ""
        self._last_winner = winner(now, wording) or self._last_winner
        shown = state(now, wording, self._output())
        more = {"order": self._order, "last_winner": self._last_winner}
        self._bus.retain("state", shown | more)
        if happened := event(now, events, wording):
            self._bus.tell("event", happened)

    def begun(self, order: str) -> None:
        """Publish that the command with this id started the current game."""
        self._order = order
        self.look_again()

    def look_again(self) -> None:
        """Publish the state after something that does not change the game."""
        self.changed(self._now(), ())

    def _part_changed(self, _part: Part | None = None) -> None:
        # Without the broker itself: anyone who reads this there can reach it.
        others = (part for part in self._parts.all() if part.name != PART)
        self._bus.retain("parts", troubles(others, self._now()))
