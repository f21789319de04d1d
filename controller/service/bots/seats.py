"""The seats that bots play now, and hints for the seats that people play."""

import asyncio
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any, NamedTuple

from controller.basics.sentence import Says, say
from controller.rules.game import Event
from controller.service.assembly import RunningTable
from controller.service.bots.process import BotProcess, MakeLine
from controller.service.bots.seat import BotSeat, TableAccess
from controller.service.bots.thinker import (
    Answer,
    Budget,
    Failure,
    Question,
    Thinker,
    question_now,
)
from controller.session.roster import Roster
from controller.session.snapshot import Snapshot
from controller.words.notice import Notice
from hardware.backend import Clock

NOTHING_ASKED, THINKING, NO_HINT = "hint.not-now", "hint.thinking", "hint.none"


class Hint(NamedTuple):
    """What a strong bot would do with this seat's knowledge, and why."""

    seat: int
    action: Any
    why: Says | None


class _Bot(NamedTuple):
    level: str
    seat: BotSeat


class _Adviser(NamedTuple):
    """A bot that works on a hint, and its question."""

    asked: Question
    thinker: Thinker


class BotSeats:
    def __init__(
        self,
        now: Callable[[], Snapshot],
        roster: Roster,
        table: TableAccess,
        make_line: MakeLine,
        clock: Clock,
        *,
        dice: Random,
        budget: Budget | None = None,
    ) -> None:
        """Follow the roster; `changed` reports changes of the table."""
        self._now = now
        self._roster = roster
        roster.on_change.append(lambda: self.changed(now()))
        self._table = table
        self._make_line = make_line
        self._clock = clock
        self._dice = dice
        self._budget = budget or Budget()
        self._bots: dict[int, _Bot] = {}
        # By the seat that wants a hint.
        self._advisers: dict[int, _Adviser] = {}
        self.on_hint: list[Callable[[Hint], object]] = []
        self.on_notice: list[Callable[[Notice], object]] = []
        # Called with the seconds that a bot took for each answer.
        self.on_thought: list[Callable[[float], object]] = []

    def changed(self, now: Snapshot, _events: tuple[Event, ...] = ()) -> None:
        """Let bots follow what happens; seat and unseat bots as the roster says."""
        is_on = now.situation.phase == "play"
        wanted = dict(enumerate(self._roster.bots)) if is_on else {}
        for seat, bot in list(self._bots.items()):
            if wanted.get(seat) != bot.level:
                self._bots.pop(seat).seat.close()
        for seat, level in wanted.items():
            if level and seat not in self._bots:
                self._bots[seat] = _Bot(level, self._bot(seat, level))
        for bot in list(self._bots.values()):
            bot.seat.follow(now)
        for seat, adviser in list(self._advisers.items()):
            if not adviser.asked.is_same_choice(question_now(now, seat)):
                self._advisers.pop(seat).thinker.close()

    def hint(self, seat: int) -> None:
        """Find a hint for `on_hint`, or notify `on_notice` if there is none."""
        now = self._now()
        taught = now.situation.taught
        asked = question_now(now, seat)
        if asked is None:
            self._notify(seat, NOTHING_ASKED)
        elif taught and taught.wanted is not None:
            self._give(Hint(seat, asked.legal[0], None))  # what the lesson wants
        elif seat in self._advisers:
            self._notify(seat, THINKING)
        else:
            adviser = self._advisers[seat] = _Adviser(asked, self._thinker("sharp"))
            adviser.thinker.ask(asked, lambda answer: self._advised(seat, answer))

    def close(self) -> None:
        for adviser in self._advisers.values():
            adviser.thinker.close()
        for bot in self._bots.values():
            bot.seat.close()
        self._advisers, self._bots = {}, {}

    def _advised(self, seat: int, answer: Answer | Failure) -> None:
        self._advisers.pop(seat).thinker.close()
        if isinstance(answer, Failure):
            self._notify(seat, say(NO_HINT, what=answer.what))
            return
        self._give(Hint(seat, answer.action, answer.why))

    def _give(self, hint: Hint) -> None:
        for listener in self.on_hint:
            listener(hint)

    def _notify(self, seat: int, says: Says) -> None:
        for listener in self.on_notice:
            listener(Notice(seat, True, "", says))

    def _bot(self, seat: int, level: str) -> BotSeat:
        thinker = self._thinker(level)
        return BotSeat(seat, thinker, self._clock, self._table, self._dice)

    def _thinker(self, level: str) -> Thinker:
        seed = self._dice.getrandbits(48)
        thinker = Thinker(self._make_line, self._clock, level, seed, self._budget)
        thinker.on_thought = self.on_thought
        return thinker


def bots_at(running: RunningTable) -> BotSeats:
    """Let bots play at this table.

    They run outside of it in real time, even while it is recorded.
    """
    table, loop = running.table, asyncio.get_running_loop()
    bots = BotSeats(
        lambda: table.now,
        running.roster,
        TableAccess(
            running.ask, table.announce, lambda: table.now.placement.step is not None
        ),
        lambda on_line: BotProcess(loop, on_line),
        loop,
        dice=SystemRandom(),
    )
    table.on_change.append(bots.changed)
    bots.changed(table.now)
    return bots
