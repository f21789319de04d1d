"""Counts connections by address, and decides which one to close when it is full.

Spectators make room for the host and the seats. Among equals, the address with the most
connections loses one, so nobody can take all the room.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from errno import EMFILE, ENFILE
from typing import Any, Protocol, TypeAlias

from controller.basics.sentence import Says, say
from controller.web.server.limits import TOO_MUCH, Bucket, Limits, Rate

_log = logging.getLogger("undertow.page")

# Connections to accept per turn of the loop, and to refuse for each of them, so that a
# press never waits for a crowd.
LET_IN = 2
SENT_AWAY = 8
# How many addresses' rates to remember.
REMEMBERED = 256
# The kernel's buffer for one connection, in each direction.
KERNEL_BYTES = 64 * 1024
# How often to log a repeated refusal.
_LOGGED = Rate(3, 1 / 60)
_FULL_LOGGED = Rate(1, 1 / 600)
_MADE_ROOM = say("closed.made-room")


class Page(Protocol):
    """An open page, or a table that has joined."""

    address: str
    transport: asyncio.Transport

    def close_page(self, code: int, reason: Says) -> None: ...


# A connection's address, and its socket.
Line: TypeAlias = tuple[str, Any]


class Rates:
    """A bucket for each address; those unused for longest are dropped."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now_s: float) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, now_s)
        self._buckets[address] = bucket
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(now_s)


