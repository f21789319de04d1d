"""The inputs of a simulated board: what hands hold low, read as the chip reads it.

Behind multiplexers the firmware's own scan runs, over select lines and signals that
are only played. Registers have nothing to run: they give all of it at once.
"""

from firmware.around import Inputs, Tables
from firmware.multiplexers import CHANNELS, Multiplexers, SelectLine, Signals


class SimInputs(Inputs):
    """All of them at rest."""

    def __init__(self, tables: Tables) -> None:
        self._count = tables.DWELL[-1][0] if tables.DWELL else 0
        self._low = bytearray(b"\xff" * ((self._count + 7) // 8))
        pins: tuple[int, ...] = getattr(tables, "SIGNALS", ())
        self._scan: Multiplexers | None = None
        if pins:
            self._played = PlayedSignals(pins)
            select: list[SelectLine] = []
            select.extend(PlayedLine(self._played, line) for line in range(4))
            self._scan = Multiplexers(select, pins, tables.SETTLE_US, self._played)

    def set(self, bit: int, level: int) -> None:
        """A level of 1 is a pressed switch or a felt magnet, which is a low input."""
        if not 0 <= bit < self._count:
            raise ValueError(bit)
        if self._scan:
            self._played.set(bit, level)
            return
        weight = 1 << (bit & 7)
        self._low[bit >> 3] &= 0xFF ^ weight
        self._low[bit >> 3] |= 0 if level else weight

    def load(self) -> bytearray:
        return self._scan.load() if self._scan else self._low


class PlayedSignals(Signals):
    def __init__(self, pins: tuple[int, ...]) -> None:
        self.channel = 0
        self._weights = [1 << pin for pin in pins]
        self._levels = [sum(self._weights)] * CHANNELS

    def set(self, bit: int, level: int) -> None:
        weight = self._weights[bit // CHANNELS]
        channel = bit % CHANNELS
        if level:
            self._levels[channel] &= ~weight
        else:
            self._levels[channel] |= weight

    def levels(self) -> int:
        return self._levels[self.channel]

    def wait(self, us: int) -> None:
        pass  # no line here has a capacity


class PlayedLine(SelectLine):
    def __init__(self, signals: PlayedSignals, number: int) -> None:
        self._signals = signals
        self._weight = 1 << number

    def __call__(self, level: int) -> None:
        if level:
            self._signals.channel |= self._weight
        else:
            self._signals.channel &= ~self._weight
