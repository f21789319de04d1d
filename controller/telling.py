"""The sentences that the pages are told, and what `why` says again."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hardware.parts import Parts

# What the controls do where no game is being played, by phase.
AT_REST: Mapping[str, str] = {
    "offer": "an unfinished game waits: `ok` goes on with it, `undo` puts it away",
    "over": "the game is over: `ok` starts another one, `undo` takes nothing back",
}


class Told(NamedTuple):
    """A sentence for one seat's page, or (None) for the table's."""

    seat: int | None
    legal: bool
    rule: str
    message: str


class Telling:
    def __init__(self) -> None:
        self.listeners: list[Callable[[Told], None]] = []
        self.parts = Parts()
        # What was refused on the table itself, until something else happens there.
        self.last: Told | None = None

    def tell(self, told: Told) -> None:
        if told.seat is None:
            self.last = told
        self.say(told)

    def announce(self, sentence: str) -> None:
        """What is nobody's mistake, and so nothing to explain again."""
        self.say(Told(None, True, "", sentence))

    def why(self, phase: str) -> None:
        """The last refusal again, and what is wrong with the table itself."""
        told = self.last or Told(None, True, "", "")
        sentences = [AT_REST.get(phase, ""), told.message, *self.parts.troubles()]
        if any(sentences):
            self.say(told._replace(message="; ".join(filter(None, sentences))))

    def say(self, told: Told) -> None:
        """Once; `why` does not say it again."""
        for listener in self.listeners:
            listener(told)
