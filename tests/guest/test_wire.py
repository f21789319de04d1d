"""The messages between a home and its guests, from friends and from anybody else."""

import json
import zlib
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.guest.wire import (
    BadGuestData,
    Hello,
    hello,
    read_hello,
    read_readings,
    reading_messages,
)
from controller.web.server.connection import LONGEST_MESSAGE
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)

GUEST = Hello("1", "attic", 3, {"ok": 0, "seat:0": 2}, {"depth": frozenset({"d:0"})})
PLACES = frozenset({"d:0"})


def test_a_hello_is_read_as_it_was_sent() -> None:
    assert read_hello(hello(GUEST)) == GUEST


def test_readings_are_read_as_they_were_sent() -> None:
    happened: list[Reading] = [
        Pressed("ok"),
        Released("ok"),
        Occupied("d:0", True),
        TagSeen("play", "04a2"),
        LinkDown("depth"),
        LinkUp("depth"),
    ]
    (message,) = reading_messages(happened)
    read = read_readings(message, PLACES)
    assert read == happened
    assert [type(each) for each in read] == [type(each) for each in happened]


def table(**changed: Any) -> str:
    own = {"pixels": 3, "lamps": {"ok": 0}, "sensed": {}} | changed
    packed = b64encode(zlib.compress(json.dumps(own).encode())).decode()
    return json.dumps({"type": "hello", "version": "1", "name": "a", "table": packed})


BOMB = b64encode(zlib.compress(b" " * 10_000_000)).decode()


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[]",
        b"\xff",
        "[" * 4000,
        '{"type": "hello"}',
        '{"type": "readings", "readings": []}',
        table(pixels=0),
        table(pixels=10**9),
        table(pixels=1e999),
        table(lamps={"ok": 3}),
        table(lamps=[1]),
        table(sensed={"depth": 7}),
        json.dumps({"type": "hello", "version": "1", "name": "a", "table": BOMB}),
        json.dumps({"type": "hello", "version": "1", "name": "\n", "table": "eJw="}),
    ],
)
def test_an_invalid_hello_is_refused(message: str | bytes) -> None:
    with pytest.raises(BadGuestData):
        read_hello(message)


@pytest.mark.parametrize(
    "rows",
    [
        7,
        [7],
        [["Pressed"]],
        [["Pressed", 7]],
        [["Strike", "tile:1,1"]],
        [["Occupied", "tile:4,4", True]],
        [["Occupied", "d:0", "yes"]],
        [["Pressed", "ok"]] * 1000,
    ],
)
def test_readings_that_this_guest_cannot_have_are_refused(rows: Any) -> None:
    with pytest.raises(BadGuestData):
        read_readings(json.dumps({"type": "readings", "readings": rows}), PLACES)


@given(st.binary(max_size=200))
def test_any_bytes_are_readings_or_refused(message: bytes) -> None:
    with pytest.raises(BadGuestData):
        read_readings(message, PLACES)


def test_however_much_has_happened_each_message_fits() -> None:
    happened = [Occupied(f"depth:{number}:{number}", False) for number in range(600)]
    messages = [*reading_messages(happened)]
    assert max(map(len, messages)) <= LONGEST_MESSAGE
    places = frozenset(reading.place for reading in happened)
    read = [reading for each in messages for reading in read_readings(each, places)]
    assert read == happened
