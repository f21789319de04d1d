"""The parts of a Pico that a test plays: time, sensors, readers, what resets keep.

Lines on the pipe UNDERTOW_HANDS say what happens: `bit N LEVEL`, `tag READER UID`,
`unplug READER`, `break COUNT` (so many scans fail), `pass MS`. Time goes by only while
a `pass` lasts. On standard error it says `waiting` before each line, and tells of its
lamp. A reset ends the program with 3, a bite of the watchdog with 4; the file
UNDERTOW_NOTE keeps what the chip's register keeps.

Multiplexers are wired as UNDERTOW_MULTIPLEXERS says: `2,3,4,5 6,7,8` are the pins of S0
to S3, and the signal of each multiplexer. A line that only the pull-up raises takes
RISE_US for it. Card readers are PN532s, as their manual describes them.
"""

import os
import sys

RESET, BITTEN = 3, 4
CHANNELS = 16
RISE_US = 12
_ACK = b"\x00\x00\xff\x00\xff\x00"

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
    """Let time pass, or wait until hands let it."""
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
        """Pull lines down at once, and let them rise slowly."""
        channel = sum([self._lines[pin] << n for n, pin in enumerate(self._select)])
        has_risen = Played.now_us - self._changed_us >= RISE_US
        for number, pin in enumerate(self._signals):
            if CHANNELS * number + channel in low:
                self._is_high[pin] = False
            elif has_risen:
                self._is_high[pin] = True


signals = PlayedSignals()


def _frame(body: bytes) -> bytes:
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


class Pn532Chip:
    def __init__(self, number: int) -> None:
        self._number = number
        self._is_awake = False
        self._out = b""

    def write(self, data: bytes) -> int:
        if self._number in unplugged:
            return len(data)
        if data[:2] == b"\x55\x55":
            self._is_awake = True
        if self._is_awake:
            start = data.find(b"\x00\x00\xff")
            size = data[start + 3]
            assert (size + data[start + 4]) & 0xFF == 0
            body = data[start + 5 : start + 5 + size]
            assert (sum(body) + data[start + 5 + size]) & 0xFF == 0
            self._out = _ACK + _frame(self._answer(body))
        return len(data)

    def read(self) -> bytes | None:
        out, self._out = self._out, b""
        return out or None

    def _answer(self, body: bytes) -> bytes:
        assert body[0] == 0xD4
        if body[1] == 0x4A:
            uid = tags.get(self._number, b"")
            if not uid:
                return b"\xd5\x4b\x00"
            return b"\xd5\x4b\x01\x01\x00\x44\x00" + bytes((len(uid),)) + uid
        assert body[1] in (0x14, 0x32)
        return bytes((0xD5, body[1] + 1))
