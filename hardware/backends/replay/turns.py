"""Turns: everything that a table does, split into steps that can be replayed.

A turn begins with one input: an edge on a pin, bytes from a sensor board, a message
from a page, or just the passing of time. Time stands still until the turn ends. Due
timers run first, ordered by time and then by when they were set; `call_soon` callbacks
run before the turn ends. So the same inputs at the same times produce the same turns,
on any machine and with any number of threads.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from hardware.backends.sim.clock import VirtualClock, VirtualTimer
from hardware.parts.registry import NotReady, sentence

_log = logging.getLogger("undertow.turns")

# A turn is recorded as late if it begins this long after a timer was due. If a turn
# that is not late finds such a timer, the recording did not have that timer.
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
    # [name, how many earlier questions in this turn had that name, value]; a call that
    # raised adds its message as a fourth item.
    answers: list[list[Any]]
    outcomes: list[Outcome]


class TurnClock(VirtualClock):
    """A table's clock, whose time advances from turn to turn.

    Only the table's own thread uses it; `call_soon` runs callbacks in the same turn.
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
        """Run due timers and `call_soon` callbacks, each through `guard`."""
        while (due_s := self.due_s) is not None and due_s <= self.now_s:
            guard(self.next_timer())
            self.run_soon(guard)

    def run_soon(self, guard: Callable[[Callable[[], object]], None]) -> None:
        for call in self.calls():
            guard(call)


class Turns(ABC):
    """A sequence of turns, each with its answers and effects."""

    def __init__(self) -> None:
        self.clock = TurnClock()
        # Keyed by the first two items of an input, such as ("edge", 17).
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
        """Accept an input, on the table's own thread."""

    @abstractmethod
    def receive_threadsafe(self, received: Input) -> None:
        """Accept an input, on any thread."""

    @abstractmethod
    def ask(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        """Return an outside answer as plain data; may raise `raises`."""

    @abstractmethod
    def attempt(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        """Call something outside, and record only its failure."""

    def note(self, *outcome: Any) -> None:
        """Note an effect; ignore it outside a turn."""
        if self.is_busy:
            self._outcomes.append([*outcome])

    def _begin(self, received: Input, at_us: int) -> None:
        """Begin a turn quickly; leave everything that can wait to its end."""
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
        """Pass an input to its listener, if it still has one."""
        listener = self.listeners.get(tuple(received[:2]))
        if listener:
            listener(*received[2:])

    def _next_ask(self, name: str) -> int:
        number = self._asked.get(name, 0)
        self._asked[name] = number + 1
        return number

    def _guarded(self, call: Callable[[], object]) -> None:
        """Run a call and note what it raises, so that the others still run."""
        try:
            call()
        # Log any exception, and record it as part of the turn.
        except Exception as error:  # noqa: BLE001
            self.note("raised", sentence(error))
            _log.error("a timer or a call raised", exc_info=error)


def _nothing() -> None:
    """Stand in for a missing timer listener."""
