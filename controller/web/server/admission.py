"""Counts connections by address, and decides which one is closed when it is full.

Spectators make room for the host and the seats. Among equals, the address with the most
connections loses one, so nobody can take all the room.
"""

import logging
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from errno import EMFILE, ENFILE
from typing import Any, Generic, TypeVar

from controller.basics.sentence import Says, say
from controller.web.server.limits import Bucket, Limits, Rate

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

Member = TypeVar("Member")


class Crowd(Generic[Member]):
    """Members by address, the oldest of each first."""

    def __init__(self) -> None:
        self._at: dict[str, dict[Member, None]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, known: tuple[str, Member]) -> bool:
        address, member = known
        return member in self._at.get(address, ())

    def by_address(self) -> list[tuple[str, list[Member]]]:
        return [(address, [*members]) for address, members in self._at.items()]

    def add(self, address: str, member: Member) -> None:
        self._at.setdefault(address, {})[member] = None
        self._size += 1

    def remove(self, address: str, member: Member) -> None:
        """Remove a member, if it is there."""
        if (address, member) in self:
            del self._at[address][member]
            self._size -= 1
            if not self._at[address]:
                del self._at[address]

    def of(self, address: str) -> int:
        return len(self._at.get(address, ()))

    def largest(self) -> str:
        return max(self._at, key=self.of)

    def oldest(self, address: str) -> Member:
        return next(iter(self._at[address]))

    def newest(self, address: str) -> Member:
        return next(reversed(self._at[address]))


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


class Admission(Generic[Member]):
    """The counts of connections by address, and who may come in."""

    def __init__(
        self,
        limits: Limits,
        now: Callable[[], float],
        close_page: Callable[[Member, Says], None],
        drop: Callable[[Member], None],
        on_full: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin empty: `close_page` closes a page with a reason, `drop` aborts it.

        `on_full` is called when somebody finds no room, at most every ten minutes.
        """
        self.limits = limits
        self._now = now
        self._close_page = close_page
        self._drop = drop
        self._on_full = on_full
        self._connections = Rates(limits.connections)
        self._openings = Rates(limits.openings)
        self._requests = Rates(limits.requests)
        self._logged = Bucket(_LOGGED, now())
        self._faults = Bucket(_LOGGED, now())
        self._full_logged = Bucket(_FULL_LOGGED, now())
        self.handshakes = Handshakes(limits.passing)
        self.passing: Crowd[Member] = Crowd()
        self.pages: Crowd[Member] = Crowd()
        # The pages of spectators, which are among `pages` too.
        self._guests: Crowd[Member] = Crowd()

    @property
    def is_full(self) -> bool:
        return len(self.pages) >= self.limits.pages

    def may_connect(self, address: str) -> bool:
        """Return whether this address may have one more connection."""
        if self._connections.take(address, self._now()):
            return True
        self.log_refusal("too many connections from %s; some are refused", address)
        return False

    def add_passing(self, address: str, member: Member) -> None:
        self.passing.add(address, member)
        if len(self.passing) > self.limits.passing:
            largest = self.passing.largest()
            oldest = self.passing.oldest(largest)
            self.passing.remove(largest, oldest)
            self._drop(oldest)

    def may_open_page(self, address: str) -> bool:
        """Return whether this address may open one more page now."""
        if self._openings.take(address, self._now()):
            return True
        self.log_refusal("pages are opened too fast from %s; some are refused", address)
        return False

    def may_ask(self, address: str) -> bool:
        """Return whether this address may ask for one more file now."""
        return self._requests.take(address, self._now())

    def admit(self, address: str, member: Member, *, is_guest: bool) -> Says | None:
        """Count a page as open; return the reason if there is no room for it.

        A guest is a spectator, and makes room for the host and the seats.
        """
        if self.pages.of(address) >= self.limits.pages_of_one:
            if is_guest or not self._guests.of(address):
                return say("closed.crowded-device")
            self._close_page(self._guests.newest(address), _MADE_ROOM)
        elif self.is_full:
            self._note_full()
            if not self._make_room(address, is_guest=is_guest):
                return say("closed.crowded-table")
        self.passing.remove(address, member)
        self.pages.add(address, member)
        if is_guest:
            self._guests.add(address, member)
        return None

    def _make_room(self, address: str, *, is_guest: bool) -> bool:
        """Close the newest page of the address with most pages, spectators first."""
        if not is_guest and len(self._guests):
            newest = self._guests.newest(self._guests.largest())
            self._close_page(newest, _MADE_ROOM)
            return True
        equals = self._guests if is_guest else self.pages
        largest = equals.largest() if len(equals) else address
        if equals.of(largest) <= equals.of(address) + 1:
            return False
        self._close_page(equals.newest(largest), say("closed.crowded"))
        return True

    def _note_full(self) -> None:
        if self._full_logged.take(self._now()):
            _log.warning(
                "the table is full: %d pages are open; spectators are turned away",
                self.limits.pages,
            )
            self._on_full()

    def closing(self, address: str, member: Member) -> None:
        """Count a page that is being closed as passing until its connection is gone."""
        if (address, member) in self.pages:
            self.remove(address, member)
            self.add_passing(address, member)

    def remove(self, address: str, member: Member) -> None:
        for crowd in (self.passing, self.pages, self._guests):
            crowd.remove(address, member)

    def abort_all(self, is_meant: Callable[[str], bool] = lambda _: True) -> None:
        """Abort every connection, or those of the addresses that are meant."""
        for crowd in (self.passing, self.pages):
            for address, members in crowd.by_address():
                for member in members if is_meant(address) else ():
                    self._drop(member)

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
        self, host: str, port: int, admission: Admission[Any], *, has_tls: bool = False
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
            if self._admission.may_connect(address[0]):
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
