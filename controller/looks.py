"""How a position will look, from the rules to the lamps; thinking changes nothing."""

from typing import Any, NamedTuple

from controller.gestures import Scripted
from controller.lights import Lights
from controller.meanings import scripts
from controller.rules.game import Event
from controller.rules.match import Entries, Match
from controller.rules.views import events_of, show
from controller.saved import written
from controller.staging import Lamps, Staging, Still, View


class Shown(NamedTuple):
    """What the table shows of a position, and what can be meant there."""

    view: View
    picture: Lamps
    effect: tuple[Still, ...]
    scripts: tuple[Scripted, ...]


class Thought(NamedTuple):
    """An action of a position, thought through from the rules to the lamps."""

    position: Any
    action: Any
    entries: Entries
    actions: list[str]
    over: bool
    shown: Shown

    def is_of(self, action: Any, position: Any) -> bool:
        # Two actions, or two positions, that are equal may still differ in kind.
        return self.action is action and self.position is position


class Looks:
    def __init__(
        self,
        match: Match,
        staging: Staging,
        lights: Lights,
        *,
        with_cards: bool = False,
    ) -> None:
        self._match = match
        self._staging = staging
        self._lights = lights
        self._with_cards = with_cards

    def of(
        self, position: Any, before: View | None = None, events: tuple[Event, ...] = ()
    ) -> Shown:
        """With what happened since that earlier view."""
        game, staging = self._match.game, self._staging
        seen = show(game, position, "table", events)
        view = {**seen, "options": self._match.options}
        picture = staging.picture(view)
        self._lights.prepare(picture)
        return Shown(
            view,
            picture,
            staging.effect(before, view["events"]) if before else (),
            scripts(self._match, staging, position, with_cards=self._with_cards),
        )

    def after(self, action: Any, before: View | None) -> Thought:
        """Raises Refused."""
        return self.following(action, self._match.plan(action), before)

    def following(self, action: Any, entries: Entries, before: View | None) -> Thought:
        position = entries[-1].position
        return Thought(
            self._match.position,
            action,
            entries,
            [written(entry.action) for entry in entries],
            self._match.game.result(position) is not None,
            self.of(position, before, events_of(entries)),
        )
