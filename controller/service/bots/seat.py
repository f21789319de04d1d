"""A seat that a bot plays: asked like a page, answering at a person's pace.

Its pace depends only on what lies open: whether several seats choose at once, and
whether the seat has just decided something. So it reveals neither its cards nor how
hard it thought. A bot that fails is replaced; if none can be started, the table makes a
legal move for the seat, so that the game goes on.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from controller.basics.sentence import Says, Sentence, say
from controller.input.intents import Play
from controller.rules.match import Match
from controller.service.bots.thinker import (
    Answer,
    Failure,
    Question,
    Thinker,
    question_now,
)
from controller.session.requests import Ask
from controller.session.snapshot import Snapshot
from hardware.backend import Alarm, Clock

# Longer than any bot thinks: the first decision of a turn, later ones, and decisions
# that everybody makes at once.
FIRST_S, NEXT_S, TOGETHER_S = 2.5, 1.6, 4.0
# A bot waits until everything has been shown, and a moment longer.
LOOKED_S = 1.0
# After an undo, people have time for another one.
AFTER_UNDO_S = 8.0
# A bot that is removed sooner than this has started no process.
SETTLED_S = 0.3
# A bot waits while people carry pieces, but not forever.
CARRYING_S, LOOK_AGAIN_S = 30.0, 1.0
# How many bots to try for a decision.
BOTS = 2

REPLACED, GIVEN_UP, BACK = "bot.replaced", "bot.given-up", "bot.back"


class TableAccess(NamedTuple):
    """What a bot may do at the table: ask like a page, and announce problems."""

    ask: Ask
    announce: Callable[[Says], object]
    # Whether people still have to move pieces.
    is_carrying: Callable[[], bool]


class BotSeat:
    def __init__(
        self,
        seat: int,
        thinker: Thinker,
        clock: Clock,
        table: TableAccess,
        dice: Random,
    ) -> None:
        self._seat = seat
        self._thinker = thinker
        self._clock = clock
        self._table = table
        self._dice = dice
        self._starts_s = clock.time() + SETTLED_S
        self._question: Question | None = None
        self._answer: Any = None
        self._ready_s = 0.0
        # The match, and the length of its log when the seat was asked.
        self._decision: tuple[Match, int] | None = None
        self._alarm = Alarm(clock)
        self._tries = 0
        # Whether no bot answered the last question.
        self._is_out = False

    def follow(self, now: Snapshot) -> None:
        """Take the table's new state, and ask the bot if it is its turn."""
        asked, taught = question_now(now, self._seat), now.situation.taught
        if asked is None:
            self._drop()
        elif not asked.is_same(self._question):
            is_told = taught is not None and taught.wanted is not None
            self._begin(asked, sum(now.beats_s), is_told=is_told)

    def close(self) -> None:
        self._drop()
        self._thinker.close()

    def _drop(self) -> None:
        self._question = self._answer = None
        self._thinker.forget()
        self._alarm.cancel()

    def _begin(self, asked: Question, shown_s: float, *, is_told: bool) -> None:
        """Ask the bot or, if `is_told`, do what a lesson wants.

        The table shows the last events for `shown_s`.
        """
        self._drop()
        self._question = asked
        self._tries = 0
        now_s = self._clock.time()
        pace = pace_s(asked.match, self._seat)
        decision = asked.match, asked.match.asked_since(self._seat)
        # Other seats' choices meanwhile do not change the bot's time.
        if decision != self._decision or pace != TOGETHER_S:
            self._ready_s = now_s + max(pace, shown_s + LOOKED_S)
        self._decision = decision
        if is_told:
            self._answer = self._dice.choice(asked.legal)
            self._call_at(self._ready_s)
        elif now_s < self._starts_s:
            self._alarm.at(self._starts_s, self._ask)
        else:
            self._ask()

    def _ask(self) -> None:
        assert self._question
        self._call_at(self._ready_s)
        self._tries += 1
        self._thinker.ask(self._question, self._answered)

    def _answered(self, answer: Answer | Failure) -> None:
        assert self._question
        if isinstance(answer, Failure):
            self._failed(answer.what, self._question)
            return
        if self._is_out:
            self._is_out = False
            self._announce(BACK)
        self._answer = answer.action
        self._play_when_due()

    def _failed(self, what: Sentence, asked: Question) -> None:
        if self._tries < BOTS and not self._is_out:
            self._announce(REPLACED, what)
            self._ask()
            return
        if not self._is_out:
            self._is_out = True
            self._announce(GIVEN_UP, what)
        self._answer = self._dice.choice(asked.legal)
        self._play_when_due()

    def _play_when_due(self) -> None:
        now_s = self._clock.time()
        if self._answer is None or now_s < self._ready_s:
            return
        if self._table.is_carrying() and now_s < self._ready_s + CARRYING_S:
            self._call_at(now_s + LOOK_AGAIN_S)
            return
        answer = self._answer
        self._drop()
        self._table.ask(Play(answer, self._seat))

    def _call_at(self, when_s: float) -> None:
        self._alarm.at(when_s, self._play_when_due)

    def _announce(self, key: str, what: Sentence | None = None) -> None:
        self._table.announce(say(key, seat=self._seat, what=what))


def pace_s(match: Match, seat: int) -> float:
    """Return how long a person takes for this question, judged by what lies open."""
    if match.story and match.story[-1].how == "undo":
        return AFTER_UNDO_S
    asked = {action.seat for action in match.game.legal(match.position)}
    if len(asked) > 1:
        return TOGETHER_S
    decisions = [e.action.seat for e in match.entries_from(-8) if e.by == "seat"]
    return NEXT_S if decisions[-1:] == [seat] else FIRST_S
