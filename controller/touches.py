"""What is done on the table by hand: buttons, tiles and cards, and what is meant by it.

The table itself shows, plays and keeps; here it is decided what it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from controller.gestures import Card, Gestures, Misfit
from controller.hands import Hands
from controller.meanings import explained
from controller.rules.deals import Draw
from controller.telling import Told

if TYPE_CHECKING:
    from controller.table import Table


class Touches:
    def __init__(self, table: Table, hands: Hands, gestures: Gestures) -> None:
        self._table = table
        self._hands = hands
        self._gestures = gestures

    def pressed(self, control: str) -> None:
        table = self._table
        in_the_way = self._hands.press(control)
        if not table.is_set:
            return  # a button may be down before there is anything to press it for
        if in_the_way:
            if control in ("next", "ok"):
                self._not_counted(f"`{control}` counts once `{in_the_way}` is up")
        elif control == "undo":
            self._hands.undo_means(self._meaning_of_undo())
        elif control == "why":
            table.why()
        elif table.phase == "play":
            self._gesture(control)
        elif control == "ok":
            if table.phase == "offer":
                table.resume()
            else:
                table.rematch()

    def released(self, control: str) -> None:
        deed = self._hands.release(control)
        self._gestures.release(control)
        if deed:
            deed()

    def card(self, reader: str, uid: str) -> None:
        """A card came onto a reader: it is drawn, or played, or told what it is."""
        table = self._table
        if not table.is_set or table.phase != "play":
            return
        meant = table.dealer.read(reader, uid, table.match)
        if isinstance(meant, Card):
            self._did(self._gestures.card(meant.label))
        elif isinstance(meant, Draw):
            table.act(meant, None)
        else:
            for told in meant:
                table.tell(told)

    def _meaning_of_undo(self) -> Callable[[], object] | None:
        """Fixed when it goes down: what happens until it is up was not meant."""
        table = self._table
        if table.phase == "offer":
            return table.put_away
        if table.phase == "over":
            return None
        if self._gestures.begun:
            return self._gestures.cancel
        position = table.match.position
        # It may be what the players tell: a battler that is lost.
        is_told = "undo" in self._gestures.lit
        return lambda: self._take_back(position, is_told)

    def _take_back(self, position: Any, is_told: bool) -> None:
        if self._table.match.position is not position:
            self._not_counted("the game went on while `undo` was down")
        elif is_told:
            self._gesture("undo")
        else:
            self._table.undo(None)

    def _gesture(self, control: str) -> None:
        rivals = self._hands.rivals(self._gestures.held, self._table.scripts)
        if rivals and control in ("next", "ok"):
            seat = rivals[0].replace(":", " ")
            self._not_counted(
                f"`{control}` does not count while {seat} holds a button that went "
                "down at another's turn: let it go and press it again"
            )
        elif not self._is_answered(control):
            self._did(self._gestures.press(control))

    def _is_answered(self, control: str) -> bool:
        """Where chance waits: the program may stand in, and not all can be told."""
        table, waiting = self._table, self._table.waiting
        if waiting is None or self._gestures.begun:
            return False
        if control == "ok" and waiting.is_out:
            table.let_program_decide()
            return True
        refused = waiting.refused(table.match, table.seen, control)
        if refused:
            table.tell(refused)
        return refused is not None

    def _did(self, meant: Any | Misfit | None) -> None:
        table = self._table
        if isinstance(meant, Misfit):
            for told in explained(table.match, table.staging, meant):
                table.tell(told)
        elif meant is not None:
            table.act(meant, None)
        table.guide()
        # While the finger is on its way to `ok`: the rules are pure, so this is free.
        table.think_ahead(self._gestures.coming)

    def _not_counted(self, sentence: str) -> None:
        self._table.tell(Told(None, False, "", sentence))
