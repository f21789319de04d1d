"""While `why` is down nothing is played: what hands do is tried, and answered.

A button that is stuck counts as released (`hardware/buttons.py`), so a stuck `why`
does not keep anybody from playing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.gestures import Card, Carry, Gestures
from controller.hands import Hands
from controller.telling import AT_REST, Told
from controller.why.trial import Trial

if TYPE_CHECKING:
    from controller.table import Table

# The Eliminator's own: it has a table of states that says what they do.
_INTERLOCK = frozenset(("arm", "fire"))
_PASSED = "no card is drawn while `why` is down: pass it again once `why` is up"


class Trying:
    def __init__(self, table: Table, hands: Hands, gestures: Gestures) -> None:
        self._table = table
        self._hands = hands
        self._gestures = gestures
        self._trial: Trial | None = None
        # `undo` went down alone: it may be asked about, or switch the table off.
        self._undo = False

    @property
    def is_on(self) -> bool:
        return "why" in self._hands.down

    def pressed(self, control: str, in_the_way: str | None) -> None:
        self._undo = control == "undo" and not in_the_way
        if self._undo or control in _INTERLOCK:
            return
        if in_the_way:
            words = f"`{control}` counts once `{in_the_way}` is up"
            self._table.answer(Told(None, False, "", words))
        elif trial := self._now():
            trial.press(control)

    def released(self, control: str) -> None:
        if control == "why":
            self._trial, self._undo = None, False
        elif control == "undo":
            was_alone, self._undo = self._undo, False
            if was_alone and self.is_on and (trial := self._now()):
                trial.undo()
        elif self._trial and self._trial.is_of_now:
            self._trial.release(control)

    def card(self, reader: str, uid: str) -> None:
        table = self._table
        if reader != "play":
            table.answer(Told(None, True, "", _PASSED))
            return
        meant = table.dealer.read(reader, uid, table.match)
        if isinstance(meant, list):
            for told in meant:
                table.answer(told)
        elif isinstance(meant, Card) and (trial := self._now()):
            trial.card(meant.label)

    def carried(self, carry: Carry, seat: int | None) -> None:
        if trial := self._now():
            trial.carry(carry, seat)

    def _now(self) -> Trial | None:
        """The trial of this position; None, and it is said, where none is played."""
        table = self._table
        if table.phase != "play":
            table.answer(Told(None, True, "", AT_REST[table.phase]))
            return None
        if self._trial is None or not self._trial.is_of_now:
            self._trial = Trial(table, self._hands, self._gestures)
        return self._trial
