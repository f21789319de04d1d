"""The parts of a Pico that a test plays: time, sensors, readers, what resets keep.

Lines on the pipe UNDERTOW_HANDS say what happens: `bit N LEVEL`, `tag READER UID`,
`unplug READER`, `break COUNT` (so many scans fail), `pass MS`. Time goes by only while
a `pass` lasts. On standard error it says `waiting` before each line, and tells of its
lamp. A reset ends the program with 3, a bite of the watchdog with 4; the file
UNDERTOW_NOTE keeps what the chip's register keeps.
"""

import os
import sys

RESET, BITTEN = 3, 4

_HANDS = os.getenv("UNDERTOW_HANDS") or "UNDERTOW_HANDS is not set"
_NOTE = os.getenv("UNDERTOW_NOTE") or "UNDERTOW_NOTE is not set"
_hands = open(_HANDS, "rb")  # noqa: PTH123, SIM115  # MicroPython has no pathlib


class Played:
    """The rest of its state."""

    now_ms = 0
    now_us = 0  # only of waits within a scan
    left_ms = 0  # of a `pass`
    broken_scans = 0
    watchdog_ms = 0  # 0: not started
    fed_ms = 0
    interrupt = 3  # the byte that stops the program: Ctrl-C


low: set[int] = set()  # inputs
tags: dict[int, bytes] = {}  # by reader
unplugged: set[int] = set()  # readers


def sleep_us(us: int) -> None:
    Played.now_us += us


def sleep_ms(ms: int) -> None:
    """Lets time go by, or waits for hands to let it."""
    assert Played.interrupt == -1, "a frame with the byte of Ctrl-C stops the board"
    while Played.left_ms < ms:
        sys.stderr.write("waiting\n")
        line = _hands.readline().decode().split()
        if not line:
            sys.exit(0)
        _obey(line)
    Played.left_ms -= ms
    Played.now_ms += ms
    if Played.watchdog_ms and Played.now_ms - Played.fed_ms > Played.watchdog_ms:
        sys.exit(BITTEN)


def _obey(line: list[str]) -> None:
    what, number = line[0], int(line[1])
    if what == "pass":
        Played.left_ms += number
    elif what == "break":
        Played.broken_scans = number
    elif what == "unplug":
        unplugged.add(number)
    elif what == "tag":
        tags[number] = b"" if line[2] == "-" else bytes.fromhex(line[2])
    elif line[2] == "1":
        low.add(number)
    else:
        low.discard(number)


def note() -> int:
    try:
        with open(_NOTE) as file:  # noqa: PTH123  # MicroPython has no pathlib
            return int(file.read())
    except OSError:
        return 0x12345678  # whatever a register holds when the power comes


def keep(value: int) -> None:
    with open(_NOTE, "w") as file:  # noqa: PTH123  # MicroPython has no pathlib
        file.write(str(value))
