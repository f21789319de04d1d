"""What the table says aloud: what happened, its prompt, and what it tells everybody.

Only what lies open is spoken: events and prompt are made for the table's own view, and
a notice for one seat stays on that seat's page. The sentences are those of the log;
where a game's words have an entry under `aloud`, that is said instead. An empty one is
not said at all, and neither is an event of which the words say nothing.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from controller import games
from controller.basics.sentence import Says, Sentence
from controller.rules.game import Event
from controller.session.prompt import prompt
from controller.session.snapshot import Snapshot
from controller.words.notice import Notice
from controller.words.table import NOTHING_REFUSED

# To a press that did nothing; in a lesson it is said aloud.
_DID_NOTHING = (
    "teach.nothing",
    *(f"reply.{why}" for why in ("nothing", "nobody-there", "not-now", "hold-first")),
)
# After these the lesson says once more what it wants.
_NOT_WANTED = ("teach.nothing", "teach.instead")


class Aloud(NamedTuple):
    """What is said after a change, or in answer to a press."""

    told: tuple[Says, ...] = ()
    prompt: tuple[Says, ...] = ()
    answer: Says = ""
    # The prompt is said from its beginning, though it was heard before.
    again: bool = False


class Saying:
    def __init__(self, say: Callable[[Snapshot, Aloud], object]) -> None:
        self._say = say
        self._said: tuple[Says, ...] = ()
        self._now: Snapshot | None = None

    def changed(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        """Says what happened and, each time it changes, what to do next."""
        self._now = now
        is_played = now.situation.phase in ("play", "over")
        told = tuple(told_of(now)) if events and is_played else ()
        asks = asked(now)
        if told or asks != self._said:
            news = asks if asks != self._said else ()
            self._said = asks
            self._say(now, Aloud(told, prompt=news))

    def noticed(self, notice: Notice) -> None:
        """Says what everybody is told, and nothing that one seat alone is."""
        if notice.seat is None and notice.says and self._now:
            self._answer(self._now, notice.says)

    def replied(self, notice: Notice) -> None:
        """`why` says again what to do; in a lesson it is said why a press did nothing.

        In a game nobody wants to hear of every tile that a sleeve has pressed.
        """
        if self._now is None:
            return
        if notice.says == NOTHING_REFUSED:
            asks = asked(self._now, with_hands=True)
            self._say(self._now, Aloud(prompt=asks, again=True))
        elif self._now.situation.taught and _key(notice.says) in _DID_NOTHING:
            self._answer(self._now, notice.says)

    def _answer(self, now: Snapshot, says: Says) -> None:
        again = _key(says) in _NOT_WANTED
        words = games.words(now.situation.match.game.name).entries
        asks = asked(now) if again else ()
        self._say(now, Aloud((), asks, aloud(says, words), again))


def asked(now: Snapshot, *, with_hands: bool = False) -> tuple[Says, ...]:
    """The prompt; in a lesson, and where no game is played, also how hands do it."""
    situation = now.situation
    says, how = prompt(situation, "table")[1:3]
    parts: tuple[Says, ...] = (says,)
    if says.key == "prompt.lesson":
        parts = says.values["lesson"], says.values["prompt"]
    if situation.taught or situation.phase != "play" or with_hands:
        parts = (*parts, how)
    return parts


def told_of(now: Snapshot) -> Iterator[Says]:
    """What the log tells of the last change, as the table was shown it."""
    match = now.situation.match
    words = games.words(match.game.name).entries
    for event in now.situation.view["events"]:
        says = aloud(match.game.tell(event, match.options), words)
        if says:
            yield says


def aloud(says: Says, words: Mapping[str, str]) -> Says:
    """How a sentence of the log is spoken; "" if it is not."""
    key, values = says if isinstance(says, Sentence) else (says, {})
    shorter = f"aloud.{key.removeprefix('tell.')}"
    key = shorter if shorter in words else key
    return Sentence(key, values) if words.get(key) else ""


def _key(says: Says) -> str:
    return says.key if isinstance(says, Sentence) else says


def spoken(words: str) -> str:
    """The sentence without the signs and short forms that only eyes need."""
    words = words.replace("`", "").replace(" / ", ", ")
    return " ".join(re.sub(r"(?<=\d) ft\b", " feet", words).split())
