"""The shared vectors of the wire; `test_micropython` runs this file, too."""

import json

from firmware.messages import unpack
from firmware.wire import Decoder, frame
from tests.firmware.played import same

PATH = __file__.replace("tests/firmware/test_vectors.py", "firmware/vectors.json")
with open(PATH) as _file:  # noqa: PTH123  # MicroPython has no pathlib
    VECTORS = json.load(_file)


def test_each_message_makes_its_frame() -> None:
    assert len(VECTORS["good"]) >= 12
    for vector in VECTORS["good"]:
        message = bytes.fromhex(vector["message"])
        same(frame(vector["sequence"], message).hex(), vector["frame"])


def test_each_frame_gives_its_message() -> None:
    for vector in VECTORS["good"]:
        decoder = Decoder()
        messages = decoder.feed(bytes.fromhex(vector["frame"]))
        same([message.hex() for message in messages], [vector["message"]])
        message = unpack(messages[0])
        same(repr(message), vector["says"])
        assert message is not None
        same(message.pack().hex(), vector["message"])


def test_all_frames_in_a_row_come_out_in_order_byte_by_byte() -> None:
    decoder = Decoder()
    row = b"".join([bytes.fromhex(vector["frame"]) for vector in VECTORS["good"]])
    messages = []
    for byte in row:
        messages += decoder.feed(bytes((byte,)))
    same([m.hex() for m in messages], [vector["message"] for vector in VECTORS["good"]])


def test_each_bad_frame_is_counted_and_the_next_one_is_read() -> None:
    for vector in VECTORS["bad"]:
        decoder = Decoder()
        same(decoder.feed(bytes.fromhex(vector["bytes"])), [])
        same(getattr(decoder, vector["count"]), 1)
        same(decoder.bad_cobs + decoder.bad_crc + decoder.too_long, 1)
        same(decoder.feed(b"\0" + frame(0, b"\x42")), [b"\x42"])


def test_nonsense_in_a_good_frame_is_no_message() -> None:
    for vector in VECTORS["nonsense"]:
        same(unpack(bytes.fromhex(vector["message"])), None)
