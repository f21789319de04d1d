"""A PN532 reader over a played serial line; `test_micropython` runs this file, too."""

from firmware.around import Bus
from firmware.pn532 import Pn532, frame, uid_in
from tests.firmware.played import same

ACK = b"\x00\x00\xff\x00\xff\x00"
CARD = b"\x04\xa1\xb2\xc3\xd4\xe5\x80"
SAM = b"\x00\x00\xff\x05\xfb\xd4\x14\x01\x00\x00\x17\x00"
RETRIES = b"\x00\x00\xff\x06\xfa\xd4\x32\x05\xff\x01\x01\xf4\x00"
LIST = b"\x00\x00\xff\x04\xfc\xd4\x4a\x01\x00\xe1\x00"


def answer(body: bytes) -> bytes:
    return frame(b"\xd5" + body)


def found(uid: bytes) -> bytes:
    """Return one tag: number, two bytes of ATQA, SAK, then the uid after its length."""
    return answer(b"\x4b\x01\x01\x00\x44\x00" + bytes((len(uid),)) + uid)


class PlayedBus(Bus):
    """A bus that delivers prepared bytes, one piece a look."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.pieces: list[bytes] = []

    def write(self, data: bytes) -> int | None:
        self.asked.append(data)
        return len(data)

    def read(self) -> bytes | None:
        return self.pieces.pop(0) if self.pieces else None


class Bench:
    def __init__(self) -> None:
        self.bus = PlayedBus()
        self.reader = Pn532(self.bus, 400)
        self.now_ms = 0x3FFFFFF0  # the clock goes round in every test

    def look(self, ms: int = 10) -> bytes | None:
        tag = self.reader.look(self.now_ms)
        self.now_ms = (self.now_ms + ms) & 0x3FFFFFFF
        return tag

    def asked(self) -> list[bytes]:
        asked, self.bus.asked = self.bus.asked, []
        return asked

    def say(self, *pieces: bytes) -> None:
        self.bus.pieces.extend(pieces)

    def poll(self, says: bytes) -> bytes | None:
        """Wait until it asks for tags again, then give this answer."""
        while LIST not in self.asked():
            self.look()
        self.say(ACK + says)
        return self.look()


def awake() -> Bench:
    """Return a reader that is set up and asks for tags."""
    bench = Bench()
    bench.look()
    bench.say(ACK + answer(b"\x15"), ACK + answer(b"\x33"))
    bench.look()
    bench.look()
    return bench


def test_a_reader_is_woken_set_up_and_asked() -> None:
    bench = Bench()
    same(bench.look(), None)
    same(bench.asked(), [b"\x55\x55" + bytes(14) + SAM])
    bench.say(ACK, answer(b"\x15"))
    bench.look()
    same(bench.asked(), [])
    bench.look()
    same(bench.asked(), [RETRIES])
    bench.say(ACK + answer(b"\x33"))
    bench.look()
    bench.look(100)
    bench.look()
    same(bench.asked(), [LIST])


def test_an_answer_may_come_in_pieces() -> None:
    bench = awake()
    while LIST not in bench.asked():
        bench.look()
    bytes_needed = (ACK + found(CARD))[:-1]  # the last is only there to end on a zero
    for byte in bytes_needed:
        bench.say(bytes((byte,)))
    for _ in bytes_needed[1:]:
        same(bench.look(1), None)
    same(bench.look(), CARD)


def test_a_tag_that_stays_away_is_gone() -> None:
    bench = awake()
    bench.poll(found(CARD))
    tags = [bench.poll(answer(b"\x4b\x00")) for _ in range(5)]
    same(tags[0], CARD)
    same(tags[-1], b"")


def test_a_silent_reader_is_named_and_woken_again() -> None:
    bench = awake()
    bench.poll(found(CARD))
    for _ in range(70):
        bench.look()
    same(bench.reader.is_silent, True)
    same(bench.look(), None)
    assert bench.asked()[-1].endswith(SAM)
    bench.say(ACK + answer(b"\x15"))
    bench.look()
    same(bench.reader.is_silent, False)


def test_noise_before_and_between_frames_does_no_harm() -> None:
    bench = awake()
    noise = b"\x00\xff\x07\x00\x00\xff\x05\xfb\xd5"
    same(bench.poll(b"\x00\xff\x00" + ACK + found(CARD)), CARD)
    bench.poll(noise)
    for _ in range(60):
        bench.look()
    same(bench.look(), None)


def test_a_broken_checksum_is_no_tag() -> None:
    for at in range(3, len(found(CARD)) - 1):
        bench = awake()
        bench.poll(answer(b"\x4b\x00"))
        spoilt = bytearray(found(CARD))
        spoilt[at] ^= 0x10
        same(bench.poll(bytes(spoilt)), b"")


def test_endless_noise_takes_no_memory() -> None:
    bench = awake()
    for _ in range(100):
        bench.say(b"\x00\xff\xfe\x02" * 50)
        bench.look(1)
        assert len(bench.reader.came) <= 64


def test_a_uid_has_four_seven_or_ten_bytes() -> None:
    for size in range(12):
        body = b"\x4b\x01\x01\x00\x44\x00" + bytes((size,)) + b"\x09" * size
        same(uid_in(body), b"\x09" * size if size in (4, 7, 10) else b"")
    same(uid_in(b"\x4b\x01\x01\x00\x44\x00\x07\x01\x02"), b"")
    same(uid_in(b"\x4b"), b"")
