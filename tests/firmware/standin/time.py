"""Stands before MicroPython's own `time`: the test plays it."""

from tests.firmware.standin.played_chip import Played
from tests.firmware.standin.played_chip import sleep_ms as sleep_ms
from tests.firmware.standin.played_chip import sleep_us as sleep_us


def ticks_ms() -> int:
    return Played.now_ms
