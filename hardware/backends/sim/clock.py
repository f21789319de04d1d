"""A clock that tests tick: time passes only on demand."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any


class VirtualTimer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class VirtualClock:
    def __init__(self) -> None:
        self.now_s = 0.0
        self._order = count()
        self._timers: list[tuple[float, int, VirtualTimer, Callable[[], object]]] = []
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def time(self) -> float:
        return self.now_s

    def call_at(self, when: float, callback: Callable[[], object], /) -> VirtualTimer:
        timer = VirtualTimer()
        heapq.heappush(self._timers, (when, next(self._order), timer, callback))
        return timer

    def call_soon_threadsafe(
        self, callback: Callable[..., object], /, *args: Any
    ) -> None:
        self._calls.put(lambda: callback(*args))

    @property
    def due_s(self) -> float | None:
        """The time at which the next timer is due."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def next_timer(self) -> Callable[[], object]:
        """Remove the next timer, and return its call."""
        return heapq.heappop(self._timers)[3]

    def calls(self, wait_s: float = 0) -> Iterator[Callable[[], object]]:
        """Yield the `call_soon` callbacks; wait for the first one if requested."""
        with suppress(Empty):
            yield self._calls.get(block=wait_s > 0, timeout=wait_s)
            while True:
                yield self._calls.get_nowait()

    def run_calls(self, wait_s: float = 0) -> bool:
        """Run the calls from other threads; return whether there were any."""
        return len([call() for call in self.calls(wait_s)]) > 0

    def jump(self, seconds: float) -> None:
        """Advance the time without running any timer, like a machine that slept."""
        self.now_s += seconds

    def tick(self, seconds: float) -> None:
        """Let time pass, stopping at each timer that falls due."""
        self.run_calls()
        end_s = self.now_s + seconds
        while (due_s := self.due_s) is not None and due_s <= end_s:
            self.now_s = max(self.now_s, due_s)
            self.next_timer()()
            self.run_calls()
        self.now_s = end_s
