"""What the table says aloud: events, prompts, and notices for everybody.

Only what lies open is spoken: events and prompts are made for the table's own view, and
a notice for one seat stays on that seat's page. The sentences are those of the log. If
a game's words have an entry under `aloud`, that is said instead; an empty entry is not
said, and neither is an event that the words do not mention.
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

# Replies to a press that did nothing; a lesson says them aloud.
_DID_NOTHING = (
    "teach.nothing",
    *(f"reply.{why}" for why in ("nothing", "nobody-there", "not-now", "hold-first")),
)
# After these the lesson repeats what it wants.
_NOT_WANTED = ("teach.nothing", "teach.instead")


class Aloud(NamedTuple):
    """The sentences after a change, or in answer to a press."""

    told: tuple[Says, ...] = ()
    prompt: tuple[Says, ...] = ()
    answer: Says = ""
    # Whether the prompt is said from its beginning, though it was heard before.
    again: bool = False


class Saying:
    def __init__(self, say: Callable[[Snapshot, Aloud], object]) -> None:
        self._say = say
        self._said: tuple[Says, ...] = ()
        self._now: Snapshot | None = None

    def changed(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        """Speak what happened and, whenever it changes, the prompt."""
        self._now = now
        is_played = now.situation.phase in ("play", "over")
        told = tuple(event_sentences(now)) if events and is_played else ()
        asks = asked(now)
        if told or asks != self._said:
            news = asks if asks != self._said else ()
            self._said = asks
            self._say(now, Aloud(told, prompt=news))

    def noticed(self, notice: Notice) -> None:
        """Speak what everybody may hear, and nothing meant for one seat."""
        if notice.seat is None and notice.says and self._now:
            self._answer(self._now, notice.says)

    def replied(self, notice: Notice) -> None:
        """Repeat what to do after `why`; in a lesson, say why a press did nothing.

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
    """Return the prompt; in a lesson and between games also how hands do it."""
    situation = now.situation
    says, how = prompt(situation, "table")[1:3]
    parts: tuple[Says, ...] = (says,)
    if says.key == "prompt.lesson":
        parts = says.values["lesson"], says.values["prompt"]
    if situation.taught or situation.phase != "play" or with_hands:
        parts = (*parts, how)
    return parts


def event_sentences(now: Snapshot) -> Iterator[Says]:
    """Yield what the log tells of the last change, as the table saw it."""
    match = now.situation.match
    words = games.words(match.game.name).entries
    for event in now.situation.view["events"]:
        says = aloud(match.game.tell(event, match.options), words)
        if says:
            yield says


def aloud(says: Says, words: Mapping[str, str]) -> Says:
    """Return the spoken form of a sentence of the log; "" if it is not spoken."""
    key, values = says if isinstance(says, Sentence) else (says, {})
    shorter = f"aloud.{key.removeprefix('tell.')}"
    key = shorter if shorter in words else key
    return Sentence(key, values) if words.get(key) else ""


def _key(says: Says) -> str:
    return says.key if isinstance(says, Sentence) else says


def spoken(words: str) -> str:
    """Return the sentence without the signs and short forms that only eyes need."""
    words = words.replace("`", "").replace(" / ", ", ")
    return " ".join(re.sub(r"(?<=\d) ft\b", " feet", words).split())
