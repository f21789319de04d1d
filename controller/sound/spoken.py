"""The queue of what the table says: all events, but only the newest prompt and answer.

A new prompt makes the old one stale; an answer to a press is stale when there is
another answer or the game went on. Events stay true, but nobody listens to a long
story, so the oldest are dropped. A prompt may have parts, such as a lesson, who is
asked, and how. They are spoken one by one; while the first stays the same, only new
parts are spoken.
"""

from collections import deque
from typing import Literal, NamedTuple, TypeAlias

# The most waiting sentences about events; beyond that the oldest are dropped.
MOST = 12

Kind: TypeAlias = Literal["answer", "told", "prompt"]


class Utterance(NamedTuple):
    """Sentences after a change, or in answer to a press."""

    told: tuple[str, ...] = ()
    prompt: tuple[str, ...] = ()
    answer: str = ""
    # Whether to say the prompt from its beginning, even if it was heard before.
    again: bool = False


class SpokenQueue:
    def __init__(self) -> None:
        self._told: deque[str] = deque(maxlen=MOST)
        self._answer = ""
        # The newest prompt, and which of its parts have been said.
        self._prompt: tuple[str, ...] = ()
        self._heard: tuple[str, ...] = ()
        # What is being spoken now.
        self._speaking: Kind | None = None
        self._part = ""

    def put(self, said: Utterance) -> bool:
        """Add this; return whether the current speech has become stale."""
        is_stale = self._is_stale(said)
        self._told.extend(said.told)
        self._answer = said.answer or self._answer
        cut = self._part if is_stale and self._speaking == "prompt" else ""
        if said.prompt:
            goes_on = said.prompt[:1] == self._prompt[:1] and not said.again
            self._heard = self._heard if goes_on else ()
            self._prompt = said.prompt
        # An answer cuts a part off; that part is repeated after it.
        self._heard = tuple(p for p in self._heard if p in self._prompt and p != cut)
        return is_stale

    def take(self) -> tuple[Kind, str] | None:
        """Return the next sentence to speak: answers first, the prompt last."""
        self._speaking, self._part = self._next()
        return (self._speaking, self._part) if self._speaking else None

    def _next(self) -> tuple[Kind | None, str]:
        if self._answer:
            text, self._answer = self._answer, ""
            return "answer", text
        if self._told:
            return "told", self._told.popleft()
        news = [part for part in self._prompt if part not in self._heard]
        if not news:
            return None, ""
        self._heard += (news[0],)
        return "prompt", news[0]

    def _is_stale(self, said: Utterance) -> bool:
        if self._speaking == "answer":
            went_on = said.prompt and said.prompt[:1] != self._prompt[:1]
            return bool(said.answer or went_on)
        if self._speaking != "prompt":
            return False
        is_other = said.prompt and self._part not in said.prompt
        return bool(said.answer or said.again or is_other)
