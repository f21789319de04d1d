"""What is done on the table by hand: buttons, tiles and cards, and what is meant by it.

The table itself shows, plays and keeps; here it is decided what it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from controller.agreement.guide import Step
from controller.agreement.wood import owner
from controller.gestures import Card, Carry, Gestures, Misfit
from controller.hands import Hands
from controller.meanings import carry_refused, carry_scripts, explained
from controller.rules.deals import Draw
from controller.telling import Told
from controller.why.trying import Trying

if TYPE_CHECKING:
    from controller.table import Table


class Touches:
    def __init__(self, table: Table, hands: Hands, gestures: Gestures) -> None:
        self._table = table
        self._hands = hands
        self._gestures = gestures
        self._trying = Trying(table, hands, gestures)

    def pressed(self, control: str) -> None:
        table = self._table
        in_the_way = self._hands.press(control)
        if not table.is_set:
            return  # a button may be down before there is anything to press it for
        if self._trying.is_on and control != "why":
            self._trying.pressed(control, in_the_way)
        elif in_the_way:
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
        self._trying.released(control)
        if deed:
            deed()

    def card(self, reader: str, uid: str) -> None:
        """A card came onto a reader: it is drawn, or played, or told what it is."""
        table = self._table
        if not table.is_set or table.phase != "play":
            return
        if self._trying.is_on:
            self._trying.card(reader, uid)
            return
        meant = table.dealer.read(reader, uid, table.match)
        if isinstance(meant, Card):
            self._did(self._gestures.card(meant.label))
        elif isinstance(meant, Draw):
            table.act(meant, None)
        else:
            for told in meant:
                table.tell(told)

    def carried(self, step: Step | None) -> None:
        """A piece was carried elsewhere as a choice; None: all stand right again."""
        table = self._table
        if table.phase != "play":
            return
        if step is None or step.at is None or step.to is None:
            if self._gestures.carrying:
                self._gestures.cancel()
            return
        carry = Carry(step.at, step.to)
        if self._trying.is_on:
            self._trying.carried(carry, owner(step.piece))
            return
        real = table.dealer.plays_cards(table.match.game)
        ways = carry_scripts(table.match, table.staging, carry, with_cards=real)
        meant = self._gestures.carry(carry, ways)
        if isinstance(meant, Misfit):
            seat = owner(step.piece)
            for told in carry_refused(table.match, table.staging, carry, seat):
                table.tell(told)
        else:
            self._did(meant)

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
        if self._gestures.begun:
            return False
        if waiting is None:
            return control == "ok" and table.insist()
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
