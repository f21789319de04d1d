"""Stands before MicroPython's own `machine`: a Pico as far as the firmware uses it.

It checks how it is used, too: pins, modes and speeds are those of the wiring.
"""

import sys

from tests.firmware.standin import played_chip
from tests.firmware.standin.played_chip import Played, Pn532Chip, signals

# Of the watchdog's registers, the first that is free; on each chip it lies elsewhere.
_MACHINE = sys.implementation._machine
_NOTE = 0x400D800C if "RP2350" in _MACHINE else 0x4005800C


_LEVELS = 0xD0000004  # of all pins


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(
        self,
        name: int | str,
        mode: int | None = None,
        pull: int | None = None,
        value: int | None = None,
    ) -> None:
        self.name = name
        self.level = value
        if mode == Pin.IN:
            assert pull == Pin.PULL_UP, "nothing else pulls a sensor's line up"
            assert isinstance(name, int)
            signals.fit(name)

    def __call__(self, level: int) -> None:
        if isinstance(self.name, int):
            signals.select(self.name, level)
        if self.name == "LED" and self.level != level:
            sys.stderr.write(f"lamp {level:d}\n")
        self.level = level


def break_scan() -> None:
    if Played.broken_scans:
        Played.broken_scans -= 1
        raise OSError("played")


class UART(Pn532Chip):
    def __init__(
        self, number: int, baudrate: int, tx: Pin, rx: Pin, timeout: int
    ) -> None:
        assert baudrate == 115_200
        assert timeout == 0
        assert (tx.name, rx.name) == ((0, 1), (8, 9))[number]
        super().__init__(number)


class WDT:
    def __init__(self, timeout: int) -> None:
        assert timeout <= 8388  # the chip's watchdog cannot wait longer
        Played.watchdog_ms = timeout
        self.feed()

    def feed(self) -> None:
        Played.fed_ms = Played.now_ms


class Memory:
    def __getitem__(self, address: int) -> int:
        if address == _LEVELS:
            break_scan()
            return signals.levels()
        assert address == _NOTE
        return played_chip.note()

    def __setitem__(self, address: int, value: int) -> None:
        assert address == _NOTE
        assert 0 <= value <= 0xFFFFFFFF
        played_chip.keep(value)


mem32 = Memory()


def unique_id() -> bytes:
    return b"\xe6\x61\x38\x52\x83\x6f\x4b\x21"


def reset() -> None:
    sys.exit(played_chip.RESET)
