"""Inputs behind 16-channel multiplexers (CD74HC4067), all read in parallel.

Each multiplexer has its own signal pin; all share four select lines. Bit n of the board
is channel n % 16 of multiplexer n // 16.

A scan goes through the channels in Gray code (0, 1, 3, 2, 6, 7, 5, 4, 12 …), so only
one select line changes from each channel to the next, and from the last to the first.
Each step writes a single line, and the signal never picks up the level of a third
channel on the way.

The scan waits after each change. A sensor at rest releases the line, and only the
chip's pull-up R charges the capacitance C of the cable, the multiplexer and the
sensor's wire. From 0 V, the line counts as high after t = R · C · ln(V / (V - VIH)).
`undertow wiring` calculates that time and refuses a map with a shorter wait.
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
        """Return the levels of all pins at once; pin n has the weight 1 << n."""
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
        # Look these up once, because a scan calls them sixteen times.
        self._wait, self._levels = signals.wait, signals.levels
        self._inputs = bytearray(b"\xff" * (CHANNELS // 8 * len(pins)))
        self._seen = [self._mask] * CHANNELS

    def load(self) -> bytearray:
        wait, settle_us = self._wait, self._settle_us
        levels, mask, seen = self._levels, self._mask, self._seen
        # Reset all lines, in case the last scan was interrupted.
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
    """Return line, level and new channel of each step, starting at channel 0."""
    steps = [(select[0], 0, 0)]
    for number in range(1, CHANNELS):
        channel = number ^ number >> 1
        before = number - 1 ^ number - 1 >> 1
        changed = [1 << n for n in range(len(select))].index(channel ^ before)
        steps.append((select[changed], channel >> changed & 1, channel))
    return steps
