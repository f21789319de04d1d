"""The open pages, each with its kind; messages go to all pages of a kind."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from controller.basics.sentence import Says, say
from controller.web.protocol.access import Kind
from controller.web.server.connection import Client, post

TAKEN = 4409
PUT_AWAY = 4410


class Visit(NamedTuple):
    """An open page: its kind, its number, and the browser's name for its tab."""

    page: Client
    kind: Kind
    number: int
    tab: str


class Visits:
    def __init__(self, codes: tuple[str, ...]) -> None:
        """Begin without pages; `codes` open the seats."""
        self._open: dict[Client, Visit] = {}
        self._numbers = count()
        self._codes = codes

    def __contains__(self, connection: Client) -> bool:
        """Return whether a page is open; a page being closed is not."""
        return connection in self._open

    def __iter__(self) -> Iterator[Client]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def kinds(self) -> set[Kind]:
        return {visit.kind for visit in self._open.values()}

    def seats(self) -> set[int]:
        """Return the seats that are open on a phone."""
        return {kind for kind in self.kinds() if isinstance(kind, int)}

    def enter(
        self, connection: Client, kind: Kind, query: Mapping[str, str]
    ) -> Visit | None:
        """Admit a page; close it and return None if its seat is open elsewhere."""
        visit = Visit(connection, kind, next(self._numbers), query.get("tab", ""))
        if not self._has_room(visit, takes_over=bool(query.get("take"))):
            connection.close_page(TAKEN, say("closed.taken"))
            return None
        self._open[connection] = visit
        return visit

    def leave(self, connection: Client) -> None:
        self._open.pop(connection, None)

    def send(self, kind: Kind, message: str, but: Client | None = None) -> None:
        """Send to every page of this kind, except this one."""
        pages = (c for c, v in self._open.items() if v.kind == kind and c is not but)
        post(pages, message)

    def answer(self, number: int, message: str) -> None:
        """Send to the page of this number, if it is still open."""
        post([c for c, v in self._open.items() if v.number == number], message)

    def send_frame(self, wire: bytes) -> None:
        """Send a frame to every page that shows the lamps."""
        lit = [c for c, v in self._open.items() if not isinstance(v.kind, int)]
        post(lit, wire)

    def use_codes(self, codes: tuple[str, ...]) -> None:
        """Close the pages of seats whose codes are no longer valid."""
        before, self._codes = self._codes, codes
        for connection, kind, *_ in [*self._open.values()]:
            if isinstance(kind, int) and codes[kind : kind + 1] != (before[kind],):
                self._close_page(connection, PUT_AWAY, say("closed.new-game"))

    def _has_room(self, visit: Visit, *, takes_over: bool) -> bool:
        """Return whether a page may open; if it takes over a seat, close the other."""
        others = [c for c, v in self._open.items() if v.kind == visit.kind]
        if not isinstance(visit.kind, int) or not others:
            return True
        # The same tab comes back after losing its connection.
        is_same = visit.tab and visit.tab == self._open[others[0]].tab
        if is_same or takes_over:
            self._close_page(others[0], TAKEN, say("closed.taken-over"))
        return bool(is_same or takes_over)

    def _close_page(self, connection: Client, code: int, reason: Says) -> None:
        del self._open[connection]
        connection.close_page(code, reason)
