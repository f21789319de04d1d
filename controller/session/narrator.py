"""What the table says aloud: events, prompts, and notices for everybody.

It only speaks about what lies open: events and prompts are made for the table's own
view, and a notice for one seat stays on that seat's page. The sentences are those of
the log. If a game's words have an entry under `aloud`, the table says that instead. It
skips empty entries, and events that the words do not mention.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from controller import games
from controller.basics.sentence import Says, Sentence, say
from controller.rules.game import Event
from controller.rules.match import Match
from controller.session.prompt import prompt, said_aloud
from controller.session.snapshot import Snapshot
from controller.words.notice import Notice
from controller.words.table import NOTHING_REFUSED, RECAP

# Replies to presses that did nothing; a lesson says them aloud.
_DID_NOTHING = (
    "teach.nothing",
    *(f"reply.{why}" for why in ("nothing", "nobody-there", "not-now", "hold-first")),
)
UNDONE = say("own.undone")
# After these the lesson repeats what it wants.
_NOT_WANTED = ("teach.nothing", "teach.instead")


class Narration(NamedTuple):
    """The sentences after a change, or in answer to a press."""

    told: tuple[Says, ...] = ()
    prompt: tuple[Says, ...] = ()
    answer: Says = ""
    # Whether to say the prompt from its beginning, even if it was heard before.
    again: bool = False


class Narrator:
    def __init__(self, say: Callable[[Snapshot, Narration], object]) -> None:
        self._say = say
        self._asks: tuple[Says, ...] = ()
        self._now: Snapshot | None = None
        # The length of the story so far.
        self._lines = 0
        # What was said before the last prompt, and since then.
        self._before: tuple[Says, ...] = ()
        self._since: tuple[Says, ...] = ()

    def changed(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        """Speak what happened and, if it is new, the prompt."""
        before, self._now = self._now, now
        is_played = now.situation.phase in ("play", "over")
        told = tuple(event_sentences(now)) if events and is_played else ()
        if before and self._is_undone(now.situation.match):
            told = (UNDONE,)
        asks = asked(now)
        is_news = asks != self._asks and not _have_others_chosen(before, now)
        self._asks = asks
        self._since += told
        if is_news:
            self._before, self._since = self._since, ()
        if told or is_news:
            self._say(now, Narration(told, prompt=asks if is_news else ()))

    def noticed(self, notice: Notice) -> None:
        """Speak what everybody may hear, but nothing meant for one seat."""
        if notice.seat is None and notice.says and self._now:
            self._answer(self._now, notice.says)

    def replied(self, notice: Notice) -> None:
        """Repeat the prompt after `why`; in a lesson, say why a press did nothing.

        In a game nobody wants to hear about every tile that a sleeve presses.
        """
        if self._now is None:
            return
        if notice.says == RECAP:
            self._recap(self._now)
        elif notice.says == NOTHING_REFUSED:
            asks = asked(self._now, with_hands=True)
            self._say(self._now, Narration(prompt=asks, again=True))
        elif self._now.situation.taught and _key(notice.says) in _DID_NOTHING:
            self._answer(self._now, notice.says)

    def _is_undone(self, match: Match) -> bool:
        """Return whether the story has new lines, of which the last is an undo."""
        lines, self._lines = self._lines, len(match.story)
        return self._lines > lines and match.story[-1].how == "undo"

    def _recap(self, now: Snapshot) -> None:
        """Speak what happened since the last turn, and where the game stands."""
        situation = now.situation
        staging = games.staging(situation.match.game)
        is_on = situation.phase in ("play", "over")
        stands = tuple(staging.standing(situation.view)) if is_on else ()
        told = (*self._before, *self._since, *stands)
        self._say(now, Narration(told, asked(now), again=True))

    def _answer(self, now: Snapshot, says: Says) -> None:
        again = _key(says) in _NOT_WANTED
        words = games.words(now.situation.match.game.name).entries
        asks = asked(now) if again else ()
        self._say(now, Narration((), asks, aloud(says, words), again))


def _have_others_chosen(before: Snapshot | None, now: Snapshot) -> bool:
    """Return whether the prompt changed only because some have now chosen."""
    if before is None or now.situation.taught or now.situation.phase != "play":
        return False
    if before.situation.match is not now.situation.match:
        return False
    was, still = set(before.situation.asked), set(now.situation.asked)
    return len(was) > 1 and bool(still) and still <= was


def asked(now: Snapshot, *, with_hands: bool = False) -> tuple[Says, ...]:
    """Return the prompt; in a lesson and between games also how to do it by hand."""
    situation = now.situation
    parts: tuple[Says, ...] = said_aloud(situation)
    if situation.phase == "over" and situation.match.result:
        parts = (*parts, situation.match.result.reason)
    if situation.taught or situation.phase != "play" or with_hands:
        parts = (*parts, prompt(situation).table)
    return parts


def event_sentences(now: Snapshot) -> Iterator[Says]:
    """Yield the log's sentences about the last change, as the table saw it."""
    match = now.situation.match
    words = games.words(match.game.name).entries
    for event in now.situation.view["events"]:
        says = aloud(match.game.tell(event, match.options), words)
        if says:
            yield says


def aloud(says: Says, words: Mapping[str, str]) -> Says:
    """Return the spoken form of a sentence of the log; "" if it has none."""
    key, values = says if isinstance(says, Sentence) else (says, {})
    shorter = f"aloud.{key.removeprefix('tell.')}"
    key = shorter if shorter in words else key
    return Sentence(key, values) if words.get(key) else ""


def _key(says: Says) -> str:
    return says.key if isinstance(says, Sentence) else says


def spoken(words: str) -> str:
    """Return the sentence without signs and short forms that only readers need."""
    words = words.replace("`", "").replace(" / ", ", ")
    return " ".join(re.sub(r"(?<=\d) ft\b", " feet", words).split())
