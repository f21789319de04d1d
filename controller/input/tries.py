"""Answers gestures while `why` is down; nothing is played.

A stuck button counts as released (`hardware/parts/buttons.py`), so a stuck `why` keeps
nobody from playing.
"""

from collections.abc import Callable

from controller.basics.sentence import say
from controller.input.gestures import Gestures
from controller.input.held import HeldButtons
from controller.input.outcomes import Alone, Answer
from controller.input.situation import Situation
from controller.input.trial import Trial
from controller.rules.deals import Draw
from controller.tabletop.gestures import Card, Carry
from controller.words.notice import Notice, announcement
from controller.words.table import NO_DRAW_MEANWHILE

# The Eliminator's own controls are not tried.
_INTERLOCK = frozenset(("arm", "fire"))


class Tries:
    def __init__(
        self,
        held: HeldButtons,
        gestures: Gestures,
        say: Callable[[Answer | Alone], None],
        may_confirm: Callable[[], bool],
    ) -> None:
        self._held = held
        self._gestures = gestures
        self._say = say
        self._may_confirm = may_confirm
        self._situation: Situation | None = None
        self._trial: Trial | None = None
        # Whether `undo` went down alone: it may be tried, or switch the table off.
        self._undo = False

    def show(self, situation: Situation) -> None:
        """Take another situation, without any tries yet."""
        self._situation = situation
        self._trial = None

    def pressed(self, control: str, in_the_way: str | None) -> None:
        self._undo = control == "undo" and not in_the_way
        if self._undo or control in _INTERLOCK:
            return
        if in_the_way:
            told = say("reply.one-at-a-time", control=control, other=in_the_way)
            self._say(Answer(Notice(None, False, "", told)))
        elif trial := self._now():
            trial.press(control)

    def released(self, control: str) -> None:
        if control == "why":
            self._trial, self._undo = None, False
        elif control == "undo":
            was_alone, self._undo = self._undo, False
            if was_alone and (trial := self._now()):
                trial.undo()
        elif self._trial:
            self._trial.release(control)

    def passed(self) -> None:
        """Answer a card that passed through the shoe."""
        self._say(Answer(announcement(NO_DRAW_MEANWHILE)))

    def card(self, meant: Draw | Card | list[Notice]) -> None:
        if isinstance(meant, list):
            for notice in meant:
                self._say(Answer(notice))
        elif isinstance(meant, Card) and (trial := self._now()):
            trial.card(meant.label)

    def carried(self, carry: Carry, seat: int | None) -> None:
        if trial := self._now():
            trial.carry(carry, seat)

    def _now(self) -> Trial | None:
        """Return the trial of this situation; None if there is no running game."""
        situation = self._situation
        if situation is None:
            return None
        if situation.phase != "play":
            self._say(Alone())
            return None
        if self._trial is None:
            self._trial = Trial(
                situation, self._held, self._gestures, self._say, self._may_confirm
            )
        return self._trial
