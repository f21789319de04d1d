"""What an action would make, worked out before it is on disk and before it is shown."""

from typing import Any, NamedTuple

from controller.chance.dealer import Dealer
from controller.input.situation import Phase, Situation
from controller.light.colour import Still
from controller.rules.game import Event
from controller.rules.match import Entries, Match
from controller.rules.views import events_of
from controller.session.look import situation_of
from controller.session.restore import written
from controller.stage.lesson import Lesson
from controller.stage.teaching import teach


class Plan(NamedTuple):
    """An action with what follows by itself, and the situation after it."""

    entries: Entries
    # As the journal keeps them.
    written: tuple[str, ...]
    after: Situation
    # What is played over the picture of what comes after it.
    effect: tuple[Still, ...]


class Planner:
    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer

    def situation(
        self,
        match: Match,
        phase: Phase,
        lesson: Lesson | None,
        events: tuple[Event, ...] = (),
    ) -> Situation:
        """The game as it stands after these events."""
        is_on = lesson is not None and phase == "play"
        taught = teach(lesson, match) if lesson and is_on else None
        return situation_of(match, phase, self._dealer, events, taught)

    def plan(self, now: Situation, lesson: Lesson | None, action: Any) -> Plan:
        """Work out an action; raises Refused."""
        return self.follow(now, lesson, now.match.plan(action))

    def follow(self, now: Situation, lesson: Lesson | None, entries: Entries) -> Plan:
        """The same for entries that are known already."""
        result = now.match.game.result(entries[-1].position)
        phase: Phase = "over" if result else "play"
        events = events_of(entries)
        after = now.match.supposing(
            entries, lambda: self.situation(now.match, phase, lesson, events)
        )
        bodies = tuple(written(entry.action) for entry in entries)
        effect = now.staging.effect(now.view, after.view["events"])
        return Plan(entries, bodies, after, effect)
