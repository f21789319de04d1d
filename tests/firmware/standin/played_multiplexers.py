"""Multiplexers on a played chip, wired as UNDERTOW_MULTIPLEXERS says.

That is `2,3,4,5 6,7,8`: the pins of S0 to S3, and the signal of each multiplexer. A
line that only the pull-up raises takes RISE_US for it.
"""

import os

from tests.firmware.standin.played_chip import Played, low

CHANNELS = 16
RISE_US = 12


def _wired() -> list[list[int]]:
    given = os.getenv("UNDERTOW_MULTIPLEXERS") or " "
    return [[int(pin) for pin in row.split(",") if pin] for row in given.split(" ")]


class PlayedSignals:
    def __init__(self) -> None:
        self._select, self._signals = _wired()
        self._lines = dict.fromkeys(self._select, 0)
        self._is_high = dict.fromkeys(self._signals, True)
        self._pulled_up: set[int] = set()
        self._changed_us = 0

    def fit(self, pin: int) -> None:
        assert pin in self._signals, f"there is no multiplexer on pin {pin}"
        self._pulled_up.add(pin)

    def select(self, pin: int, level: int) -> None:
        if pin in self._lines and self._lines[pin] != level:
            self._settle()
            self._lines[pin] = level
            self._changed_us = Played.now_us

    def levels(self) -> int:
        self._settle()
        assert set(self._signals) == self._pulled_up, "a signal that nothing pulls up"
        return sum([1 << pin for pin in self._signals if self._is_high[pin]])

    def _settle(self) -> None:
        """A sensor pulls its line down at once; up again it takes its time."""
        channel = sum([self._lines[pin] << n for n, pin in enumerate(self._select)])
        has_risen = Played.now_us - self._changed_us >= RISE_US
        for number, pin in enumerate(self._signals):
            if CHANNELS * number + channel in low:
                self._is_high[pin] = False
            elif has_risen:
                self._is_high[pin] = True


signals = PlayedSignals()
