"""The line that can be made bad: each fault does what it says, and again the same."""

from random import Random

import pytest

from firmware.wire import Decoder, frame
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.line import SOUND, Condition, FaultyLine, NoSuchFault
from tests.support.board_peer import FakeLine

# Each as both ends send it: after a zero that ends whatever stood on the line.
FRAMES = [b"\0" + frame(number, bytes((65, number))) for number in range(200)]


class Wire:
    """An unreliable line, and what comes out at its ends."""

    def __init__(self, condition: Condition, seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.came: list[bytes] = []
        self.times: list[float] = []
        self.board = FakeLine(lambda _: None, lambda _: None)
        self.line = FaultyLine(condition, self.clock, Random(seed), self._arrived)
        self.line.joined(self.board)

    def _arrived(self, data: bytes) -> None:
        self.came.append(data)
        self.times.append(self.clock.time())

    @property
    def data(self) -> bytes:
        return b"".join(self.came)

    def messages(self) -> list[bytes]:
        return Decoder().feed(b"\0" + self.data + b"\0")


def carried(fault: str, value: object, seed: int = 1) -> Wire:
    """Send all frames, one every 10 ms, over a line with this fault."""
    wire = Wire(SOUND.worse(fault, value), seed)
    for data in FRAMES:
        wire.line.receive(data)
        wire.clock.tick(0.01)
    wire.clock.tick(30)
    return wire


ALL = [bytes((65, number)) for number in range(200)]


def test_a_sound_line_carries_every_byte_both_ways_at_once() -> None:
    wire = Wire(SOUND)
    wire.line.receive(b"half a fra")
    wire.line.receive(b"me\0\0")
    wire.line.send(b"\0ask")
    assert wire.came == [b"half a fra", b"me\0\0"]
    assert wire.board.sent == b"\0ask"


def test_frames_are_dropped() -> None:
    came = carried("drop", 0.3).messages()
    assert 100 < len(came) < 180
    assert came == [message for message in ALL if message in came]
    assert carried("drop", 1).came == []


def test_frames_are_damaged_and_the_others_come_through() -> None:
    wire = carried("corrupt", 0.3)
    came = wire.messages()
    assert 80 < len(came) < 180
    assert set(came) < set(ALL)
    assert len(wire.data) != len(b"".join(FRAMES))


def test_frames_come_twice() -> None:
    came = carried("duplicate", 0.5).messages()
    assert 270 < len(came) < 330
    assert list(dict.fromkeys(came)) == ALL


def test_frames_change_places_and_none_is_lost() -> None:
    came = carried("reorder", 0.5).messages()
    assert came != ALL
    assert sorted(came) == ALL
    swapped = [at for at in range(199) if came[at] > came[at + 1]]
    assert 40 < len(swapped) < 100, "half of those that have not just been passed"


@pytest.mark.parametrize(
    ("fault", "value"),
    [
        ("drop", 1.5),
        ("babble", "loud"),
        ("delay", -1),
        ("half-open", "both"),
        ("wrong firmware", "new"),
        ("fire", None),
    ],
)
def test_a_fault_that_there_is_not_is_refused_by_name(
    fault: str, value: object
) -> None:
    with pytest.raises(NoSuchFault, match=fault):
        SOUND.worse(fault, value)
