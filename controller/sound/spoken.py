"""What waits to be said: what happened in its order, and of all else only the newest.

A prompt is stale when there is another one, an answer to a press when there is another
answer. What happened stays true, but nobody listens to all of a long story. A prompt
may have parts, such as a lesson, who is asked, and how: while the first of them stays,
it goes on with what is new in it.
"""

from collections import deque
from typing import Literal, NamedTuple, TypeAlias

# So many sentences of what happened wait; the oldest are dropped.
MOST = 12

Kind: TypeAlias = Literal["answer", "told", "prompt"]


class Said(NamedTuple):
    """What there is to say after a change, or in answer to a press."""

    told: tuple[str, ...] = ()
    prompt: tuple[str, ...] = ()
    answer: str = ""
    # The prompt is said from its beginning, whatever has been heard of it.
    again: bool = False


class SpokenQueue:
    def __init__(self) -> None:
        self._told: deque[str] = deque(maxlen=MOST)
        self._answer = ""
        self._prompt: tuple[str, ...] = ()
        # What is being said, and the prompt that was begun last.
        self._speaking: Kind | None = None
        self._heard: tuple[str, ...] = ()

    def put(self, said: Said) -> bool:
        """True if what is being said is not worth hearing to its end any more."""
        is_stale = self._is_stale(said)
        self._told.extend(said.told)
        self._answer = said.answer or self._answer
        self._prompt = said.prompt or self._prompt
        if is_stale and self._speaking == "prompt":
            # Cut off by an answer, it still says what to do after it.
            self._prompt = self._prompt or self._heard
            self._heard = ()
        if said.again or (said.prompt and said.prompt[0] not in self._heard[:1]):
            self._heard = ()
        return is_stale

    def take(self) -> tuple[Kind, str] | None:
        """The next thing to say: an answer first, what to do now last."""
        self._speaking, text = self._next()
        return (self._speaking, text) if self._speaking else None

    def _next(self) -> tuple[Kind | None, str]:
        if self._answer:
            text, self._answer = self._answer, ""
            return "answer", text
        if self._told:
            return "told", self._told.popleft()
        news = [part for part in self._prompt if part not in self._heard]
        self._heard, self._prompt = self._prompt or self._heard, ()
        return ("prompt", " ".join(news)) if news else (None, "")

    def _is_stale(self, said: Said) -> bool:
        if self._speaking == "answer":
            return bool(said.answer)
        if self._speaking != "prompt":
            return False
        is_other = said.prompt and said.prompt[0] not in self._heard[:1]
        return bool(said.answer or said.again or is_other)
