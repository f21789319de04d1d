"""Turns: all that a table does, cut into pieces that can be done again.

A turn begins with one thing from outside: an edge of a pin, bytes of a sensor board, a
word of a page, or time alone. Its time stands still until it ends. Timers that are due
run first, in the order of their times and then of their setting; what is to be done
soon is done before the turn ends. So the same things said at the same times make the
same turns, on whatever machine and in however many threads they came in.
"""

import heapq
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, TypeAlias, TypeVar

from hardware.backends.sim.clock import VirtualTimer
from hardware.parts.registry import Unready

_log = logging.getLogger("undertow.turns")

# A turn that comes so long after a timer was due is a late one, and says so. Where a
# turn that is not late finds such a timer, nobody had set it when it was recorded.
GRACE_S = 0.25

# What came from outside: ["edge", gpio, level], ["bytes", port, hex], ["tick"], …
Said: TypeAlias = list[Any]
# What the table did: ["frame", bytes], ["servo", degrees], ["position", …], …
Outcome: TypeAlias = list[Any]

T = TypeVar("T")

TICK: Said = ["tick"]
LATE: Said = ["late"]


class Turn(NamedTuple):
    at_us: int
    said: Said
    # [name, how often it had been asked in this turn, value], and for a call that
    # raised a fourth: its sentence.
    answers: list[list[Any]]
    outcomes: list[Outcome]


class TurnClock:
    """The clock of a table whose time passes from turn to turn."""

    def __init__(self) -> None:
        self.now_s = 0.0
        # Called when a timer is set.
        self.on_set: Callable[[], object] = _nothing
        self._order = count()
        self.timers: list[tuple[float, int, VirtualTimer, Callable[[], object]]] = []
        self._soon: deque[Callable[[], object]] = deque()

    def time(self) -> float:
        return self.now_s

    def call_at(self, when: float, callback: Callable[[], object], /) -> VirtualTimer:
        timer = VirtualTimer()
        heapq.heappush(self.timers, (when, next(self._order), timer, callback))
        self.on_set()
        return timer

    def call_soon_threadsafe(
        self, callback: Callable[..., object], /, *args: Any
    ) -> None:
        """Before this turn ends; edges come as turns, so no other thread is here."""
        self._soon.append(lambda: callback(*args))

    @property
    def due_s(self) -> float | None:
        """When the next timer is due."""
        while self.timers and self.timers[0][2].cancelled:
            heapq.heappop(self.timers)
        return self.timers[0][0] if self.timers else None

    def run_due(self, guard: Callable[[Callable[[], object]], None]) -> None:
        """Runs what is due now, each through `guard`, and what is to be done soon."""
        while (due_s := self.due_s) is not None and due_s <= self.now_s:
            guard(heapq.heappop(self.timers)[3])
            self.run_soon(guard)

    def run_soon(self, guard: Callable[[Callable[[], object]], None]) -> None:
        while self._soon:
            guard(self._soon.popleft())


class Turns(ABC):
    """Runs one turn after the other, and gathers what was asked and what was done."""

    def __init__(self) -> None:
        self.clock = TurnClock()
        # Who hears what is said, by its first two words, such as ("edge", 17).
        self.hear: dict[tuple[Any, ...], Callable[..., object]] = {}
        # What each question was last answered.
        self.known: dict[str, Any] = {}
        self.is_busy = False
        self.at_us = 0
        self._said = TICK
        self._answers: list[list[Any]] = []
        self._outcomes: list[Outcome] = []
        self._asked: dict[str, int] = {}

    @abstractmethod
    def arrived(self, said: Said) -> None:
        """Something came from outside; on the table's own thread."""

    @abstractmethod
    def arrived_elsewhere(self, said: Said) -> None:
        """The same as `arrived`, from any thread."""

    @abstractmethod
    def ask(
        self, name: str, call: Callable[[], T], raises: type[Exception] = Unready
    ) -> T:
        """The answer of something outside, as plain data; it may raise `raises`."""

    @abstractmethod
    def attempt(
        self, name: str, call: Callable[[], T], raises: type[Exception] = Unready
    ) -> T:
        """The same as `ask`, where only a failure counts."""

    def did(self, *outcome: Any) -> None:
        """The table has done this; it counts within a turn only."""
        if self.is_busy:
            self._outcomes.append([*outcome])

    def _begin(self, said: Said, at_us: int) -> None:
        """Begins a turn, quickly: all that can wait is done when the turn ends."""
        self.is_busy = True
        self._said = said
        self.at_us = at_us
        clock = self.clock
        clock.now_s = now_s = at_us / 1e6
        if clock.timers and clock.timers[0][0] <= now_s:
            clock.run_due(self._guarded)

    def _end(self) -> Turn:
        self.clock.run_soon(self._guarded)
        self.is_busy = False
        turn = Turn(self.at_us, self._said, self._answers, self._outcomes)
        self._answers, self._outcomes, self._asked = [], [], {}
        return turn

    def _dispatch(self, said: Said) -> None:
        """Gives it to its listener, if there still is one."""
        heard = self.hear.get(tuple(said[:2]))
        if heard:
            heard(*said[2:])

    def _next_ask(self, name: str) -> int:
        number = self._asked.get(name, 0)
        self._asked[name] = number + 1
        return number

    def _guarded(self, call: Callable[[], object]) -> None:
        """As on an event loop: what one call raises keeps no other from running."""
        try:
            call()
        # It may be anything; it is named, and it is part of what happened.
        except Exception as error:  # noqa: BLE001
            self.did("raised", sentence(error))
            _log.error("a timer or a call raised", exc_info=error)


def sentence(error: Exception) -> str:
    """What was raised as a sentence for people; Unready has one already."""
    if isinstance(error, Unready):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())


def _nothing() -> None:
    """Does nothing; stands for a listener to timers."""
