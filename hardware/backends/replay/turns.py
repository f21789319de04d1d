"""Turns: everything that a table does, cut into pieces that can be replayed.

A turn begins with one input: an edge of a pin, bytes from a sensor board, a message
from a page, or time alone. Time stands still until the turn ends. Due timers run first,
in the order of their times, and then in the order in which they were set; calls for
"soon" run before the turn ends. So the same inputs at the same times make the same
turns, on any machine and with any number of threads.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from hardware.backends.sim.clock import VirtualClock, VirtualTimer
from hardware.parts.registry import Unready, sentence

_log = logging.getLogger("undertow.turns")

# A turn that begins this long after a timer was due is recorded as late. If a turn that
# is not late finds such a timer, the timer was not set when the turn was recorded.
GRACE_S = 0.25

# An input: ["edge", gpio, level], ["bytes", port, hex], ["tick"], …
Input: TypeAlias = list[Any]
# An effect: ["frame", bytes], ["servo", degrees], ["position", …], …
Outcome: TypeAlias = list[Any]

T = TypeVar("T")

TICK: Input = ["tick"]
LATE: Input = ["late"]


class Turn(NamedTuple):
    at_us: int
    input: Input
    # [name, number of earlier questions of that name in this turn, value], and for a
    # call that raised, its message as a fourth item.
    answers: list[list[Any]]
    outcomes: list[Outcome]


class TurnClock(VirtualClock):
    """The clock of a table whose time passes from turn to turn.

    Only the table's own thread calls it; what is to happen "soon" runs in this turn.
    """

    def __init__(self) -> None:
        super().__init__()
        # Called when a timer is set.
        self.on_set: Callable[[], object] = _nothing

    def call_at(self, when: float, callback: Callable[[], object], /) -> VirtualTimer:
        timer = super().call_at(when, callback)
        self.on_set()
        return timer

    def run_due(self, guard: Callable[[Callable[[], object]], None]) -> None:
        """Run the due timers and the calls for "soon", each through `guard`."""
        while (due_s := self.due_s) is not None and due_s <= self.now_s:
            guard(self.next_timer())
            self.run_soon(guard)

    def run_soon(self, guard: Callable[[Callable[[], object]], None]) -> None:
        for call in self.calls():
            guard(call)


class Turns(ABC):
    """A sequence of turns, each with its answers and its outcomes."""

    def __init__(self) -> None:
        self.clock = TurnClock()
        # By the first two items of an input, such as ("edge", 17).
        self.listeners: dict[tuple[Any, ...], Callable[..., object]] = {}
        # The last answer to each question.
        self.known: dict[str, Any] = {}
        self.is_busy = False
        self.at_us = 0
        self._input = TICK
        self._answers: list[list[Any]] = []
        self._outcomes: list[Outcome] = []
        self._asked: dict[str, int] = {}

    @abstractmethod
    def receive(self, received: Input) -> None:
        """Take an input from outside, on the table's own thread."""

    @abstractmethod
    def receive_threadsafe(self, received: Input) -> None:
        """Take an input from outside, on any thread."""

    @abstractmethod
    def ask(
        self, name: str, call: Callable[[], T], raises: type[Exception] = Unready
    ) -> T:
        """Return an answer from outside, as plain data; it may raise `raises`."""

    @abstractmethod
    def attempt(
        self, name: str, call: Callable[[], T], raises: type[Exception] = Unready
    ) -> T:
        """Call something outside of which only a failure is recorded."""

    def note(self, *outcome: Any) -> None:
        """Note an outcome; outside of a turn, ignore it."""
        if self.is_busy:
            self._outcomes.append([*outcome])

    def _begin(self, received: Input, at_us: int) -> None:
        """Begin a turn, quickly: everything that can wait is done at its end."""
        self.is_busy = True
        self._input = received
        self.at_us = at_us
        self.clock.now_s = at_us / 1e6
        self.clock.run_due(self._guarded)

    def _end(self) -> Turn:
        self.clock.run_soon(self._guarded)
        self.is_busy = False
        turn = Turn(self.at_us, self._input, self._answers, self._outcomes)
        self._answers, self._outcomes, self._asked = [], [], {}
        return turn

    def _dispatch(self, received: Input) -> None:
        """Pass an input to its listener, if there still is one."""
        listener = self.listeners.get(tuple(received[:2]))
        if listener:
            listener(*received[2:])

    def _next_ask(self, name: str) -> int:
        number = self._asked.get(name, 0)
        self._asked[name] = number + 1
        return number

    def _guarded(self, call: Callable[[], object]) -> None:
        """Run a call; note what it raises, so that the others run, as on a loop."""
        try:
            call()
        # Whatever it is, it is logged, and it belongs to the turn.
        except Exception as error:  # noqa: BLE001
            self.note("raised", sentence(error))
            _log.error("a timer or a call raised", exc_info=error)


def _nothing() -> None:
    """Do nothing, in place of a listener to timers."""
