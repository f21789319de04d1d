"""Stands before MicroPython's own `machine`: a Pico with nothing on its pins.

The file UNDERTOW_NOTE keeps what a register of the watchdog keeps over a reset. A reset
ends the program with 3.
"""

import os
import sys

RESET = 3
_NOTE = os.getenv("UNDERTOW_NOTE") or "UNDERTOW_NOTE is not set"
_IS_PICO_2 = "RP2350" in (os.getenv("UNDERTOW_CHIP") or "")
_WATCHDOG = 0x400D8000 if _IS_PICO_2 else 0x40058000
_KEPT = _WATCHDOG + 0x0C
_CLEAR_WATCHDOG = _WATCHDOG + 0x3000
_LEVELS = 0xD0000004  # of all pins, which nobody pulls down


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

    def __call__(self, level: int) -> None:
        pass


class WDT:
    runs = False

    def __init__(self, timeout: int) -> None:
        WDT.runs = True

    def feed(self) -> None:
        pass


class Memory:
    def __getitem__(self, address: int) -> int:
        if address == _LEVELS:
            return 0xFFFFFFFF
        assert address == _KEPT
        try:
            with open(_NOTE) as file:  # noqa: PTH123  # MicroPython has no pathlib
                return int(file.read())
        except OSError:
            return 0x12345678

    def __setitem__(self, address: int, value: int) -> None:
        if address == _CLEAR_WATCHDOG:
            assert value == 1 << 30
            WDT.runs = False
            return
        assert address == _KEPT
        with open(_NOTE, "w") as file:  # noqa: PTH123  # MicroPython has no pathlib
            file.write(str(value))


mem32 = Memory()


def unique_id() -> bytes:
    return bytes.fromhex(os.getenv("UNDERTOW_SERIAL") or "")


def reset() -> None:
    sys.exit(RESET)
