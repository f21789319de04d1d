"""How one entry of a board's log is written: a bit that changed, or a tag.

A bit is two bytes, 0L0000BB BBBBBBBB: level and number. A tag is 1RRRRRRR, the reader's
number, then the length of its uid and the uid; length 0 means that the tag is gone.
"""


def bit_entry(bit: int, level: int) -> bytes:
    return bytes((level << 6 | bit >> 8, bit & 0xFF))


def tag_entry(reader: int, uid: bytes) -> bytes:
    return bytes((0x80 | reader,)) + short(uid)


def split_entries(data: bytes) -> list[tuple[int, int, bytes | None]] | None:
    """Each as (bit, level, None) or (reader, 0, uid); None: no entries."""
    entries: list[tuple[int, int, bytes | None]] = []
    at = 0
    while at + 1 < len(data):
        head, low = data[at], data[at + 1]
        at += 2
        if head >= 0x80:
            entries.append((head & 0x7F, 0, data[at : at + low]))
            at += low
        elif head & 0x3C:
            return None
        else:
            entries.append(((head & 3) << 8 | low, head >> 6, None))
    return entries if at == len(data) else None


def short(data: bytes) -> bytes:
    """Up to 255 bytes after their length."""
    return bytes((len(data),)) + data


def shorts(data: bytes, count: int) -> list[bytes] | None:
    """So many byte strings, each after its length, and nothing after them."""
    found = []
    at = 0
    for _ in range(count):
        if at >= len(data):
            return None
        end = at + 1 + data[at]
        found.append(data[at + 1 : end])
        at = end
    return found if at == len(data) else None
