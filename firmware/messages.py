"""The messages between a sensor board and the table, and how nothing gets lost.

A board writes every change (a bit, a tag) into a log. Entries are numbered 1, 2, 3… (16
bits, wrapping through 0) and stay in a ring until the table has `Seen` them. Without an
acknowledgement the board sends them again, starting with the oldest. `State` is the
state *before* the oldest entry in the ring, never the current one. State and the
entries after it tell the whole story, so the table learns of a tile that was pressed
and released during a gap, once and in order. If the ring overflows, the oldest entry is
folded into the State. That keeps its level, and only then can the table miss a press.

All numbers are valid within one `epoch` of 30 random bits, which a board draws when it
starts: enough that no two starts draw the same, few enough for the chip's small ints.
If no acknowledgement comes for `log.WINDOW` entries, the log continues in the next
epoch, so that it is always clear which of two numbers is newer.

The table's end:

1. Sends `AskHello` with a new nonce, and repeats it every half second until the `Hello`
   with that nonce comes. Any other Hello, or a wrong epoch, changes nothing; it is only
   a reason to ask if no question is open. So a late Hello cannot bring back an old
   epoch, and an answer never causes more questions.
2. For a new epoch, sends `AskState` until a State of that epoch comes, and takes over
   its bits and tags (a difference is a reading) and its number. On the first Hello
   after a start of the program, entries up to `Hello.last` are history: it applies them
   and reports only the resulting difference.
3. `Changes`: skips known entries, applies the rest, handles them, and only then answers
   `Seen`, so that a crash in between loses nothing. If entries are missing before the
   first, it sends AskState.
4. `State`: answers `Seen` with its number, because the board keeps nothing before it.
   It ignores a State older than the number it has reached, and takes over a newer one
   as in 2, because the board had to fold entries.
5. `Heartbeat`, every few seconds: answers Seen. If `last` is beyond the number it has
   reached, the Changes are on their way; the board repeats them by itself.

`ahead(a, b)` compares numbers around the circle. Any message may come twice or late.
This file runs unchanged under CPython and MicroPython.
"""

import struct

PROTOCOL = 2  # the only version that a board uses and a table reads
EMPTY = b""  # the uid when there is no tag
LONGEST_MS = 0xFFFF
_BIT = 0x20


