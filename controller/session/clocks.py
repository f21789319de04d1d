"""Each seat's time, and its limit in minutes.

A seat's time runs while the seat is asked; if several are asked at once, each one's
runs. The journal stores the times with each action, so a power cut costs only the time
since the last one. An undo restores all times to the moment when the undone action was
played: a seat that undoes a choice keeps the time it took, and nobody is charged for
what came after it.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from controller.storage.saved import Setup
from hardware.backend import Alarm, Clock

# For a new game without a clock, even though earlier games had one.
NO_CLOCK = -1
MOST_MINUTES = 24 * 60
# After each of these shares of the minutes a seat's lamp changes. The second reminds
# everybody, and after the last the seat is over its time.
HALF, REMINDER, OVER = 0.5, 0.8, 1.0
SHARES = (HALF, REMINDER, OVER)
# In milliseconds, so that rounding cannot keep a threshold from being reached.
_ROUNDING_S = 0.001


class Times(NamedTuple):
    """The times of a game at one moment."""

    # For each player; 0 without a limit.
    minutes: int
    used_s: tuple[float, ...]
    # The seats whose time runs.
    running: tuple[int, ...]

    @property
    def over(self) -> tuple[int, ...]:
        """The seats that have used more than their minutes."""
        return tuple(seat for seat in self.seats if self.has_used(OVER, seat))

    @property
    def seats(self) -> range:
        return range(len(self.used_s))

    def has_used(self, share: float, seat: int) -> bool:
        return self.minutes > 0 and self.left_s(share, seat) <= _ROUNDING_S

    def left_s(self, share: float, seat: int) -> float:
        """Return how long until the seat has used this share of its minutes."""
        return share * 60 * self.minutes - self.used_s[seat]

    def levels(self) -> Mapping[int, int]:
        """Return how many of the `SHARES` each seat has used, if any."""
        used = {
            seat: sum(self.has_used(share, seat) for share in SHARES)
            for seat in self.seats
        }
        return {seat: level for seat, level in used.items() if level}


class Clocks:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # None without a clock.
        self._minutes: int | None = None
        self._used: list[float] = []
        self._running: tuple[int, ...] = ()
        self._since = 0.0
        self._written: tuple[float, ...] = ()
        # By the number of earlier actions: the times when an action was played.
        self._played: list[tuple[float, ...]] = []
        self._reminded: set[int] = set()
        self._alarm = Alarm(clock)

    @property
    def times(self) -> Times | None:
        """The current times; None for a game without a clock."""
        if self._minutes is None:
            return None
        self._settle()
        return Times(self._minutes, tuple(self._used), self._running)

    def begin(self, setup: Setup, entries: Iterable[tuple[str, str]] = ()) -> None:
        """Switch to another game, with its times from the journal."""
        self.run(())
        self._minutes, self._played, self._reminded = setup.clock, [], set()
        self._put_back((0.0,) * setup.seats)
        if self._minutes is None:
            return
        for kind, body in entries:
            if kind == "clock":
                self._put_back(tuple(json.loads(body)))
            elif kind == "undo":
                self.undo(int(body))
            else:
                self._played.append(self._written)
        self.reminders()

    def played(self, actions: int) -> tuple[tuple[str, str], ...]:
        """Return what the journal must store before these actions, if anything."""
        if self._minutes is None:
            return ()
        self._settle()
        now = tuple(round(used, 3) for used in self._used)
        self._played += [now] * actions
        if now == self._written:
            return ()
        self._put_back(now)
        return (("clock", json.dumps(now)),)

    def undo(self, mark: int) -> None:
        """Restore the times from when the first of the undone actions was played."""
        if self._minutes is not None:
            self._put_back(self._played[mark])
            del self._played[mark:]

    def run(
        self, seats: Collection[int], due: Callable[[], object] | None = None
    ) -> bool:
        """Run the time of these seats from now on; return whether others' ran before.

        `due` is called when one of them has used another share of its minutes.
        """
        self._settle()
        before, self._running = self._running, tuple(seats)
        self._alarm.cancel()
        times = self.times
        if times and times.minutes and due:
            steps = [times.left_s(s, seat) for s in SHARES for seat in self._running]
            ahead = [left_s for left_s in steps if left_s > _ROUNDING_S]
            if ahead:
                self._alarm.at(self._since + min(ahead), due)
        return before != self._running

    def reminders(self) -> tuple[int, ...]:
        """Return the seats that now have little time left, each only once."""
        times = self.times
        if times is None:
            return ()
        late = {seat for seat in times.seats if times.has_used(REMINDER, seat)}
        news, self._reminded = late - self._reminded, self._reminded | late
        return tuple(sorted(news))

    def _put_back(self, used: tuple[float, ...]) -> None:
        self._used, self._written = list(used), used
        self._since = self._clock.time()

    def _settle(self) -> None:
        now = self._clock.time()
        for seat in self._running:
            self._used[seat] += now - self._since
        self._since = now
