"""Answers gestures while `why` is down; nothing is played.

    open      Seats and tiles that mean an action: everybody hears which ruling forbids
              it, or that it is possible.
    secret    A count under a held seat's button, or a card on the reader: the seat's
              page gets the answer, and the table says the same in either case.

No answer may give a hidden hand away. So open answers depend only on open presses, on
the actions they mean, and on whose turn it is. A try continues the gestures that were
begun before `why` went down, and leaves them unchanged. A stuck button counts as
released (`hardware/parts/buttons.py`), so a stuck `why` stops nobody from playing.
"""

from collections.abc import Callable, Iterator
from typing import Any

from controller.basics.sentence import Says, say
from controller.input.attempts import Attempts, Way, way
from controller.input.gestures import Gestures
from controller.input.held import HeldButtons
from controller.input.outcomes import Answer, Signal
from controller.input.scripts import explained
from controller.input.situation import Situation
from controller.light import playback
from controller.rules.deals import Draw
from controller.tabletop.gestures import Card, Carry, NoMatch, Press
from controller.words.notice import Notice, announcement
from controller.words.table import NO_DRAW_MEANWHILE

POSSIBLE = say("try.possible")
UNKNOWN = say("table.nothing")
MORE = say("try.more")
A_CARD = say("try.card")
# How many presses to remember; no script has more.
LONGEST = 16
# The Eliminator's own controls cannot be tried.
_INTERLOCK = frozenset(("arm", "fire"))


class Tries:
    def __init__(
        self,
        held: HeldButtons,
        gestures: Gestures,
        tell: Callable[[Answer | Signal], None],
        may_confirm: Callable[[], bool],
    ) -> None:
        self._held = held
        self._gestures = gestures
        self._tell = tell
        self._may_confirm = may_confirm
        self._situation: Situation | None = None
        self._trial: Trial | None = None
        # Whether `undo` went down alone: this may be a try, or switch the table off.
        self._undo = False

    def show(self, situation: Situation) -> None:
        """Take another situation, without any tries yet."""
        self._situation = situation
        self._trial = None

    def pressed(self, control: str, blocking_control: str | None) -> None:
        self._undo = control == "undo" and not blocking_control
        if self._undo or control in _INTERLOCK:
            return
        if blocking_control:
            told = say("reply.one-at-a-time", control=control, other=blocking_control)
            self._tell(Answer(Notice(None, False, "", told)))
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
        self._tell(Answer(announcement(NO_DRAW_MEANWHILE)))

    def card(self, meant: Draw | Card | list[Notice]) -> None:
        if isinstance(meant, list):
            for notice in meant:
                self._tell(Answer(notice))
        elif isinstance(meant, Card) and (trial := self._now()):
            trial.card(meant.label)

    def carried(self, carry: Carry, seat: int | None) -> None:
        if trial := self._now():
            trial.carry(carry, seat)

    def _now(self) -> "Trial | None":
        """Return the trial of this situation; None if there is no running game."""
        situation = self._situation
        if situation is None:
            return None
        if situation.phase != "play":
            self._tell(Signal.ALONE)
            return None
        if self._trial is None:
            self._trial = Trial(
                situation, self._held, self._gestures, self._tell, self._may_confirm
            )
        return self._trial


