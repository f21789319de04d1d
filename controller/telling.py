"""The sentences that the pages are told, and what `why` says again."""

from collections.abc import Callable
from typing import NamedTuple

from hardware.parts import Parts


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
        self._say(told)

    def announce(self, sentence: str) -> None:
        """What is nobody's mistake, and so nothing to explain again."""
        self._say(Told(None, True, "", sentence))

    def why(self) -> None:
        """The last refusal again, and what is wrong with the table itself."""
        told = self.last or Told(None, True, "", "")
        sentences = [told.message, *self.parts.troubles()]
        if any(sentences):
            self._say(told._replace(message="; ".join(filter(None, sentences))))

    def _say(self, told: Told) -> None:
        for listener in self.listeners:
            listener(told)
