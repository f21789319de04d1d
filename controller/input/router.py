"""Turns buttons, tiles, cards and pieces into intents and other outcomes.

The router gets each new situation and keeps the gestures begun in it. It only returns
outcomes; the table carries them out.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from controller.basics.sentence import Says, say
from controller.input.gestures import Gestures
from controller.input.held import CONTROLS, HeldButtons
from controller.input.intents import (
    Intent,
    LetProgramDecide,
    Play,
    PointAtNext,
    PutAway,
    Rematch,
    Resume,
    TakePointed,
    Undo,
)
from controller.input.outcomes import Began, Nothing, Outcome, Refuse, Reply, Signal
from controller.input.scripts import (
    carry_refused,
    carry_scripts,
    explained,
    meant_by,
    openly_refused,
)
from controller.input.situation import Phase, Situation
from controller.input.tries import Tries
from controller.pieces.guide import Step, owner
from controller.rules.deals import Draw
from controller.rules.match import Entries, Match, is_undoable
from controller.tabletop.gestures import Card, Carry, NoMatch, Press
from controller.words.notice import Notice
from hardware.readings import Pressed, Released

# What a button requests while no game is being played.
_AT_REST: Mapping[tuple[Phase, str], Intent] = {
    ("offer", "ok"): Resume(),
    ("over", "ok"): Rematch(),
    ("over", "next"): PointAtNext(),
    ("choose", "next"): PointAtNext(),
    ("choose", "ok"): TakePointed(),
}


# Returns what a card on a reader does, or why it does nothing, given reader and tag.
ReadCard: TypeAlias = Callable[[str, str, Match], Draw | Card | list[Notice]]


class Router:
    def __init__(
        self,
        held: HeldButtons,
        read_card: ReadCard,
        has_lamp: Callable[[str], bool],
        may_confirm: Callable[[], bool],
    ) -> None:
        """Set up; `may_confirm` tells whether `ok` would confirm the pieces' places."""
        self._read_card = read_card
        self._may_confirm = may_confirm
        self._out: list[Outcome] = []
        self._held = held
        # What `undo` will do when released.
        self._undo: Callable[[], object] | None = None
        self._carried: Step | None = None
        # The control pressed last.
        self._last = ""
        # Other code only reads the gestures.
        self.gestures = Gestures(self._is_final, has_lamp)
        # The plan of the action meant now, if it has been made.
        self._planned: Entries = ()
        self._situation: Situation | None = None
        self._tries = Tries(held, self.gestures, self._out.append, may_confirm)

    def show(self, situation: Situation, *, is_new_game: bool = False) -> None:
        """Switch to another situation, keeping gestures that still fit."""
        self.look_again(situation)
        if is_new_game:
            self.gestures.use(situation.staging.menu)
        is_on = situation.phase == "play"
        self.gestures.offer((*situation.scripts, *situation.bluffs) if is_on else ())

    def look_again(self, situation: Situation) -> None:
        """Take the same position again when chance waits for something else."""
        self._situation = situation
        self._tries.show(situation)

    def button(self, reading: Pressed | Released) -> list[Outcome]:
        if isinstance(reading, Pressed):
            self._pressed(reading.control)
        else:
            self._released(reading.control)
        return self.taken()

    def card(self, reader: str, uid: str) -> list[Outcome]:
        self._card(reader, uid)
        return self.taken()

    def carried(self, step: Step | None) -> list[Outcome]:
        """Handle a piece that was carried as a move; None if all are in place again."""
        if step == self._carried:
            return []
        self._carried, situation = step, self._situation
        if situation and situation.phase == "play":
            self._carry(situation, step)
        return self.taken()

    def taken(self) -> list[Outcome]:
        """Return and clear the outcomes so far."""
        taken = self._out.copy()
        self._out.clear()
        self._planned = ()
        return taken

    # Buttons

    def _pressed(self, control: str) -> None:
        self._last = control
        if control in CONTROLS:
            # Any other control pressed while `undo` is down cancels its meaning.
            self._undo = None
        blocking_control = self._held.blocking_control(control)
        situation = self._situation
        assert situation is not None, "no press counts before there is a game"
        if self._held.is_trying and situation.phase == "choose" and control == "ok":
            self._out.append(TakePointed(learn=True))
        elif self._held.is_trying and control != "why":
            self._tries.pressed(control, blocking_control)
        elif blocking_control:
            told = say("reply.one-at-a-time", control=control, other=blocking_control)
            if control in ("next", "ok"):
                self._not_counted(told)
            else:
                self._out.append(Reply(told))
        elif control in ("arm", "fire"):
            self._out.append(Signal.INTERLOCK)
        elif control == "undo":
            self._undo = self._meaning_of_undo(situation)
        elif control == "why":
            self._out.append(Signal.WHY)
        elif situation.phase == "play":
            self._gesture(situation, control)
        elif meant := _AT_REST.get((situation.phase, control)):
            self._out.append(meant)
        else:
            self._out.append(Nothing(control))

    def _released(self, control: str) -> None:
        is_held = control == self.gestures.progress.held
        kind, _, number = control.partition(":")
        # After `ok` the player already knows the outcome.
        if is_held and kind == "seat" and self._last != "ok":
            self._out.append(Reply(say("reply.let-go", seat=int(number))))
        self.gestures.release(control)
        if self._held.is_trying or control == "why":
            self._tries.released(control)
        if control == "undo" and self._undo:
            meant, self._undo = self._undo, None
            meant()
        self._out.append(Signal.RELIGHT)

    def _meaning_of_undo(self, situation: Situation) -> Callable[[], object]:
        """Return what `undo` will do when released, fixed when it is pressed."""
        if situation.phase == "offer":
            return lambda: self._out.append(PutAway())
        if situation.phase != "play":
            return lambda: self._out.append(Nothing("undo"))
        if self.gestures.begun:
            return self._cancel
        position = situation.position
        # Players may report a lost battler with `undo`.
        is_told = "undo" in self.gestures.lit
        return lambda: self._take_back(position, is_told)

    def _cancel(self) -> None:
        if self.gestures.cancel():
            self._out.append(Reply(say("reply.cancelled")))

    def _take_back(self, position: Any, is_told: bool) -> None:
        situation = self._situation
        if situation is None or situation.position is not position:
            self._not_counted(say("reply.went-on"))
        elif is_told:
            self._gesture(situation, "undo")
        else:
            self._out.append(Undo())

    def _gesture(self, situation: Situation, control: str) -> None:
        rivals = self._held.rivals(self.gestures.progress.held, situation.asked)
        if rivals and control in ("next", "ok"):
            key = "reply.not-your-turn-down"
            self._not_counted(say(key, control=control, rival=rivals[0]))
        elif not self._is_answered(situation, control):
            before = self.gestures.progress
            meant = self.gestures.press(control)
            if meant is not None or self.gestures.progress != before:
                against = None
            else:
                script = (*before.done, Press(control))
                against = openly_refused(situation.match, situation.staging, script)
            if against:
                self._out.append(Refuse(against))
            elif meant is None:
                self._out.append(Began(control, before))
            self._did(situation, meant)

    def _is_answered(self, situation: Situation, control: str) -> bool:
        """Return whether this press has reported an outcome or confirmed the pieces."""
        waiting = situation.waiting
        if self.gestures.begun:
            return False
        if waiting is None:
            if control == "ok" and self._may_confirm():
                self._out.append(Signal.CONFIRM_PLACEMENT)
                return True
            return False
        if control == "ok" and waiting.is_out:
            self._out.append(LetProgramDecide())
            return True
        refused = waiting.refused(situation.match, situation.view, control)
        if refused:
            self._out.append(Refuse(refused))
        return refused is not None

    # Cards and pieces

    def _card(self, reader: str, uid: str) -> None:
        """Draw, play or explain a card that was laid on a reader."""
        situation = self._situation
        if situation is None or situation.phase != "play":
            return
        if self._held.is_trying and reader != "play":
            self._tries.passed()
            return
        meant = self._read_card(reader, uid, situation.match)
        if self._held.is_trying:
            self._tries.card(meant)
        elif isinstance(meant, Card):
            self._did(situation, self.gestures.card(meant.label))
        elif isinstance(meant, Draw):
            self._out.append(Play(meant))
        else:
            self._refuse(meant)

    def _carry(self, situation: Situation, step: Step | None) -> None:
        if step is None or step.at is None or step.to is None:
            if self.gestures.progress.carrying:
                self.gestures.cancel()
            return
        carry = Carry(step.at, step.to)
        seat = owner(step.piece)
        if self._held.is_trying:
            self._tries.carried(carry, seat)
            return
        match, staging = situation.match, situation.staging
        with_cards = situation.with_cards
        ways = carry_scripts(match, staging, carry, with_cards=with_cards)
        meant = self.gestures.carry(carry, ways)
        if isinstance(meant, NoMatch):
            self._refuse(carry_refused(match, staging, carry, seat))
        else:
            self._did(situation, meant)

    # Outcomes

    def _did(self, situation: Situation, meant: Any | NoMatch | None) -> None:
        match, staging = situation.match, situation.staging
        if isinstance(meant, NoMatch) and situation.taught:
            # The session answers legal actions that the lesson does not want.
            meant = meant_by(match, staging, meant.script) or meant
        if isinstance(meant, NoMatch):
            self._refuse(explained(match, staging, meant))
        elif meant is not None:
            self._out.append(Play(meant, planned=self._planned))
        self._out.append(Signal.RELIGHT)

    def _refuse(self, notices: list[Notice]) -> None:
        self._out += [Refuse(notice) for notice in notices]

    def _not_counted(self, told: Says) -> None:
        self._out.append(Refuse(Notice(None, False, "", told)))

    def _is_final(self, action: Any) -> bool:
        assert self._situation is not None
        self._planned = self._situation.match.plan(action)
        return not is_undoable(self._planned)
