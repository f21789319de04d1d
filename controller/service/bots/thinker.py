"""A bot's process as the table sees it: messages, questions and answers."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from controller.basics.errors import MISSHAPEN
from controller.basics.sentence import Says, Sentence, say, sentence_of
from controller.bots.sense import shown_to
from controller.games import broken
from controller.rules.codec import to_json
from controller.rules.match import Entry, Match
from controller.service.bots.process import Line, MakeLine
from controller.session.snapshot import Snapshot
from controller.storage.journal import Setup
from hardware.backend import Alarm, Clock

# The time limit for an answer. Starting the process alone takes a small Pi seconds.
PATIENCE_S = 20.0

NOT_STARTED, BROKEN = "bot.not-started", "bot.broken"
DIED = say("bot.died")
HANGS = say("bot.hangs")
NONSENSE = say("bot.nonsense")
ILLEGAL = say("bot.illegal")


class Budget(NamedTuple):
    """The time to think: seconds at the table, passes in tests."""

    seconds: float | None = 1.2
    passes: int | None = None


class Question(NamedTuple):
    """A seat's decision, and the log up to it."""

    match: Match
    setup: Setup
    seat: int
    legal: tuple[Any, ...]
    # The last entry of the log, which detects an undo.
    last: Entry | None
    length: int

    def is_same(self, other: "Question | None") -> bool:
        """Return whether nothing has happened between the two."""
        return (
            other is not None
            and self.match is other.match
            and self.last is other.last
            and self.length == other.length
        )

    def is_same_choice(self, other: "Question | None") -> bool:
        """Return whether the seat still has the same choice, whatever others did."""
        return (
            other is not None
            and self.match is other.match
            and self.legal == other.legal
        )


class Answer(NamedTuple):
    action: Any
    why: Says | None


class Failure(NamedTuple):
    """A bot's failure to answer."""

    what: Sentence


OnAnswer: TypeAlias = Callable[[Answer | Failure], object]


def question(
    match: Match, setup: Setup, seat: int, legal: Iterable[Any] | None = None
) -> Question | None:
    """Return what this seat is asked now, if anything; `legal` narrows it down."""
    if match.result is not None:
        return None
    legal = match.game.legal(match.position) if legal is None else legal
    legal = tuple(action for action in legal if action.seat == seat)
    entries = match.entries_from(0)
    last = entries[-1] if entries else None
    return Question(match, setup, seat, legal, last, len(entries)) if legal else None


def question_now(now: Snapshot, seat: int) -> Question | None:
    """Return what this seat is asked; in a lesson, only what the lesson wants."""
    situation = now.situation
    if situation.phase != "play":
        return None
    wanted = situation.taught.wanted if situation.taught else None
    return question(situation.match, now.setup, seat, wanted)


class Thinker:
    def __init__(
        self, make_line: MakeLine, clock: Clock, level: str, seed: int, budget: Budget
    ) -> None:
        """Set up; the process starts with the first question."""
        self._make_line = make_line
        self._clock = clock
        self._level = level
        self._seed = seed
        self._budget = budget
        self._line: Line | None = None
        # The match that the process knows, and how much of its log.
        self._match: Match | None = None
        self._told = 0
        self._last: Entry | None = None
        self._question: Question | None = None
        # The question's number; answers to earlier ones are ignored.
        self._number = 0
        self._on_answer: OnAnswer
        self._alarm = Alarm(clock)
        self._asked_at = 0.0
        # Called with the seconds that each answer took.
        self.on_thought: list[Callable[[float], object]] = []

    def ask(self, question: Question, on_answer: OnAnswer) -> None:
        """Ask the process; only the latest question gets an answer."""
        self._question, self._on_answer = question, on_answer
        self._number += 1
        self._asked_at = self._clock.time()
        patience_s = PATIENCE_S + (self._budget.seconds or 0)
        self._alarm.after(patience_s, lambda: self._end(Failure(HANGS)))
        try:
            self._line = self._line or self._begin()
        except OSError as error:
            why = error.strerror or str(error)
            self._end(Failure(say(NOT_STARTED, why=why)))
            return
        self._send_shown(self._line, question)
        self._send(self._line, self._asked(question))

    def forget(self) -> None:
        """Drop an outdated question; the process stays."""
        self._question = None
        self._alarm.cancel()

    def close(self) -> None:
        self.forget()
        if self._line:
            self._line.close()
        self._line = self._match = None

    def _begin(self) -> Line:
        self._match = None
        return self._make_line(self._heard)

    def _send_shown(self, line: Line, question: Question) -> None:
        """Send what is new in the seat's view; after an undo, everything."""
        match, entries = question.match, question.match.entries_from(0)
        is_known = match is self._match and self._told <= len(entries)
        if is_known and self._told:
            is_known = entries[self._told - 1] is self._last
        if not is_known:
            self._match, self._told = match, 0
            self._send(line, self._sit(question))
        shown = shown_to(match.game, entries[self._told :], question.seat)
        if shown:
            self._send(line, {"do": "note", "shown": shown})
        self._told, self._last = question.length, question.last

    def _sit(self, question: Question) -> dict[str, Any]:
        """Describe the game, without its seed, which would reveal all chance."""
        setup = question.setup
        return {
            "do": "sit",
            "game": setup.game,
            "seats": setup.seats,
            "options": setup.options,
            "house": setup.house,
            "seat": question.seat,
            "level": self._level,
            "seed": self._seed,
        }

    def _asked(self, question: Question) -> dict[str, Any]:
        game, position = question.match.game, question.match.position
        budget = {k: v for k, v in self._budget._asdict().items() if v is not None}
        return {
            "do": "choose",
            "number": self._number,
            "view": game.state(position, question.seat),
            "legal": [to_json(action) for action in question.legal],
            **budget,
        }

    def _send(self, line: Line, message: dict[str, Any]) -> None:
        line.send(json.dumps(message))

    def _heard(self, line: str | None) -> None:
        if line is None:
            self._end(Failure(DIED))
        elif self._question:
            answer = _understood(line, self._question, self._number)
            if answer is not None:
                self._end(answer)

    def _end(self, answer: Answer | Failure) -> None:
        """Deliver the answer, and end a process that has failed."""
        is_asked = self._question is not None
        self.forget()
        if isinstance(answer, Failure):
            self.close()
        if is_asked:
            for listener in self.on_thought:
                listener(self._clock.time() - self._asked_at)
            self._on_answer(answer)


def _understood(line: str, question: Question, number: int) -> Answer | Failure | None:
    """Read an answer; return None if it is for an earlier question."""
    try:
        data = json.loads(line)
        if "broken" in data:
            return _broken(broken.Place(question.match.game, data["broken"]), data)
        told, why, answered = data["action"], data["why"], data["number"]
    except MISSHAPEN:
        return Failure(NONSENSE)
    if answered != number:
        return None
    if isinstance(why, list):
        why = sentence_of(why) or why
    if not isinstance(told, dict) or not isinstance(why, str | Sentence | None):
        return Failure(NONSENSE)
    for action in question.legal:
        if to_json(action) == told:
            return Answer(action, why)
    return Failure(ILLEGAL)


def _broken(place: broken.Place, data: dict[str, Any]) -> Failure:
    """Log the error in the game's own code, and say whose it is and where."""
    broken.log_once(place, trace=data["trace"])
    return Failure(say(BROKEN, game=place.game.title, where=place.line))
