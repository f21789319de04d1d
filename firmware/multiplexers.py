"""Inputs behind 16-channel multiplexers (CD74HC4067), all read at the same time.

Each has a signal pin of its own; the four select lines are the same for all. Bit n of
the board is channel n % 16 of multiplexer n // 16.

A scan goes through the channels in Gray code (0, 1, 3, 2, 6, 7, 5, 4, 12 …): from each
to the next, and from the last back to the first, one select line changes. So there is
one line to write a step, and the signal never picks up the level of a third channel
on the way.

After each change it waits. A sensor that is at rest lets go of the line, and only the
chip's pull-up R charges what hangs on it, C: the cable, the multiplexer, the wire to
the sensor. From 0 V it counts as high after t = R · C · ln(V / (V - VIH)). `undertow
wiring` calculates that time and refuses a map with a shorter wait.
"""

from firmware.around import Inputs

CHANNELS = 16


class SelectLine:
    """One of the four select lines, such as a machine.Pin."""

    def __call__(self, level: int) -> None:
        raise NotImplementedError


class Signals:
    """The signal pins."""

    def levels(self) -> int:
        """Return the levels of all pins at one moment; pin n has the weight 1 << n."""
        raise NotImplementedError

    def wait(self, us: int) -> None:
        raise NotImplementedError


class Multiplexers(Inputs):
    def __init__(
        self,
        select: list[SelectLine],
        pins: tuple[int, ...],
        settle_us: int,
        signals: Signals,
    ) -> None:
        self._select = select
        self._steps = _steps(select)
        self._weights = [1 << pin for pin in pins]
        self._mask = sum(self._weights)
        self._settle_us = settle_us
        # Looked up once, because a scan calls them sixteen times.
        self._wait, self._levels = signals.wait, signals.levels
        self._inputs = bytearray(b"\xff" * (CHANNELS // 8 * len(pins)))
        self._seen = [self._mask] * CHANNELS

    def load(self) -> bytearray:
        wait, settle_us = self._wait, self._settle_us
        levels, mask, seen = self._levels, self._mask, self._seen
        # Reset all lines, in case the last scan broke off half-way.
        for line in self._select:
            line(0)
        for line, level, channel in self._steps:
            line(level)
            wait(settle_us)
            found = levels() & mask
            if found != seen[channel]:  # rare: something has moved
                seen[channel] = found
                self._keep(channel, found)
        return self._inputs

    def _keep(self, channel: int, levels: int) -> None:
        at, weight = channel >> 3, 1 << (channel & 7)
        for signal in self._weights:
            if levels & signal:
                self._inputs[at] |= weight
            else:
                self._inputs[at] &= 0xFF ^ weight
            at += CHANNELS // 8


def _steps(select: list[SelectLine]) -> list[tuple[SelectLine, int, int]]:
    """Return for each step from channel 0 on: line, its level, the new channel."""
    steps = [(select[0], 0, 0)]
    for number in range(1, CHANNELS):
        channel = number ^ number >> 1
        before = number - 1 ^ number - 1 >> 1
        changed = [1 << n for n in range(len(select))].index(channel ^ before)
        steps.append((select[changed], channel >> changed & 1, channel))
    return steps
