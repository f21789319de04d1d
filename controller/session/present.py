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

    def show(self, change: Change, hints: Hints) -> None:
        """Paints another position; what happened plays over it."""
        situation = change.situation
        staging, events = situation.staging, situation.view["events"]
        if change.kind in ("game", "undone"):
            self._lights.stop_effect()
            # A bad file is refused before anything is played.
            staging.effects.check()
        over = self._over(situation, hints)
        self._lights.paint(situation.picture, over, change.effect)
        if change.kind == "played" and not change.effect:
            self._lights.sound(staging.effects.sounds_without_light(events))

    def guide(self, situation: Situation, hints: Hints) -> None:
        """Lights anew what can be done in the same position."""
        self._lights.guide(self._over(situation, hints))

    def _over(self, situation: Situation, hints: Hints) -> Lamps:
        gestures, placement, can_explain, is_troubled = hints
        lamps = dict(
            guidance(
                situation.phase,
                gestures,
                situation.picture,
                can_undo=situation.can_undo("table"),
                can_explain=can_explain,
                is_taught=situation.taught is not None,
                focus=situation.staging.focus,
            )
        )
        if situation.waiting:
            live = gestures.lit | gestures.progress.touched
            lit = situation.waiting.lamps(situation.view, situation.picture, live)
            lamps.update(lit)
        lamps.update(placement.lamps())
        if placement.asks and not gestures.waits_for_ok:
            lamps["ok"] = OK
        if is_troubled:
            lamps["why"] = WHY
        return lamps
