"""What the table says aloud: its prompt, and what it tells everybody.

Only what lies open is spoken: the prompt is made for the table's own view, and a notice
for one seat stays on that seat's page.
"""

from collections.abc import Callable

from controller.input.prompt import prompt
from controller.rules.game import Event
from controller.session.now import Now
from controller.words.notice import Notice


class Saying:
    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._said = ""
        self._now: Now | None = None

    def changed(self, now: Now, _events: tuple[Event, ...]) -> None:
        """Says what to do next, once for each time it changes."""
        self._now = now
        words = now.said(prompt(now.situation, "table").says)
        if words != self._said:
            self._said = words
            self._say(spoken(words))

    def noticed(self, notice: Notice) -> None:
        """Says what everybody is told, and nothing that one seat alone is."""
        if notice.seat is None and notice.says and self._now:
            self._say(spoken(self._now.said(notice.says)))


def spoken(words: str) -> str:
    """Without the signs that only eyes need."""
    return " ".join(words.replace("`", "").split())
