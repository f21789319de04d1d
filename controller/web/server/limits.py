"""How many connections and messages the table accepts, and buckets to measure them."""

import logging
import resource
from typing import NamedTuple

_log = logging.getLogger("undertow.page")

# Close codes. After the first the page shows the reason and stays closed; after the
# second it waits longer before it reconnects.
WRONG_CODE = 4403
TOO_MUCH = 4429
# Descriptors for the table itself: pins, boards, journal, log, systemd.
OWN_FILES = 64
# The minimum number of pages, even if too few descriptors are allowed.
FEWEST = 8


class Rate(NamedTuple):
    """Burst size and sustained rate."""

    burst: int
    per_s: float


class Limits(NamedTuple):
    """Room for a family and its guests, far below what would slow down a Pi."""

    # Pages that are open at a time, in all and from one address: a laptop may have a
    # tab for each seat.
    pages: int = 64
    pages_of_one: int = 24
    # Connections that request a file, have not finished their request, or are closing.
    passing: int = 96
    # From one address: connections (a browser has six), files (a page takes 60), and
    # pages opened.
    connections: Rate = Rate(150, 20)
    requests: Rate = Rate(1000, 100)
    openings: Rate = Rate(32, 2)
    # From one page. A person at a drawn table sends a dozen messages a second; setting
    # up all pieces sends 30 at once.
    messages: Rate = Rate(80, 30)
    # This many more messages are dropped; then the page is closed.
    dropped: Rate = Rate(80, 1)
    # For one seat: bots that are seated or asked for a hint. Each is a process.
    bots: Rate = Rate(4, 1 / 5)
    # How long a page may leave its messages unread.
    unread_s: float = 20
    # Unread bytes in our memory, beyond which only the latest of each kind is kept.
    unread_bytes: int = 32 * 1024


USUAL = Limits()


class Bucket:
    """A bucket of tokens: a burst of them, refilled at a rate."""

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take a token; return False if there is none."""
        self._fill(now_s)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now_s: float) -> bool:
        self._fill(now_s)
        return self._tokens >= self._rate.burst

    def _fill(self, now_s: float) -> None:
        gained = (now_s - self._at_s) * self._rate.per_s
        self._tokens = min(float(self._rate.burst), self._tokens + gained)
        self._at_s = now_s


def within_file_limit(limits: Limits) -> Limits:
    """Return these limits, or lower ones if this process may not open enough files.

    The soft limit is raised as far as necessary.
    """
    needed = limits.pages + limits.passing + OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return limits
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == needed:
        return limits
    room = max(FEWEST, (allowed - OWN_FILES) // 2)
    _log.warning(
        "this process may open only %d files, so at most %d pages; "
        "raise the limit with `ulimit -n %d`, or with LimitNOFILE= in the unit",
        *(allowed, room, needed),
    )
    return limits._replace(pages=room, passing=room)