class Admission:
    """Counts connections by address, and decides who may come in."""

    def __init__(
        self,
        limits: Limits,
        now: Callable[[], float],
        on_full: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up; `on_full` hears, at most every ten minutes, that there is no room."""
        self.limits = limits
        self._now = now
        self._on_full = on_full
        self._rates = {
            "connections": Rates(limits.connections),
            "pages": Rates(limits.openings),
            "files": Rates(limits.requests),
        }
        self._logged = Bucket(_LOGGED, now())
        self._faults = Bucket(_LOGGED, now())
        self._full_logged = Bucket(_FULL_LOGGED, now())
        # Connections without an open page, oldest first: they ask for files, begin or
        # close. By file descriptor, which the kernel reuses.
        self.passing: dict[int, Line] = {}
        # Each with whether it is a guest's, oldest first.
        self.pages: dict[Page, bool] = {}

    @property
    def is_full(self) -> bool:
        return len(self.pages) >= self.limits.pages

    def has_more(self, address: str, what: str) -> bool:
        """Return whether this address may have one more connection, page or file."""
        if self._rates[what].take(address, self._now()):
            return True
        self.log_refusal("too many %s for %s; some are refused", what, address)
        return False

    def accept(self, address: str, connection: Any) -> None:
        """Count a connection; if there are too many, the largest address loses one."""
        lines = self.passing.items()
        self.passing = {file: line for file, line in lines if line[1].fileno() >= 0}
        self.passing[connection.fileno()] = address, connection
        if len(self.passing) > self.limits.passing:
            addresses = [address for address, _ in self.passing.values()]
            most = _largest(addresses)
            oldest = next(f for f, (a, _) in self.passing.items() if a == most)
            _cut(self.passing.pop(oldest))

    def cut_all(self, is_meant: Callable[[str], bool]) -> None:
        """Cut every connection without a page from these addresses."""
        for line in self.passing.values():
            if is_meant(line[0]):
                _cut(line)

    def admit(self, page: Page, *, is_guest: bool) -> Says | None:
        """Count a page as open; return the reason if there is no room for it.

        A guest counts as a spectator, and makes room for the host and the seats.
        """
        own = [each for each in self.pages if each.address == page.address]
        guests = [each for each, is_one in self.pages.items() if is_one]
        if len(own) >= self.limits.pages_of_one:
            last = [each for each in guests if each in own and not is_guest][-1:]
            full, why = say("closed.crowded-device"), _MADE_ROOM
        elif self.is_full:
            self._note_full()
            equals = guests if is_guest else [*self.pages]
            full, why = say("closed.crowded-table"), say("closed.crowded")
            last = _last_of_most(equals, len([each for each in own if each in equals]))
            if guests and not is_guest:
                last, why = _last_of_most(guests), _MADE_ROOM
        else:
            full, last, why = None, [], _MADE_ROOM
        for each in last:
            each.close_page(TOO_MUCH, why)
        if full and not last:
            return full
        self.passing.pop(_socket(page).fileno(), None)
        self.pages[page] = is_guest
        return None

    def _note_full(self) -> None:
        if self._full_logged.take(self._now()):
            _log.warning(
                "the table is full: %d pages are open; spectators are turned away",
                self.limits.pages,
            )
            self._on_full()

    def closing(self, page: Page) -> None:
        """Count a closing page as passing until its connection is gone."""
        if self.remove(page):
            self.accept(page.address, _socket(page))

    def remove(self, page: Page) -> bool:
        """Stop counting a page; return whether it was open."""
        return self.pages.pop(page, None) is not None

    def log_refusal(self, sentence: str, *names: object) -> None:
        """Log a refusal, unless many have been logged already."""
        if self._logged.take(self._now()):
            _log.warning(sentence, *names)

    def log_failure(self) -> None:
        """Log the current error, unless many have been logged already."""
        if self._faults.take(self._now()):
            _log.exception("what a page asked for failed")


def _socket(page: Page) -> Any:
    return page.transport.get_extra_info("socket")


def _cut(line: Line) -> None:
    """Shut a connection down, even before its TLS handshake, which asyncio hides."""
    with suppress(OSError):
        line[1].shutdown(socket.SHUT_RDWR)


def _largest(addresses: Iterable[str]) -> str:
    """Return the address with the most connections."""
    return Counter(addresses).most_common(1)[0][0]


def _last_of_most(pages: Sequence[Page], but: int = -1) -> list[Page]:
    """Return the newest page of the largest address, if it has two more than `but`."""
    most = _largest([page.address for page in pages]) if pages else ""
    found = [page for page in pages if page.address == most]
    return found[-1:] if len(found) > but + 1 else []


class Listener(socket.socket):
    """The listening socket: accepts in small batches, even without free descriptors."""

    def __init__(self, host: str, port: int, admission: Admission) -> None:
        # asyncio sets TCP_NODELAY only on sockets marked as TCP.
        super().__init__(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._admission = admission
        self._left = LET_IN
        self.is_closing = False
        # Closed for a moment to accept a connection when no descriptor is left.
        self._spare: socket.socket | None = None
        try:
            self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Every accepted connection inherits these buffers.
            for kept in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                self.setsockopt(socket.SOL_SOCKET, kept, KERNEL_BYTES)
            self.bind((host, port))
            self.setblocking(False)
        except BaseException:
            self.close()
            raise
        self._keep_spare()

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        for _ in range(SENT_AWAY):
            connection, address = self._next_connection()
            if self._admission.has_more(address[0], "connections"):
                self._admission.accept(address[0], connection)
                return connection, address
            connection.close()
        raise BlockingIOError

    def close(self) -> None:
        super().close()
        if self._spare:
            self._spare.close()

    def _next_connection(self) -> tuple[socket.socket, tuple[str, int]]:
        """Return the next connection; raise BlockingIOError when others' turn comes."""
        if self._left == 0 or self.is_closing:
            self._left = LET_IN
            raise BlockingIOError
        self._left -= 1
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (EMFILE, ENFILE) or self._spare is None:
                raise
        self._refuse_one()
        raise BlockingIOError

    def _refuse_one(self) -> None:
        """Accept one connection with the spare descriptor and close it."""
        self._admission.log_refusal(
            "no file is left for one more connection; it is refused"
        )
        assert self._spare
        self._spare.close()
        self._spare = None
        with suppress(OSError):
            super().accept()[0].close()
        self._keep_spare()

    def _keep_spare(self) -> None:
        with suppress(OSError):
            self._spare = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
