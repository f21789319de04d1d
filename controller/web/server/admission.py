"""Counts connections by address, and decides which one is closed when it is full.

Spectators make room for the host and the seats. Among equals, the address with the most
connections loses one, so nobody can take all the room.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from errno import EMFILE, ENFILE
from typing import Any, Protocol, TypeVar

from controller.basics.sentence import Says, say
from controller.web.server.limits import TOO_MUCH, Bucket, Limits, Rate

_log = logging.getLogger("undertow.page")

# Connections accepted in one turn of the loop, and refused for each of them, so that a
# press never waits for a crowd.
LET_IN = 2
SENT_AWAY = 8
# The rates of this many addresses are remembered.
REMEMBERED = 256
# The kernel's buffer of one connection, in each direction.
KERNEL_BYTES = 64 * 1024
# How often a repeated refusal is logged.
_LOGGED = Rate(3, 1 / 60)
_FULL_LOGGED = Rate(1, 1 / 600)
_MADE_ROOM = say("closed.made-room")


class Connection(Protocol):
    """One that asks for files, or that closes."""

    address: str
    transport: asyncio.Transport


class Page(Connection, Protocol):
    """A page that is open."""

    def close_page(self, code: int, reason: Says) -> None: ...


Member = TypeVar("Member", bound=Connection)


class Crowd(dict[Member, None]):
    """Connections, the oldest first."""

    def of(self, address: str) -> list[Member]:
        return [member for member in self if member.address == address]

    def largest(self) -> list[Member]:
        """Return the connections of the address that has most of them."""
        [(address, _)] = Counter(member.address for member in self).most_common(1)
        return self.of(address)


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


class Handshakes:
    """Connections before their TLS handshake, which asyncio does not report.

    Their number is bounded; the address with most of them loses one first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # By file descriptor, which the kernel reuses once a connection is closed.
        self._open: dict[int, tuple[str, socket.socket]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def began(self, address: str, connection: socket.socket) -> None:
        for file, (_, other) in list(self._open.items()):
            if other.fileno() < 0:
                del self._open[file]
        self._open[connection.fileno()] = address, connection
        if len(self._open) > self._most:
            self._cut()

    def ended(self, file: int) -> None:
        """Stop counting a connection that has finished its handshake."""
        self._open.pop(file, None)

    def _cut(self) -> None:
        """Shut down the oldest connection of the address with most of them."""
        (largest, _), *_ = Counter(a for a, _ in self._open.values()).most_common(1)
        oldest = next(f for f, (a, _) in self._open.items() if a == largest)
        _, connection = self._open.pop(oldest)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


class Admission:
    """The counts of connections by address, and who may come in."""

    def __init__(
        self,
        limits: Limits,
        now: Callable[[], float],
        on_full: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_full` hears, at most every ten minutes, that somebody finds no room."""
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
        self.handshakes = Handshakes(limits.passing)
        self.passing: Crowd[Connection] = Crowd()
        self.pages: Crowd[Page] = Crowd()
        # The pages of spectators, which are among `pages` too.
        self._guests: Crowd[Page] = Crowd()

    @property
    def is_full(self) -> bool:
        return len(self.pages) >= self.limits.pages

    def has_more(self, address: str, what: str) -> bool:
        """Return whether this address may have one more connection, page or file."""
        if self._rates[what].take(address, self._now()):
            return True
        self.log_refusal("too many %s for %s; some are refused", what, address)
        return False

    def add_passing(self, member: Connection) -> None:
        self.passing[member] = None
        if len(self.passing) > self.limits.passing:
            oldest = self.passing.largest()[0]
            del self.passing[oldest]
            oldest.transport.abort()

    def admit(self, page: Page, *, is_guest: bool) -> Says | None:
        """Count a page as open; return the reason if there is no room for it.

        A guest is a spectator, and makes room for the host and the seats.
        """
        if len(self.pages.of(page.address)) >= self.limits.pages_of_one:
            guests = self._guests.of(page.address)
            if is_guest or not guests:
                return say("closed.crowded-device")
            guests[-1].close_page(TOO_MUCH, _MADE_ROOM)
        elif self.is_full:
            self._note_full()
            if not self._make_room(page.address, is_guest=is_guest):
                return say("closed.crowded-table")
        self.passing.pop(page, None)
        self.pages[page] = None
        if is_guest:
            self._guests[page] = None
        return None

    def _make_room(self, address: str, *, is_guest: bool) -> bool:
        """Close the newest page of the address with most pages, spectators first."""
        if self._guests and not is_guest:
            self._guests.largest()[-1].close_page(TOO_MUCH, _MADE_ROOM)
            return True
        equals = self._guests if is_guest else self.pages
        largest = equals.largest() if equals else []
        if len(largest) <= len(equals.of(address)) + 1:
            return False
        largest[-1].close_page(TOO_MUCH, say("closed.crowded"))
        return True

    def _note_full(self) -> None:
        if self._full_logged.take(self._now()):
            _log.warning(
                "the table is full: %d pages are open; spectators are turned away",
                self.limits.pages,
            )
            self._on_full()

    def closing(self, page: Page) -> None:
        """Count a page that is being closed as passing until its connection is gone."""
        if page in self.pages:
            self.remove(page)
            self.add_passing(page)

    def remove(self, member: Any) -> None:
        for crowd in (self.passing, self.pages, self._guests):
            crowd.pop(member, None)

    def abort_all(self, is_meant: Callable[[str], bool] = lambda _: True) -> None:
        """Abort every connection, or those of the addresses that are meant."""
        for member in (*self.passing, *self.pages):
            if is_meant(member.address):
                member.transport.abort()

    def log_refusal(self, sentence: str, *names: object) -> None:
        """Log a refusal, unless many have been logged already."""
        if self._logged.take(self._now()):
            _log.warning(sentence, *names)

    def log_failure(self) -> None:
        """Log the error that is being handled, unless many have been logged."""
        if self._faults.take(self._now()):
            _log.exception("what a page asked for failed")


class Listener(socket.socket):
    """The listening socket: accepts in small batches, even without free files."""

    def __init__(
        self, host: str, port: int, admission: Admission, *, has_tls: bool = False
    ) -> None:
        # asyncio sets TCP_NODELAY only where it is told that this is TCP.
        super().__init__(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._admission = admission
        self.has_tls = has_tls
        self._left = LET_IN
        self.is_closing = False
        # Closed for a moment to accept a connection when no file is left.
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
                if self.has_tls:
                    self._admission.handshakes.began(address[0], connection)
                return connection, address
            connection.close()
        raise BlockingIOError

    def close(self) -> None:
        super().close()
        if self._spare:
            self._spare.close()

    def _next_connection(self) -> tuple[socket.socket, tuple[str, int]]:
        """Return the next connection; raise BlockingIOError when it is others' turn."""
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
        """Accept one connection with the spare file and close it."""
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