class Message:
    """A message; two are equal if their bytes are. `pack` and `unpack` are inverses."""

    code = 0
    layout = ">B"  # with the code

    def pack(self) -> bytes:
        return struct.pack(self.layout, self.code, *self.fields())

    def fields(self) -> tuple[int, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        fields = [f"{k}={v!r}" for k, v in sorted(self.__dict__.items())]
        return f"{type(self).__name__}({', '.join(fields)})"


# From the board


class Hello(Message):
    """The board's identity. Its layout never changes; `protocol` governs the rest."""

    code = 0x01

    def __init__(
        self,
        nonce: int,  # of the AskHello that this answers, or 0
        epoch: int,
        last: int,  # number of the newest entry in the log
        version: tuple[int, int, int],
        tables: bytes,  # 8 bytes: the hash of the generated tables
        name: str,  # of the board, as in the board map: "depth"
        serial: str,  # of the chip, as its USB plug reports it
        protocol: int = PROTOCOL,
    ) -> None:
        self.nonce = nonce
        self.epoch = epoch
        self.last = last
        self.version = version
        self.tables = tables
        self.name = name
        self.serial = serial
        self.protocol = protocol

    def pack(self) -> bytes:
        name, serial = self.name.encode(), self.serial.encode()
        numbers = (self.nonce, self.epoch, self.last)
        head = struct.pack(">BBHIHBBB", 1, self.protocol, *numbers, *self.version)
        return head + self.tables + short(name) + short(serial)


class State(Message):
    """Bits and tags as they were right after entry `number`."""

    code = 0x02

    def __init__(
        self,
        epoch: int,
        number: int,
        count: int,  # of bits
        bits: bytes,  # bit n is in byte n // 8 with the weight 1 << n % 8; 1 = pressed
        tags: tuple[bytes, ...],  # by reader; EMPTY where no tag lies
    ) -> None:
        self.epoch = epoch
        self.number = number
        self.count = count
        self.bits = bits
        self.tags = tags

    def pack(self) -> bytes:
        sizes = self.count, len(self.tags)
        head = struct.pack(">BIHHB", 2, self.epoch, self.number, *sizes)
        return head + self.bits + b"".join([short(tag) for tag in self.tags])

    def level(self, bit: int) -> int:
        return self.bits[bit >> 3] >> (bit & 7) & 1


class Changes(Message):
    """Consecutive entries of the log, starting with number `first`."""

    code = 0x03

    def __init__(self, epoch: int, first: int, entries: bytes) -> None:
        """Create a message; `bit_entry` and `tag_entry` encode its entries."""
        self.epoch = epoch
        self.first = first
        self.entries = entries

    def pack(self) -> bytes:
        return struct.pack(">BIH", 3, self.epoch, self.first) + self.entries

    def split(self) -> list[tuple[int, int, bytes | None, int]]:
        """Return (bit, level, None, since_ms) or (reader, 0, uid, 0) for each entry.

        `since_ms` is the time since the previous bit; the uid EMPTY means that the tag
        is gone.
        """
        return split_entries(self.entries) or []


class Heartbeat(Message):
    code = 0x04
    layout = ">BIHB"

    def __init__(self, epoch: int, last: int, faults: int) -> None:
        """Create a heartbeat; bit n of `faults` means that reader n does not answer."""
        self.epoch = epoch
        self.last = last
        self.faults = faults

    def fields(self) -> tuple[int, ...]:
        return self.epoch, self.last, self.faults


# From the table


class AskHello(Message):
    code = 0x41
    layout = ">BH"

    def __init__(self, nonce: int) -> None:
        """Create a question; `nonce` is 1 to 65535, and new each time."""
        self.nonce = nonce

    def fields(self) -> tuple[int, ...]:
        return (self.nonce,)


class Command(Message):
    """A command; a board answers one from another epoch only with a Hello."""

    layout = ">BI"

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch

    def fields(self) -> tuple[int, ...]:
        return (self.epoch,)


class AskState(Command):
    """A question; the answer is State and all Changes after it."""

    code = 0x42


class Seen(Command):
    """Acknowledgement of every entry up to this number; also the sign of life."""

    code = 0x43
    layout = ">BIH"

    def __init__(self, epoch: int, number: int) -> None:
        self.epoch = epoch
        self.number = number

    def fields(self) -> tuple[int, ...]:
        return self.epoch, self.number


class Update(Command):
    """Order to restart without the program and wait for new files."""

    code = 0x47


def bit_entry(bit: int, level: int, since_ms: int) -> bytes:
    """Return 0L1000BB BBBBBBBB (level, number), and the time since the previous bit."""
    head = level << 6 | _BIT | bit >> 8
    since_ms = min(since_ms, LONGEST_MS)
    return bytes((head, bit & 0xFF, since_ms >> 8, since_ms & 0xFF))


def tag_entry(reader: int, uid: bytes) -> bytes:
    """Return 1RRRRRRR (the reader) and the uid after its length."""
    return bytes((0x80 | reader,)) + short(uid)


def split_entries(data: bytes) -> list[tuple[int, int, bytes | None, int]] | None:
    """Return (bit, level, None, since_ms) or (reader, 0, uid, 0) for each entry."""
    entries: list[tuple[int, int, bytes | None, int]] = []
    at = 0
    while at + 1 < len(data):
        head, low = data[at], data[at + 1]
        at += 2
        if head >= 0x80:
            entries.append((head & 0x7F, 0, data[at : at + low], 0))
            at += low
        elif head & 0x3C != _BIT or at + 2 > len(data):
            return None
        else:
            since_ms = data[at] << 8 | data[at + 1]
            at += 2
            entries.append(((head & 3) << 8 | low, head >> 6, None, since_ms))
    return entries if at == len(data) else None


def short(data: bytes) -> bytes:
    """Return a byte string of up to 255 bytes, prefixed with its length."""
    return bytes((len(data),)) + data


def shorts(data: bytes, count: int) -> list[bytes] | None:
    """Return `count` byte strings, or None if the data is not exactly that."""
    found = []
    at = 0
    for _ in range(count):
        if at >= len(data):
            return None
        end = at + 1 + data[at]
        found.append(data[at + 1 : end])
        at = end
    return found if at == len(data) else None


def ahead(a: int, b: int) -> int:
    """Return how much newer number a is than b; negative if a is older."""
    return ((a - b + 0x8000) & 0xFFFF) - 0x8000


def unpack(data: bytes) -> Message | None:
    """Return the message in these bytes, or None; never raise."""
    if not data:
        return None
    kind = _BY_CODE.get(data[0])
    if kind is None:
        read = _REPORTS.get(data[0])
        return read(data) if read else None
    if len(data) != struct.calcsize(kind.layout):
        return None
    return kind(*struct.unpack(kind.layout, data)[1:])


_BY_CODE = {kind.code: kind for kind in (AskHello, AskState, Seen, Update, Heartbeat)}


def _hello(data: bytes) -> Hello | None:
    words = shorts(data[21:], 2)
    if words is None or any(b < 32 or b > 126 for word in words for b in word):
        return None
    _, protocol, nonce, epoch, last, *version = struct.unpack(">BBHIHBBB", data[:13])
    name, serial = words[0].decode(), words[1].decode()
    first, second, third = version
    who = (first, second, third), data[13:21], name, serial
    return Hello(nonce, epoch, last, *who, protocol=protocol)


def _state(data: bytes) -> State | None:
    if len(data) < 10:
        return None
    _, epoch, number, count, readers = struct.unpack(">BIHHB", data[:10])
    end = 10 + (count + 7 >> 3)
    tags = shorts(data[end:], readers)
    if len(data) < end or tags is None:
        return None
    return State(epoch, number, count, data[10:end], tuple(tags))


def _changes(data: bytes) -> Changes | None:
    if len(data) < 9 or split_entries(data[7:]) is None:
        return None
    _, epoch, first = struct.unpack(">BIH", data[:7])
    return Changes(epoch, first, data[7:])


_REPORTS = {
    Hello.code: _hello,
    State.code: _state,
    Changes.code: _changes,
}
