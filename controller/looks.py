"""How a position will look, from the rules to the lamps; thinking changes nothing."""

from typing import Any, NamedTuple

from controller.gestures import Gesture, Gestures, Scripted, beginnings
from controller.guidance import guidance
from controller.lights import Lights
from controller.meanings import scripts
from controller.rules.game import Event
from controller.rules.match import Entries, Match, is_undoable
from controller.rules.views import events_of, show
from controller.saved import written
from controller.staging import Lamps, Staging, Still, View


class Shown(NamedTuple):
    """What the table shows of a position, and what can be meant there."""

    view: View
    picture: Lamps
    effect: tuple[Still, ...]
    scripts: tuple[Scripted, ...]
    # What these begin with.
    first: frozenset[Gesture]


class Thought(NamedTuple):
    """An action of a position, thought through from the rules to the lamps."""

    position: Any
    action: Any
    entries: Entries
    actions: list[str]
    over: bool
    shown: Shown
    # What will be lit over the picture, as far as that can be foreseen.
    guidance: Lamps | None = None

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
        self.ahead: Thought | None = None

    def of(
        self, position: Any, before: View | None = None, events: tuple[Event, ...] = ()
    ) -> Shown:
        """With what happened since that earlier view."""
        game, staging = self._match.game, self._staging
        seen = show(game, position, "table", events)
        view = {**seen, "options": self._match.options}
        picture = staging.picture(view)
        self._lights.prepare(picture)
        meant = scripts(self._match, staging, position, with_cards=self._with_cards)
        return Shown(
            view,
            picture,
            staging.effect(before, view["events"]) if before else (),
            meant,
            beginnings(meant),
        )

    def after(self, action: Any, before: View | None) -> Thought:
        """Raises Refused; what was thought ahead is not thought again."""
        if self.ahead and self.ahead.is_of(action, self._match.position):
            return self.ahead
        return self.following(action, self._match.plan(action), before)

    def think_ahead(
        self, coming: Any | None, before: View | None, *, troubled: bool
    ) -> None:
        """Of the action that probably comes next; `troubled`: a part has something."""
        if coming is None:
            self.ahead = None
            return
        thought = self.after(coming, before)
        foreseen = self._foreseen(thought, troubled)
        self.ahead = thought._replace(guidance=foreseen)
        # It may have been thought of before, and another picture since.
        self._lights.prepare(thought.shown.picture)

    def _foreseen(self, thought: Thought, troubled: bool) -> Lamps:
        """What comes otherwise, a piece that stands wrong for one, is put right."""
        shown, over = thought.shown, thought.over
        coming = Gestures(lambda _: False, self._lights.has_lamp)
        coming.offer(() if over else shown.scripts)
        return guidance(
            "over" if over else "play",
            coming,
            shown.picture,
            can_undo=is_undoable(thought.entries),
            can_explain=troubled,
            focus=self._staging.focus,
        )

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
