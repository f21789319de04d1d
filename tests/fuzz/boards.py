"""Any bytes whatever into the table's end of the wire, guided by what they reach.

    python -m tests.fuzz.boards [SECONDS]

changes inputs at random, keeps each that runs a line of ours that none before it ran,
and at the end writes a small set of them that reach all that was reached into
`tests/golden/boards.hex`; the suite runs those. It ends with an error at the first
input that raises, or that gives a reading which nobody made.

An input is looked at in two ways: as what stands on the line, and as messages in sound
frames, each after its length. No CRC protects against the second, so there only
exceptions and lost counts are wrong.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from random import Random
from time import monotonic
from types import FrameType
from typing import Any

from firmware.entries import bit_entry, tag_entry
from firmware.messages import Changes, Heartbeat, Message, Statistics
from firmware.wire import LONGEST_MESSAGE, frame
from tests.support import ROOT
from tests.support.board_peer import EPOCH, NONCE, Conversation, hello, state

CORPUS = ROOT / "tests/golden/boards.hex"  # one input a line
_OURS = tuple(str(ROOT / folder) for folder in ("firmware", "hardware"))
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
    Changes(EPOCH, 1, bit_entry(0, 1) + bit_entry(0, 0) + tag_entry(1, b"\x04")),
    Changes(EPOCH, 10, bit_entry(3, 1) + bit_entry(3, 0, 70) + bit_entry(0, 1, 99999)),
    Heartbeat(EPOCH, 4, 3),
    Statistics(EPOCH, tuple(range(10))),
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


def reached(run: Callable[[bytes], None], data: bytes) -> set[tuple[str, int, int]]:
    """Return the steps between lines of our own files that this input takes."""
    steps: set[tuple[str, int, int]] = set()

    def trace(at: FrameType, event: str, _: Any) -> Any:
        name = at.f_code.co_filename
        if not name.startswith(_OURS):
            return None
        last = at.f_lineno

        def lines(at: FrameType, event: str, _: Any) -> Any:
            nonlocal last
            steps.add((name, last, at.f_lineno))
            last = at.f_lineno
            return lines

        return lines

    sys.settrace(trace)
    try:
        run(data)
    finally:
        sys.settrace(None)
    return steps


def kept() -> list[bytes]:
    return [bytes.fromhex(line) for line in CORPUS.read_text().splitlines()]


def fuzz(seconds: float, random: Random) -> list[bytes]:
    """Return a small set of inputs that together reach all that was reached."""
    kept: list[tuple[bytes, set[tuple[str, int, int]]]] = []
    known: set[tuple[str, int, int]] = set()
    tries = 0
    end = monotonic() + seconds
    waiting = seeds()
    while waiting or monotonic() < end:
        inputs = [data for data, _ in kept]
        data = (
            waiting.pop() if waiting else changed(random.choice(inputs), inputs, random)
        )
        tries += 1
        try:
            steps = reached(look_at, data)
        except BaseException:
            sys.stderr.write(f"after {tries} inputs: {data!r}\n")
            raise
        if steps - known:
            known |= steps
            kept.append((data, steps))
    sys.stdout.write(f"{tries} inputs, {len(known)} steps, {len(kept)} kept\n")
    return _smallest(kept, known)


def _smallest(
    kept: list[tuple[bytes, set[tuple[str, int, int]]]],
    missing: set[tuple[str, int, int]],
) -> list[bytes]:
    chosen = []
    missing = set(missing)
    while missing:
        data, steps = max(kept, key=lambda one: (len(one[1] & missing), -len(one[0])))
        chosen.append(data)
        missing -= steps
    return chosen


def main() -> None:
    logging.disable()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    chosen = fuzz(seconds, Random())
    CORPUS.write_text("".join(f"{data.hex()}\n" for data in chosen))
    sys.stdout.write(f"{len(chosen)} inputs in {CORPUS.name}\n")


if __name__ == "__main__":
    main()
