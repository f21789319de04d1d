"""A board, its line and its clock under the control of a test.

This file runs under CPython and MicroPython.
"""

from firmware.around import Line, Reader, Tables
from firmware.board import Board
from firmware.messages import (
    Changes,
    Message,
    unpack,
)
from firmware.wire import Decoder, frame


def same(found: object, expected: object) -> None:
    assert found == expected, f"{found!r} is not {expected!r}"


class SmallTables(Tables):
    """Eight switches, two bits without a sensor, six Hall sensors, two readers."""

    NAME = "small"
    DWELL = ((8, 10), (10, 0), (16, 150))
    READERS = ("shoe", "play")
    TAG_GONE_MS = 400
    HASH = b"\x01\x02\x03\x04\x05\x06\x07\x08"


class PlayedLine(Line):
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_full = False

    def write(self, data: bytes) -> bool:
        if not self.is_full:
            self.sent.append(data)
        return not self.is_full


class PlayedReader(Reader):
    def __init__(self) -> None:
        self.tag: bytes | None = b""

    def look(self, now_ms: int) -> bytes | None:
        return self.tag


class Played:
    """A board on the bench: press it, let time pass, talk to it."""

    def __init__(self, epoch: int = 77, is_settled: bool = True) -> None:
        self.line = PlayedLine()
        self.shoe, self.play = PlayedReader(), PlayedReader()
        self.inputs = bytearray(b"\xff\xff")
        self.now_ms = 0x3FFFFF00  # the clock goes round during every scenario
        self._decoder = Decoder()
        self._sequence = 0
        self.start(epoch)
        if is_settled:
            self.wait(320)
            self.told()

    def start(self, epoch: int) -> None:
        """Restart as after a power cut; sensors stay unchanged."""
        who = SmallTables(), "E661", epoch, self.line
        self.board = Board(*who, [self.shoe, self.play], self.now_ms)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 2):
            self.now_ms = (self.now_ms + 2) & 0x3FFFFFFF
            self.board.tick(self.now_ms, self.inputs)

    def hold(self, bit: int) -> None:
        self.inputs[bit >> 3] &= 0xFF ^ 1 << (bit & 7)

    def let_go(self, bit: int) -> None:
        self.inputs[bit >> 3] |= 1 << (bit & 7)

    def press(self, bit: int) -> None:
        self.hold(bit)
        self.wait(20)
        self.let_go(bit)
        self.wait(20)

    def say(self, message: Message) -> None:
        self.board.receive(self.now_ms, frame(self._sequence, message.pack()))
        self._sequence = (self._sequence + 1) & 0xFF

    def told(self) -> list[Message]:
        """Return what the board has sent since the last call."""
        raw, self.line.sent = b"".join(self.line.sent), []
        messages = [unpack(message) for message in self._decoder.feed(raw)]
        assert None not in messages, raw
        return [message for message in messages if message is not None]

    def changes(self) -> list[tuple[int, int, bytes | None]]:
        """Return the entries that it has sent since the last call, without times."""
        told = [m for m in self.told() if isinstance(m, Changes)]
        return [entry[:3] for changes in told for entry in changes.split()]
