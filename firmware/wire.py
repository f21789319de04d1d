"""Frames on the line between a sensor board and the table, for both of its ends.

A frame is COBS(sequence number, message, CRC-16) and a zero byte. Zero bytes occur
nowhere else, so a late or disturbed reader is back in sync at the next one.
The CRC is sent complemented: a plain CRC does not detect zeros after itself, such as
the one that a last zero corrupted into 01 adds.
The sequence number counts a sender's frames from 0 to 255 and wraps around; it only
measures the quality of the line. Entries have their own numbers: see `messages`.

This file runs unchanged under CPython and MicroPython and imports nothing else of ours.
"""

try:  # in C, several times faster; MicroPython lacks it
    from binascii import crc_hqx
except ImportError:
    # The signature differs for mypy, because MicroPython has no "/" in one.
    from array import array

    def _row(byte: int) -> int:
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
        return crc & 0xFFFF

    _TABLE = array("H", [_row(byte) for byte in range(256)])

    def crc_hqx(data: bytes | bytearray, crc: int) -> int:  # type: ignore[misc]
        for byte in data:
            crc = ((crc << 8) & 0xFFFF) ^ _TABLE[(crc >> 8) ^ byte]
        return crc


# Even with sequence number and CRC, no run of non-zero bytes reaches 254. So COBS's
# long block (code 255) never occurs, and encoder and decoder are a few lines each.
LONGEST_MESSAGE = 250
LONGEST_FRAME = LONGEST_MESSAGE + 4  # sequence number, CRC, first COBS code; no zero

_INTACT = 0x1D0F  # the remainder of data with its complemented CRC


def crc16(data: bytes | bytearray) -> int:
    """Return the data's CRC-16/CCITT-FALSE."""
    return crc_hqx(data, 0xFFFF)


def frame(sequence: int, message: bytes) -> bytes:
    """Return the bytes to send for a message of at most LONGEST_MESSAGE bytes."""
    size = len(message) + 1
    if size > LONGEST_MESSAGE + 1:
        raise ValueError(f"a message of {size - 1} bytes does not fit a frame")
    out = bytearray(size + 4)
    out[1] = sequence & 0xFF
    out[2 : size + 1] = message
    crc = crc16(out[1 : size + 1]) ^ 0xFFFF
    out[size + 1] = crc >> 8
    out[size + 2] = crc & 0xFF
    code = 0  # position of the distance to the next zero
    for at in range(1, size + 4):
        if out[at] == 0:
            out[code] = at - code
            code = at
    return bytes(out)


class Decoder:
    """Decodes arbitrary bytes into whole messages.

    It keeps at most LONGEST_FRAME bytes, never raises, and counts what it drops:
    `bad_cobs` and `bad_crc` frames, `too_long` ones, `gaps` (frames that the other end
    sent and that never came) and `repeats` (frames that came twice or too late).
    """

    def __init__(self) -> None:
        self.bad_cobs = 0
        self.bad_crc = 0
        self.too_long = 0
        self.gaps = 0
        self.repeats = 0
        self.rest = b""  # bytes since the last zero
        self._skipping = False  # the frame is too long: drop the rest
        self._expected = -1

    def feed(self, data: bytes) -> list[bytes]:
        """Return the messages that these bytes complete, in the order of the line."""
        frames = data.split(b"\0")
        if self.rest or self._skipping:
            self._join(frames)
        rest = frames.pop()
        if rest:
            self._keep(rest)
        messages = []
        for raw in frames:
            if not raw:  # two zeros in a row are just a new start, not a frame
                continue
            size = len(raw)
            # A frame is at least a code, a number, one byte of message and the CRC.
            if not 5 <= size <= LONGEST_FRAME:
                self._refuse(size)
                continue
            at = raw[0]
            out = raw[1:at]
            while at < size:  # each code is the distance to the next zero
                code = raw[at]
                out += b"\0" + raw[at + 1 : at + code]
                at += code
            if at != size:
                self.bad_cobs += 1
            elif crc_hqx(out, 0xFFFF) != _INTACT:
                self.bad_crc += 1
            else:
                if out[0] != self._expected:
                    self._count(out[0])
                self._expected = (out[0] + 1) & 0xFF
                messages.append(out[1:-2])
        return messages

    def _join(self, frames: list[bytes]) -> None:
        """Put the bytes left over from the last call before the first frame."""
        if not self._skipping:
            frames[0] = self.rest + frames[0]
        else:
            self._skipping = len(frames) == 1
            frames[0] = b""
        self.rest = b""

    def _keep(self, rest: bytes) -> None:
        if len(rest) > LONGEST_FRAME:
            self.too_long += 1
            self._skipping = True
        else:
            self.rest = rest

    def _refuse(self, size: int) -> None:
        if size > LONGEST_FRAME:
            self.too_long += 1
        else:
            self.bad_cobs += 1

    def _count(self, sequence: int) -> None:
        if self._expected >= 0:
            ahead = (sequence - self._expected) & 0xFF
            if ahead < 128:
                self.gaps += ahead
            else:
                self.repeats += 1
