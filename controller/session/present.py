"""A Change becomes lamps: the game's picture, what can be done, what just happened."""

from typing import NamedTuple

from controller.input.gestures import Gestures
from controller.input.situation import Situation
from controller.light.colour import Lamps
from controller.light.lights import Lights
from controller.light.palette import OK, WHY
from controller.pieces.tracker import Placement
from controller.session.guidance import guidance
from controller.session.session import Change


class Hints(NamedTuple):
    """What is lit over the picture of a position, besides what the game says."""

    gestures: Gestures
    placement: Placement
    # Something was refused, and `why` would say it again.
    can_explain: bool
    # Something is wrong with the table itself.
    is_troubled: bool


class Presenter:
    def __init__(self, lights: Lights) -> None:
        self._lights = lights
        self._picture: Lamps = {}

    def show(self, change: Change, hints: Hints) -> None:
        """Paints another position; what happened plays over it."""
        situation = change.situation
        view, staging = situation.view, situation.staging
        if change.kind in ("game", "undone"):
            self._lights.stop_effect()
            # A bad file is refused before anything is played.
            staging.effects.check()
        self._picture = staging.picture(view)
        effect = staging.effect(change.before, view["events"]) if change.before else ()
        self._lights.paint(self._picture, self._over(situation, hints), effect)
        if change.before and not effect:
            self._lights.sound(staging.effects.sounds_without_light(view["events"]))

    def guide(self, situation: Situation, hints: Hints) -> None:
        """Lights anew what can be done in the same position."""
        self._lights.guide(self._over(situation, hints))

    def _over(self, situation: Situation, hints: Hints) -> Lamps:
        gestures, placement, can_explain, is_troubled = hints
        lamps = dict(
            guidance(
                situation.phase,
                gestures,
                self._picture,
                can_undo=situation.can_undo("table"),
                can_explain=can_explain,
                is_taught=situation.taught is not None,
                focus=situation.staging.focus,
            )
        )
        if situation.waiting:
            live = gestures.lit | gestures.progress.touched
            lamps.update(situation.waiting.lamps(situation.view, self._picture, live))
        lamps.update(placement.lamps())
        if placement.asks and not gestures.waits_for_ok:
            lamps["ok"] = OK
        if is_troubled:
            lamps["why"] = WHY
        return lamps
