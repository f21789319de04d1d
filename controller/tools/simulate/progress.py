"""How far a simulation is, on the error output of a terminal."""

import sys
from collections.abc import Callable
from contextlib import suppress

WIDTH = 30


class Progress:
    def __init__(
        self, total: int, done: int, clock: Callable[[], float], is_shown: bool
    ) -> None:
        self._total = total
        self._done = self._before = done
        self._clock = clock
        self._since = clock()
        self._is_shown = is_shown

    def step(self) -> None:
        self._done += 1
        if self._is_shown:
            self._write(f"\r{self.line()}")

    def end(self) -> None:
        if self._is_shown:
            self._write("\n")

    def line(self) -> str:
        full = WIDTH * self._done // max(1, self._total)
        bar = "#" * full + "." * (WIDTH - full)
        return f"[{bar}] {self._done} of {self._total}, {self._left()} left   "

    def _left(self) -> str:
        played = self._done - self._before
        if not played:
            return "some time"
        seconds = (self._clock() - self._since) / played * (self._total - self._done)
        minutes, seconds = divmod(round(seconds), 60)
        return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"

    def _write(self, text: str) -> None:
        with suppress(OSError, AttributeError):
            sys.stderr.write(text)
            sys.stderr.flush()
