"""The numbered changes that a board still has to send, in a ring buffer.

`bits` and `tags` are the state right after entry `seen`; the ring holds the entries
after that, up to `last`. Together they give the current state and its history.
"""

from firmware.around import passed_ms
from firmware.messages import ahead, bit_entry, tag_entry

ROOM = 256  # entries; a power of two, so that numbers wrap around with the ring
# The board sends no entry further than this past the last acknowledged one. As long as
# two numbers are less than half the circle apart, both ends know which is newer.
WINDOW = 0x4000
_ENTRIES_IN_A_FRAME = 16  # of at most 12 bytes


class Log:
    def __init__(self, bits: bytearray, tags: list[bytes], now_ms: int) -> None:
        """Start from this state, with no entries."""
        self.bits = bytearray(bits)
        self.tags = list(tags)
        self.last = 0
        self.seen = 0
        self.sent = 0  # number of the last entry sent since the last repeat
        self.acknowledged = 0
        self._ring = [b""] * ROOM
        self._bit_ms = now_ms  # time of the last change of a bit

    def bit(self, bit: int, level: int, now_ms: int) -> None:
        self._add(bit_entry(bit, level, passed_ms(now_ms, self._bit_ms)))
        self._bit_ms = now_ms

    def tag(self, reader: int, uid: bytes) -> None:
        self._add(tag_entry(reader, uid))

    def _add(self, entry: bytes) -> None:
        if (self.last - self.seen) & 0xFFFF == ROOM:
            self._fold()
        self.last = (self.last + 1) & 0xFFFF
        self._ring[self.last % ROOM] = entry

    def acknowledge(self, number: int) -> None:
        """Forget the entries up to this one; ignore an impossible number."""
        if ahead(number, self.last) > 0:
            return
        if ahead(number, self.acknowledged) > 0:
            self.acknowledged = number
        while ahead(number, self.seen) > 0:
            self._fold()

    def _fold(self) -> None:
        """Merge the oldest entry into the state."""
        self.seen = (self.seen + 1) & 0xFFFF
        entry = self._ring[self.seen % ROOM]
        if entry[0] >= 0x80:
            self.tags[entry[0] & 0x7F] = entry[2:]
        else:
            at, weight = (entry[0] & 3) << 5 | entry[1] >> 3, 1 << (entry[1] & 7)
            if entry[0] & 0x40:
                self.bits[at] |= weight
            else:
                self.bits[at] &= ~weight
        if ahead(self.seen, self.sent) > 0:
            self.sent = self.seen

    def is_abandoned(self) -> bool:
        """Tell whether no table can know a remaining entry or compare its number."""
        return (self.seen - self.acknowledged) & 0xFFFF >= WINDOW

    def start_epoch(self) -> None:
        """Treat all remaining entries as unsent; they need a new epoch."""
        self.acknowledged = self.sent = self.seen

    def repeat(self) -> None:
        """Queue everything unacknowledged to be sent again."""
        self.sent = self.seen

    def unsent(self) -> tuple[int, int, bytes] | None:
        """Return first number, last number and bytes of the next entries to send."""
        count = min((self.last - self.sent) & 0xFFFF, _ENTRIES_IN_A_FRAME)
        count = min(count, WINDOW - ((self.sent - self.acknowledged) & 0xFFFF))
        if count <= 0:
            return None
        first = self.sent + 1
        entries = [self._ring[n % ROOM] for n in range(first, first + count)]
        return first & 0xFFFF, (self.sent + count) & 0xFFFF, b"".join(entries)
