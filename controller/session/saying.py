"""What the table says aloud: what happened, its prompt, and what it tells everybody.

Only what lies open is spoken: events and prompt are made for the table's own view, and
a notice for one seat stays on that seat's page. The sentences are those of the log;
where a game's words have an entry under `aloud`, that is said instead. An empty one is
not said at all, and neither is an event of which the words say nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from controller import games
from controller.input.prompt import prompt
from controller.rules.game import Event
from controller.rules.sentence import Says, Sentence
from controller.session.now import Now
from controller.words.notice import Notice


class Aloud(NamedTuple):
    """What is said after a change, or in answer to a press."""

    told: tuple[Says, ...] = ()
    prompt: tuple[Says, ...] = ()
    answer: Says = ""


class Saying:
    def __init__(self, say: Callable[[Now, Aloud], object]) -> None:
        self._say = say
        self._said: tuple[Says, ...] = ()
        self._now: Now | None = None

    def changed(self, now: Now, events: tuple[Event, ...]) -> None:
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
            self._say(self._now, Aloud(answer=notice.says))


def asked(now: Now) -> tuple[Says, ...]:
    """The prompt; in a lesson also how hands do what it wants."""
    wanted = prompt(now.situation, "table")
    return (wanted.says, wanted.table) if now.situation.taught else (wanted.says,)


def told_of(now: Now) -> Iterator[Says]:
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


def spoken(words: str) -> str:
    """The sentence without the signs that only eyes need."""
    return " ".join(words.replace("`", "").split())
