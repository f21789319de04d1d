"""What waits to be said: what happened in its order, and of all else only the newest.

A prompt is stale when there is another one, an answer to a press when there is another
answer. What happened stays true, but nobody listens to all of a long story.
"""

from collections import deque
from typing import Literal, NamedTuple, TypeAlias

# So many sentences of what happened wait; the oldest are dropped.
MOST = 12

Kind: TypeAlias = Literal["answer", "told", "prompt"]


class Said(NamedTuple):
    """What there is to say after a change, or in answer to a press."""

    told: tuple[str, ...] = ()
    prompt: str = ""
    answer: str = ""


class SpokenQueue:
    def __init__(self) -> None:
        self._told: deque[str] = deque(maxlen=MOST)
        self._answer = ""
        self._prompt = ""

    def put(self, said: Said) -> None:
        self._told.extend(said.told)
        self._answer = said.answer or self._answer
        self._prompt = said.prompt or self._prompt

    def take(self) -> tuple[Kind, str] | None:
        """The next thing to say: an answer first, what to do now last."""
        if self._answer:
            text, self._answer = self._answer, ""
            return "answer", text
        if self._told:
            return "told", self._told.popleft()
        if self._prompt:
            text, self._prompt = self._prompt, ""
            return "prompt", text
        return None


def is_stale(speaking: Kind | None, said: Said) -> bool:
    """Whether what is being said now is not worth hearing to its end any more."""
    if speaking == "prompt":
        return bool(said.prompt or said.answer)
    return speaking == "answer" and bool(said.answer)
