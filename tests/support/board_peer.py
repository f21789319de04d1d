"""A scripted board, which sends what a test tells it to."""

from firmware.board import VERSION
from firmware.messages import (
    PROTOCOL,
    Changes,
    Heartbeat,
    Hello,
    Message,
    State,
    bit_entry,
    unpack,
)
from firmware.wire import Decoder, frame
from hardware.backend import LineLost, OnData, OnLost, Plugs
from hardware.boards.link import Identity, Link
from hardware.boards.sensors import Sensors
from hardware.parts.registry import Parts
from hardware.readings import Reading
from wiring.boardmap import Sensor, SensorBoard

TABLES = b"tables!!"
ROW = SensorBoard(
    "mixed",
    "E66138",
    (
        Sensor("switch", "tile:0,0"),
        Sensor("switch", "tile:0,1"),
        Sensor("hall", "depth:0:0"),
        Sensor("hall", "depth:0:1"),
        None,
    ),
    ("shoe", "play"),
)
EPOCH = 77
NONCE = 0x1004  # the link counts up from it


def hello(
    nonce: int,
    *,
    epoch: int = EPOCH,
    last: int = 0,
    version: tuple[int, int, int] = VERSION,
    tables: bytes = TABLES,
    name: str = ROW.name,
    protocol: int = PROTOCOL,
    serial: str = ROW.usb_serial,
) -> Hello:
    who = version, tables, name, serial
    return Hello(nonce, epoch, last, *who, protocol=protocol)


def state(
    *bits: int,
    number: int = 0,
    epoch: int = EPOCH,
    tags: tuple[bytes, ...] = (b"", b""),
) -> State:
    """Make a state in which these bits are on."""
    levels = sum(1 << bit for bit in bits)
    return State(epoch, number, len(ROW.sensors), bytes((levels,)), tags)


def changes(first: int, *entries: bytes, epoch: int = EPOCH) -> Changes:
    return Changes(epoch, first, b"".join(entries))


def down(bit: int, since_ms: int = 1000) -> bytes:
    return bit_entry(bit, 1, since_ms)


def up(bit: int, since_ms: int = 1000) -> bytes:
    return bit_entry(bit, 0, since_ms)


class Conversation:
    """A link, the time, and everything sent over its line."""

    def __init__(self, row: SensorBoard = ROW, nonce: int = NONCE) -> None:
        self.now = 100.0
        self.parts = Parts()
        expected = Identity(VERSION, TABLES, row.usb_serial)
        self.link = Link(row.name, expected, Sensors(row, self.parts), nonce)
        self.read: list[Reading] = []
        self._decoder = Decoder()
        self._sequence = 0

    def asked(self) -> list[Message]:
        """Return what the link has sent since the last call."""
        messages = [unpack(raw) for raw in self._decoder.feed(self.link.outgoing())]
        assert None not in messages
        return [message for message in messages if message]

    def says(self, *messages: Message) -> list[Reading]:
        """Send messages of the board and return the readings they cause."""
        data = b""
        for message in messages:
            data += frame(self._sequence, message.pack())
            self._sequence = (self._sequence + 1) & 0xFF
        return self.hears(data)

    def hears(self, data: bytes) -> list[Reading]:
        told = self.link.feed(data, self.now)
        self.read += told
        self.link.handled()
        return told

    def wait(self, seconds: float) -> list[Reading]:
        """Let time pass, and wake the link whenever it wants to be woken."""
        end = self.now + seconds
        told: list[Reading] = []
        while (at := self.link.wake_at) is not None and at <= end:
            self.now = max(self.now, at)
            told += self.link.tick(self.now)
            if self.link.failure:
                break
        self.now = end
        self.read += told
        return told

    def keep_alive(self, seconds: float) -> None:
        """Let time pass while the board sends its heartbeats."""
        end = self.now + seconds
        while self.now < end:
            self.wait(min(5.0, end - self.now))
            self.says(Heartbeat(EPOCH, 0, 0))

    def open(self) -> int:
        """Open the port and return the nonce that the link asks with."""
        self.link.opened(self.now)
        (ask,) = self.asked()
        return int(ask.nonce)  # type: ignore[attr-defined]

    def go_live(self, *bits: int, epoch: int = EPOCH, number: int = 0) -> list[Reading]:
        """Start as usual, with these bits on."""
        nonce = self.open()
        self.says(hello(nonce, epoch=epoch, last=number))
        told = self.says(state(*bits, epoch=epoch, number=number))
        assert self.link.stage == "live"
        self.asked()
        return told


class FakeLine:
    def __init__(self, on_data: OnData, on_lost: OnLost) -> None:
        self.on_data = on_data
        self.on_lost = on_lost
        self.sent = b""
        self.is_open = True
        self.is_broken = False

    def send(self, data: bytes) -> None:
        assert self.is_open
        if self.is_broken:
            raise LineLost("Input/output error")
        self.sent += data

    def close(self) -> None:
        self.is_open = False


class FakePorts:
    def __init__(self) -> None:
        self.plugged: dict[str, str] = {}
        self.twins: list[tuple[str, str]] = []  # plugged in as well
        self.refuses: str | None = None
        self.looks = 0
        self.opened: list[tuple[str, FakeLine]] = []

    def find(self) -> Plugs:
        self.looks += 1
        return [*self.plugged.items(), *self.twins]

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> FakeLine:
        if self.refuses:
            raise LineLost(self.refuses)
        line = FakeLine(on_data, on_lost)
        self.opened.append((name, line))
        return line
