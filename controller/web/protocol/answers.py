"""One answer to each request, and the same one if a decision is repeated."""

from collections import defaultdict
from collections.abc import Callable

from controller.web.protocol.access import Kind
from controller.web.protocol.outgoing import text
from controller.web.server.connection import Client

# How many answers to decisions to remember for each seat.
REMEMBERED = 8


class Answers:
    def __init__(self) -> None:
        # The page that is asking, its kind, and the answers so far.
        self._asker: tuple[Client, Kind, list[str]] | None = None
        self._recent: defaultdict[Kind, dict[str, str]] = defaultdict(dict)

    def answer(
        self, page: Client, kind: Kind, request_id: str, do: Callable[[], str | None]
    ) -> str:
        """Do what is asked, once for each id; return the page's first answer."""
        recent, answers = self._recent[kind], list[str]()
        if request_id in recent:
            return recent[request_id]
        self._asker = page, kind, answers
        try:
            answers.append(do() or text("done"))
        finally:
            self._asker = None
        if request_id:
            recent[request_id] = answers[0]
            if len(recent) > REMEMBERED:
                del recent[next(iter(recent))]
        return answers[0]

    def take(self, kind: Kind, message: str) -> Client | None:
        """Take a message as the answer; return the page that gets it."""
        if self._asker is None or self._asker[1] != kind or self._asker[2]:
            return None
        self._asker[2].append(message)
        return self._asker[0]
