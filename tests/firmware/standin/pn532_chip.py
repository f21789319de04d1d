"""A PN532 on a serial line, as its manual describes it, with a played tag."""

from tests.firmware.standin import played_chip

_ACK = b"\x00\x00\xff\x00\xff\x00"


def _frame(body: bytes) -> bytes:
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


class Pn532Chip:
    def __init__(self, number: int) -> None:
        self._number = number
        self._is_awake = False
        self._out = b""

    def write(self, data: bytes) -> int:
        if self._number in played_chip.unplugged:
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
            uid = played_chip.tags.get(self._number, b"")
            if not uid:
                return b"\xd5\x4b\x00"
            return b"\xd5\x4b\x01\x01\x00\x44\x00" + bytes((len(uid),)) + uid
        assert body[1] in (0x14, 0x32)
        return bytes((0xD5, body[1] + 1))
