"""No byte stream causes an exception or a false reading."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.board import VERSION
from firmware.messages import Message
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory_chip import MemoryChip
from hardware.boards.link import Identity, Link
from hardware.boards.sensors import Sensors
from hardware.parts.registry import Parts
from hardware.readings import Reading
from tests.fuzz import boards as fuzz
from tests.support.simtable import BOARD
from wiring.tables import tables_hash

GRID = BOARD.boards[1]


@given(st.binary(max_size=600))
def test_any_bytes_lead_to_nothing(data: bytes) -> None:
    fuzz.look_at(data)


@given(st.lists(st.sampled_from(fuzz.SEEDS), max_size=12))
def test_any_messages_in_any_order_do_no_harm(messages: list[Message]) -> None:
    packed = [message.pack() for message in messages]
    fuzz.in_sound_frames(b"".join(bytes((len(m),)) + m for m in packed))


@pytest.mark.parametrize("data", fuzz.kept())
def test_what_the_fuzzer_found_worth_keeping(data: bytes) -> None:
    fuzz.look_at(data)


# A recorded conversation, spoilt


@cache
def conversation() -> tuple[tuple[bytes, ...], tuple[Reading, ...]]:
    """Return what a board sent while tiles were pressed, and the true readings."""
    clock = VirtualClock()
    chip = MemoryChip(GRID, clock, Random(3))
    link = new_link()
    sent: list[bytes] = []
    told: list[Reading] = []

    def heard(data: bytes) -> None:
        sent.append(data)
        told.extend(link.feed(data, clock.time()))
        link.handled()
        line.send(link.outgoing())

    chip.plug()
    line = chip.open(heard, lambda _: None)
    clock.tick(1)
    link.opened(clock.time())
    line.send(link.outgoing())
    clock.tick(1)
    halls = [bit for bit, s in enumerate(GRID.sensors) if s and s.kind == "hall"]
    for number in range(12):
        chip.bit(number % 5, 1)
        chip.bit(halls[number], 1)
        clock.tick(0.05)
        chip.bit(number % 5, 0)
        clock.tick(0.2)
    clock.tick(6)
    assert len(told) == 1 + 12 * 3
    return tuple(sent), tuple(told)


def new_link() -> Link:
    expected = Identity(VERSION, tables_hash(GRID), GRID.usb_serial)
    return Link(GRID.name, expected, Sensors(GRID, Parts()), 0)


def replayed(data: bytes) -> list[Reading]:
    link = new_link()
    link.opened(0)
    link.outgoing()
    told = []
    for at in range(0, len(data), 5):
        told += link.feed(data[at : at + 5], 0.1)
        link.handled()
        link.outgoing()
    return told


def test_the_conversation_gives_the_true_readings_again() -> None:
    sent, told = conversation()
    assert replayed(b"".join(sent)) == list(told)


# The same examples each time: one frame in 65,536 that is spoilt gets past a CRC-16.
@settings(derandomize=True)
@given(st.data())
def test_a_spoilt_conversation_tells_the_truth_or_less_of_it(
    data: st.DataObject,
) -> None:
    """The log is told from its start and without gaps, or not at all."""
    sent, told = conversation()
    stream = bytearray(b"".join(sent))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(stream)))
        size = data.draw(st.integers(0, 40))
        match data.draw(st.sampled_from(("lose", "spoil", "insert", "repeat", "move"))):
            case "lose":
                del stream[at : at + size]
            case "spoil":
                noise = data.draw(st.binary(max_size=size))
                stream[at : at + len(noise)] = noise
            case "insert":
                stream[at:at] = data.draw(st.binary(max_size=size))
            case "repeat":
                stream[at:at] = stream[max(0, at - size) : at]
            case "move":
                piece = stream[at : at + size]
                del stream[at : at + size]
                to = data.draw(st.integers(0, len(stream)))
                stream[to:to] = piece
    spoilt = replayed(bytes(stream))
    assert spoilt == list(told[: len(spoilt)])
