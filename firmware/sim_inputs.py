"""The inputs of a simulated board: what hands hold low, read as the chip reads it.

The firmware's own scan runs, over select lines and signals that are only played.
"""

from firmware.around import Tables
from firmware.multiplexers import CHANNELS, Multiplexers, SelectLine, Signals


class SimInputs(Multiplexers):
    """All of them at rest."""

    def __init__(self, tables: Tables) -> None:
        pins: tuple[int, ...] = getattr(tables, "SIGNALS", ())
        self._played = PlayedSignals(pins)
        select: list[SelectLine] = []
        select.extend(PlayedLine(self._played, line) for line in range(4))
        super().__init__(select, pins, 0, self._played)

    def set(self, bit: int, level: int) -> None:
        """A level of 1 is a pressed switch or a felt magnet, which is a low input."""
        if bit < 0:
            raise ValueError(bit)
        self._played.set(bit, level)


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
