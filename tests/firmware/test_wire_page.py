"""The page about the wire says what the code does."""

import re
from pathlib import Path

from firmware import messages
from firmware.board import HEARTBEAT_MS, REPEAT_MS
from firmware.log import ROOM
from firmware.messages import Message
from firmware.wire import LONGEST_MESSAGE, Decoder
from tests.firmware.test_vectors import VECTORS

PAGE = (Path(__file__).parents[2] / "firmware" / "WIRE.md").read_text()
FRAMES = {v["is"]: v["frame"] for v in VECTORS["good"]}


def test_the_frames_on_the_page_are_the_vectors() -> None:
    shown = re.findall(r"^\| ([^|]+) \| `((?:[0-9A-F]{2} ?)+)` \|$", PAGE, re.MULTILINE)
    frames = {what: bytes.fromhex(raw).hex() for what, raw in shown if what in FRAMES}
    assert len(frames) >= 8
    assert frames == {what: FRAMES[what] for what in frames}


def test_the_frame_that_is_taken_apart_is_one_of_them() -> None:
    (raw,) = re.findall(r"^((?:[0-9A-F]{2} )+00)$", PAGE, re.MULTILINE)
    assert bytes.fromhex(raw).hex() == FRAMES["bit 5 is pressed"]
    rows = re.findall(r"^\| `((?:[0-9A-F]{2} ?)+)` \| \S", PAGE, re.MULTILINE)
    assert b"".join(map(bytes.fromhex, rows)).hex() == FRAMES["bit 5 is pressed"]


def test_every_message_is_on_the_page_with_its_code() -> None:
    listed = dict(re.findall(r"^\| ([0-9A-F]{2}) \| (\w+) \|", PAGE, re.MULTILINE))
    kinds = [kind for kind in vars(messages).values() if isinstance(kind, type)]
    coded = {kind for kind in kinds if issubclass(kind, Message) and kind.code}
    assert listed == {f"{kind.code:02X}": kind.__name__ for kind in coded}


def test_every_message_has_a_vector() -> None:
    raw = [Decoder().feed(bytes.fromhex(frame))[0] for frame in FRAMES.values()]
    codes = re.findall(r"^\| ([0-9A-F]{2}) \| \w+ \|", PAGE, re.MULTILINE)
    assert {f"{message[0]:02X}" for message in raw} == set(codes)


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"longer than {LONGEST_MESSAGE} bytes" in PAGE
    assert f"within\n{REPEAT_MS} ms" in PAGE or f"within {REPEAT_MS} ms" in PAGE
    assert f"keeps {ROOM} entries" in PAGE
    assert HEARTBEAT_MS == 5000
    assert "Heartbeats come every five seconds" in PAGE