class Trial:
    def __init__(
        self,
        situation: Situation,
        held: HeldButtons,
        gestures: Gestures,
        tell: Callable[[Answer | Signal], None],
        may_confirm: Callable[[], bool],
    ) -> None:
        """Answer tries in this situation; another situation needs another trial."""
        self._situation = situation
        self._buttons = held
        self._gestures = gestures
        self._tell = tell
        self._may_confirm = may_confirm
        self._attempts = Attempts(situation, gestures.progress.so_far)
        self._is_secret = any(
            not isinstance(g, Press) for g in gestures.progress.so_far
        )
        self._places, self._cards, count = way(gestures.progress.so_far)
        self._count = count or 0
        # The same places for cards, whose outcome must not show openly.
        self._beside = self._places
        # The answer that `ok` repeats, and a seat that still waits for one.
        self._said: Answer | None = None
        self._silent: str | None = None
        # Whether a count has been answered, which ends its presses.
        self._is_counted = False

    def press(self, place: str) -> None:
        if place == "ok":
            self._ok()
        elif place == "next" and self._held:
            self._count += 1
            self._silent = None
        else:
            self._places = (*self._places, place)[-LONGEST:]
            self._beside = (*self._beside, place)[-LONGEST:]
            self._count = 0
            self._answer_openly(place)
            if self._cards:
                self._answer_card()

    def release(self, place: str) -> None:
        if place == self._silent:
            self._nowhere()
        elif self._is_counted and place.startswith("seat:"):
            down = self._buttons.down
            self._places = tuple(p for p in self._places if p in down)
            self._is_counted = False

    def card(self, label: str) -> None:
        self._cards = (*self._cards, label)[-LONGEST:]
        self._answer_card()
        self._say_nothing_new(A_CARD)

    def carry(self, carry: Carry, seat: int | None) -> None:
        """Answer a carried piece of that seat, or of nobody."""
        actions = self._attempts.carried(carry)
        verdict = self._unknown()
        if actions:
            verdict = self._verdict(self._attempts.nearest(actions))
        if seat is None:
            self._answer(verdict)
        else:
            # Whether a hand has a card for it is that seat's secret.
            self._say_in_secret(seat, verdict)

    def undo(self) -> None:
        told_by_it = self._attempts.open.get(Way(("undo",)))
        if self._gestures.begun:
            self._answer(_yes(say("try.undo-begun")))
        elif told_by_it:
            self._judge(self._attempts.nearest(told_by_it))
        else:
            yes = _yes(say("try.undo-last"))
            self._answer(self._situation.cannot_undo(None) or yes)

    # Openly

    def _answer_openly(self, place: str) -> None:
        self._said = self._silent = None
        open_ways = self._attempts.open
        for done in self._ends():
            if done in open_ways and not self._attempts.is_begun(done, open_ways):
                # A held seat may continue counting.
                self._places = self._places[-1:] if place == self._held else ()
                self._judge(self._attempts.nearest(open_ways[done]))
                return
        if any(
            done.is_prefix_of(other) for done in self._ends() for other in open_ways
        ):
            return
        if place == self._held:
            # It may be held to count; then `ok` brings the answer.
            self._silent = place
        else:
            self._nowhere()

    def _ends(self) -> Iterator[Way]:
        """Yield suffixes of the presses, from all of them to the last one."""
        for start in range(len(self._places)):
            yield Way(self._places[start:])

    def _judge(self, action: Any) -> None:
        verdict = self._verdict(action)
        if type(action) in self._situation.staging.guarded:
            self._say_in_secret(action.seat, verdict)
        else:
            self._answer(verdict)

    def _nowhere(self) -> None:
        self._silent = None
        self._said = None
        self._tell(Signal.ALONE)

    def _ok(self) -> None:
        coming, waiting = self._gestures.coming, self._situation.waiting
        if self._held:
            self._answer_count(int(self._held.removeprefix("seat:")))
        elif self._said:
            self._tell(self._said)
        elif coming is not None and self._is_secret:
            self._say_in_secret(coming.seat, self._verdict(coming))
        elif coming is not None:
            self._judge(coming)
        elif waiting and waiting.is_out:
            self._answer(_yes(say("try.program")))
        elif self._may_confirm():
            self._answer(_yes(say("try.right")))
        else:
            self._nowhere()

    # In secret

    @property
    def _held(self) -> str | None:
        """The last seat button that is down."""
        seats = {f"seat:{seat}" for seat in range(self._situation.match.seats)}
        down = seats & self._buttons.down
        return next((place for place in self._places[::-1] if place in down), None)

    def _answer_count(self, seat: int) -> None:
        count, self._count, self._silent = self._count, 0, None
        self._is_counted = True
        meant = self._attempts.counted(self._places, count, seat)
        verdict = self._unknown()
        if meant:
            verdict = self._verdict(self._attempts.nearest(meant))
        self._say_in_secret(seat, verdict)

    def _answer_card(self) -> None:
        """Answer a card on the page of its seat alone."""
        attempts = self._attempts
        for cards in dict.fromkeys((self._cards, self._cards[-1:])):
            meant = attempts.laid(self._beside, cards)
            if meant:
                action = attempts.nearest(meant)
                self._beside = self._cards = ()
                verdict = self._verdict(action)._replace(seat=action.seat)
                self._tell(Answer(verdict))
                return
            begun = attempts.begun(cards)
            if begun:
                seat = attempts.nearest(begun).seat
                self._tell(Answer(Notice(seat, True, "", MORE)))
                return
        self._refuse_card()

    def _refuse_card(self) -> None:
        situation = self._situation
        no_match = NoMatch(tuple(Card(label) for label in self._cards))
        self._beside = self._cards = ()
        for notice in explained(situation.match, situation.staging, no_match):
            if notice.seat is not None:
                self._tell(Answer(notice))

    # Answering

    def _verdict(self, action: Any) -> Notice:
        refusal = self._situation.match.refusal(action)
        return Notice(None, False, *refusal) if refusal else _yes(POSSIBLE)

    def _unknown(self) -> Notice:
        return Notice(None, False, self._situation.match.game.choice_rule, UNKNOWN)

    def _answer(self, notice: Notice) -> None:
        can_be = notice.legal and not notice.rule
        signs = playback.ok_blinks() if can_be else playback.number_blinks(notice.rule)
        self._said = Answer(notice, signs)
        self._tell(self._said)

    def _say_in_secret(self, seat: int, verdict: Notice) -> None:
        self._tell(Answer(verdict._replace(seat=seat)))
        self._say_nothing_new(say("try.secret", seat=seat))

    def _say_nothing_new(self, says: Says) -> None:
        """Give the same open answer whatever the secret is."""
        self._answer(Notice(None, True, self._situation.match.game.choice_rule, says))


def _yes(says: Says) -> Notice:
    return Notice(None, True, "", says)
