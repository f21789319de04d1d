"""Entries of a board's log: a changed bit, or a tag.

A bit is 0L1000BB BBBBBBBB, level and number, then two bytes with the milliseconds since
the bit before it (65535: that many or more). Without that 1, as in protocol 1, there
are only the first two bytes. A tag is 1RRRRRRR, the reader's number, then the length of
its uid and the uid; length 0 means that the tag was removed.
"""

LONGEST_MS = 0xFFFF
_IS_TIMED = 0x20


def bit_entry(bit: int, level: int, since_ms: int | None = None) -> bytes:
    """Return a bit's entry; without the time since the last bit, as in protocol 1."""
    head = level << 6 | bit >> 8
    if since_ms is None:
        return bytes((head, bit & 0xFF))
    since_ms = min(since_ms, LONGEST_MS)
    return bytes((head | _IS_TIMED, bit & 0xFF, since_ms >> 8, since_ms & 0xFF))


def tag_entry(reader: int, uid: bytes) -> bytes:
    return bytes((0x80 | reader,)) + short(uid)


def split_entries(
    data: bytes,
) -> list[tuple[int, int, bytes | None, int | None]] | None:
    """Return (bit, level, None, since_ms) or (reader, 0, uid, None) for each entry."""
    entries: list[tuple[int, int, bytes | None, int | None]] = []
    at = 0
    while at + 1 < len(data):
        head, low = data[at], data[at + 1]
        at += 2
        if head >= 0x80:
            entries.append((head & 0x7F, 0, data[at : at + low], None))
            at += low
        elif head & 0x1C or (head & _IS_TIMED and at + 2 > len(data)):
            return None
        else:
            since_ms = None
            if head & _IS_TIMED:
                since_ms = data[at] << 8 | data[at + 1]
                at += 2
            entries.append(((head & 3) << 8 | low, head >> 6, None, since_ms))
    return entries if at == len(data) else None


def short(data: bytes) -> bytes:
    """Return up to 255 bytes after their length."""
    return bytes((len(data),)) + data


def shorts(data: bytes, count: int) -> list[bytes] | None:
    """Return `count` byte strings, or None if the data does not hold just these."""
    found = []
    at = 0
    for _ in range(count):
        if at >= len(data):
            return None
        end = at + 1 + data[at]
        found.append(data[at + 1 : end])
        at = end
    return found if at == len(data) else None
