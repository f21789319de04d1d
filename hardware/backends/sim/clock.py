"""A clock that tests tick: time passes only on demand."""

import heapq
from collections.abc import Callable
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
        self._now = 0.0
        self._order = count()
        self._timers: list[tuple[float, int, VirtualTimer, Callable[[], object]]] = []
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def time(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[[], object], /) -> VirtualTimer:
        timer = VirtualTimer()
        heapq.heappush(self._timers, (when, next(self._order), timer, callback))
        return timer

    def call_soon_threadsafe(
        self, callback: Callable[..., object], /, *args: Any
    ) -> None:
        self._calls.put(lambda: callback(*args))

    def run_calls(self, wait_s: float = 0) -> bool:
        """Run the calls of other threads; wait for the first one if requested."""
        ran = False
        try:
            while True:
                call = self._calls.get(block=wait_s > 0 and not ran, timeout=wait_s)
                call()
                ran = True
        except Empty:
            return ran

    def jump(self, seconds: float) -> None:
        """Advance the time without calling any timer, like a machine that slept."""
        self._now += seconds

    def tick(self, seconds: float) -> None:
        """Let time pass, stopping at each timer that falls due."""
        self.run_calls()
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            when, _, timer, callback = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if not timer.cancelled:
                callback()
                self.run_calls()
        self._now = end
