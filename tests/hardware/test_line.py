"""The line that can be made bad: each fault does what it says, and again the same."""

from random import Random

import pytest

from firmware.board import VERSION
from firmware.messages import Hello, unpack
from firmware.wire import Decoder, frame
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.line import FAULTS, SOUND, Condition, FaultyLine, NoSuchFault
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


@pytest.mark.parametrize("fault", [f for f in FAULTS if f not in ("half-open",)])
def test_the_same_seed_gives_the_same_line(fault: str) -> None:
    value = "0.9.0" if fault == "wrong firmware" else 0.3
    first, second, other = (carried(fault, value, seed) for seed in (7, 7, 8))
    assert (first.came, first.times) == (second.came, second.times)
    if fault not in ("wrong firmware", "wrong tables"):
        assert (first.came, first.times) != (other.came, other.times)


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


def test_a_frame_that_nothing_comes_behind_is_held_back_for_a_moment_only() -> None:
    wire = Wire(SOUND.worse("reorder", 1))
    wire.line.receive(FRAMES[0])
    assert wire.came == []
    wire.clock.tick(0.2)
    assert wire.came == [FRAMES[0]]


def test_noise_stands_between_the_frames_even_while_the_line_is_quiet() -> None:
    wire = carried("babble", 0.1)
    assert wire.messages()[:100] != []
    assert set(wire.messages()) <= set(ALL)
    wire.came.clear()
    wire.clock.tick(5)
    assert len(wire.data) > 2000
    assert len(wire.board.sent) > 2000, "the board hears it too"
    wire.line.change(SOUND)
    wire.clock.tick(1)
    wire.came.clear()
    wire.clock.tick(5)
    assert wire.data == b""


@pytest.mark.parametrize(("way", "from_board"), [("from", b""), ("to", b"frame\0")])
def test_one_way_can_be_dead(way: str, from_board: bytes) -> None:
    wire = Wire(SOUND.worse("half-open", way))
    wire.line.receive(b"frame\0")
    wire.line.send(b"ask\0")
    assert (wire.data, wire.board.sent) == (
        from_board,
        b"" if way == "to" else b"ask\0",
    )


def test_a_board_can_say_that_it_has_other_firmware_or_tables() -> None:
    hello = Hello(3, 77, 5, VERSION, b"tables!!", "grid", "E66")
    for condition in (
        SOUND.worse("wrong firmware", "0.9.0"),
        SOUND.worse("wrong tables", None),
    ):
        wire = Wire(condition)
        wire.line.receive(frame(9, hello.pack()) + FRAMES[0])
        said, other = wire.messages()
        changed = unpack(said)
        assert isinstance(changed, Hello)
        assert (changed.nonce, changed.epoch, changed.last) == (3, 77, 5)
        assert (changed.version == (0, 9, 0)) == (condition.version is not None)
        assert (changed.tables == bytes(8)) == condition.has_other_tables
        assert other == ALL[0]


def test_nothing_comes_out_of_a_closed_line() -> None:
    wire = Wire(SOUND.worse("delay", 5).worse("babble", 0.5))
    wire.line.receive(FRAMES[0])
    wire.line.send(FRAMES[0])
    wire.came.clear()
    wire.line.close()
    wire.clock.tick(60)
    assert (wire.came, wire.board.sent) == ([], b"")
    assert not wire.board.is_open


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
