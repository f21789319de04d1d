"""Sends arbitrary bytes into the table's end of the wire.

An input is looked at in two ways: as what stands on the line, and as messages in sound
frames, each after its length. No CRC protects against the second, so there only
exceptions and lost counts are wrong. `tests/golden/boards.hex` has inputs that together
reach every line that such inputs can reach.
"""

from collections.abc import Iterator
from random import Random

from firmware.messages import Changes, Heartbeat, Message, bit_entry, tag_entry
from firmware.wire import LONGEST_MESSAGE, frame
from tests.support import ROOT
from tests.support.board_peer import EPOCH, NONCE, Conversation, hello, state

CORPUS = ROOT / "tests/golden/boards.hex"  # one input a line
ASKED = NONCE + 1  # that a link asks with first
# What a board says in a good conversation, and in some that are not so good.
SEEDS: list[Message] = [
    hello(ASKED),
    hello(ASKED, name="grid"),
    hello(ASKED, version=(0, 9, 0)),
    hello(ASKED, serial="E66139"),
    hello(ASKED, last=3, protocol=1),
    hello(ASKED, last=3, protocol=3),
    state(0, 2, tags=(b"\x04\xa1", b"")),
    state(1, number=9),
    Changes(EPOCH, 1, bit_entry(0, 1, 9) + bit_entry(0, 0, 9) + tag_entry(1, b"\x04")),
    Changes(
        EPOCH, 10, bit_entry(3, 1, 9) + bit_entry(3, 0, 70) + bit_entry(0, 1, 99999)
    ),
    Heartbeat(EPOCH, 4, 3),
]


def look_at(data: bytes) -> None:
    """Raise whatever is wrong with the result of these bytes."""
    on_the_line(data)
    in_sound_frames(data)


def on_the_line(data: bytes) -> None:
    """Send the bytes at each stage of a link, which goes on and tells nothing."""
    for go_live in (False, True):
        talk = Conversation()
        if go_live:
            talk.go_live(epoch=EPOCH + 1)
        else:
            talk.open()
            talk.link.closed()
            talk.open()  # with a nonce that no input knows
        before = len(talk.read)
        for at in range(0, len(data), 7):
            talk.hears(data[at : at + 7])
            talk.link.outgoing()
        talk.wait(1)
        assert talk.read[before:] == [], talk.read
        assert talk.link.failure is None


def in_sound_frames(data: bytes) -> None:
    talk = Conversation()
    talk.open()
    for number, message in enumerate(messages(data)):
        talk.hears(frame(number, message))
        talk.link.outgoing()
        if talk.link.failure:
            talk.link.closed()
            talk.open()
    talk.wait(100)
    assert min(talk.link.counters) >= 0


def messages(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = min(data[at], LONGEST_MESSAGE)
        yield data[at + 1 : at + 1 + size]
        at += 1 + size


def seeds() -> list[bytes]:
    """Return the messages, alone and together, on the line and after their lengths."""
    packed = [message.pack() for message in SEEDS]
    lengths = [bytes((len(message),)) + message for message in packed]
    frames = [frame(number, message) for number, message in enumerate(packed)]
    return [*lengths, *frames, b"".join(lengths), b"".join(frames)]


def changed(data: bytes, others: list[bytes], random: Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 8))):
        at = random.randrange(len(out) + 1)
        match random.randrange(6):
            case 0:
                out[at : at + 1] = random.randbytes(1)
            case 1:
                del out[at : at + random.randrange(1, 9)]
            case 2:
                out[at:at] = random.randbytes(random.randrange(1, 9))
            case 3:
                other = random.choice(others)
                begin = random.randrange(len(other) + 1)
                out[at:at] = other[begin : begin + random.randrange(1, 64)]
            case 4 if at < len(out):
                out[at] ^= 1 << random.randrange(8)
            case _:
                out[at : at + 1] = random.choice((b"\0", b"\xff", b"\x01", b"\x80"))
    return bytes(out[:2000])


def kept() -> list[bytes]:
    return [bytes.fromhex(line) for line in CORPUS.read_text().splitlines()]
