"""Frames on the wire to the sensor boards, and arbitrary bytes."""

import binascii
import inspect
from itertools import combinations_with_replacement
from types import ModuleType

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware import messages as all_messages
from firmware import wire
from firmware.messages import Message, Seen, Update, unpack
from firmware.wire import LONGEST_FRAME, LONGEST_MESSAGE, Decoder, crc16, frame
from tests.firmware.played import Played
from tests.firmware.test_vectors import VECTORS

messages = st.binary(min_size=1, max_size=LONGEST_MESSAGE)
frames = [bytes.fromhex(vector["frame"]) for vector in VECTORS["good"]]


@given(messages, st.integers(0, 255))
def test_a_frame_is_cobs_of_number_message_and_crc(message: bytes, number: int) -> None:
    body = bytes([number]) + message
    crc = (binascii.crc_hqx(body, 0xFFFF) ^ 0xFFFF).to_bytes(2, "big")
    assert frame(number, message) == cobs.encode(body + crc) + b"\0"


@given(st.lists(messages, max_size=5), st.data())
def test_frames_come_out_whole_however_the_bytes_are_cut(
    sent: list[bytes], data: st.DataObject
) -> None:
    line = b"".join(frame(number, message) for number, message in enumerate(sent))
    cuts = data.draw(st.lists(st.integers(0, len(line)), max_size=6).map(sorted))
    decoder = Decoder()
    came = []
    for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True):
        came += decoder.feed(line[start:end])
    assert came == sent
    assert (decoder.gaps, decoder.repeats, decoder.bad_crc) == (0, 0, 0)


def test_the_longest_message_has_a_frame_and_a_longer_one_has_none() -> None:
    longest = b"\x01" * LONGEST_MESSAGE
    assert Decoder().feed(frame(0, longest)) == [longest]
    assert len(frame(0, longest)) == LONGEST_FRAME + 1
    with pytest.raises(ValueError, match="a message of 251 bytes does not fit a frame"):
        frame(0, longest + b"\x01")


@given(st.lists(st.binary(max_size=600), max_size=8))
def test_no_bytes_raise_or_are_kept_without_end(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert len(decoder.rest) <= LONGEST_FRAME
    assert decoder.feed(b"\0" + frame(0, b"still here"))[-1:] == [b"still here"]


@pytest.mark.parametrize("good", [f for f in frames if len(f) <= 16], ids=bytes.hex)
def test_a_frame_with_one_or_two_wrong_bits_is_never_taken(good: bytes) -> None:
    whole = int.from_bytes(good, "big")
    weights = [1 << bit for bit in range(8 * len(good))]
    for one, other in combinations_with_replacement(weights, 2):
        spoilt = (whole ^ (one | other)).to_bytes(len(good), "big")
        assert Decoder().feed(spoilt + b"\0") == [], spoilt.hex()


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_that_packs_to_them_or_none(data: bytes) -> None:
    message = unpack(data)
    assert message is None or message.pack() == data


def test_every_message_has_a_vector() -> None:
    kinds = [kind for kind in vars(all_messages).values() if isinstance(kind, type)]
    codes = {kind.code for kind in kinds if issubclass(kind, Message) and kind.code}
    assert {bytes.fromhex(v["message"])[0] for v in VECTORS["good"]} == codes


# CRC


def test_the_crc_is_ccitt_false() -> None:
    assert crc16(b"123456789") == 0x29B1


def without_binascii() -> ModuleType:
    """Return the codec as a board has it, without a CRC in `binascii`."""
    board = ModuleType("wire_on_a_board")
    source = inspect.getsource(wire).replace("from binascii", "from no_such_module")
    exec(source, board.__dict__)
    return board


BOARD = without_binascii()


@given(st.binary(max_size=100))
def test_the_boards_own_crc_equals_the_one_in_c(data: bytes) -> None:
    assert BOARD.crc16 is not crc16
    assert BOARD.crc16(data) == crc16(data)


EPOCH = 77
pieces = st.lists(st.binary(max_size=300), max_size=8)


def pressed() -> Played:
    """Return a board with two entries that the table has not seen."""
    played = Played(EPOCH)
    played.say(Seen(EPOCH, 0))
    played.press(3)
    played.told()
    return played


def is_untouched(played: Played) -> bool:
    log = played.board.watch.log
    return log is not None and (log.seen, log.last, played.board.wants_update) == (
        0,
        2,
        False,
    )


@given(pieces)
def test_noise_is_no_command(noise: list[bytes]) -> None:
    played = pressed()
    for piece in noise:
        played.board.receive(played.now_ms, piece)
        played.wait(2)
    assert is_untouched(played)


@given(st.sampled_from([Update(EPOCH), Seen(EPOCH, 2)]), st.data())
def test_a_spoilt_command_is_not_obeyed(
    command: Update | Seen, data: st.DataObject
) -> None:
    played = pressed()
    spoilt = bytearray(frame(1, command.pack()))
    at = data.draw(st.integers(0, len(spoilt) - 1))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    played.board.receive(played.now_ms, bytes(spoilt) + b"\0")
    assert is_untouched(played)


def test_the_same_commands_unspoilt_are_obeyed() -> None:
    for command in (Update(EPOCH), Seen(EPOCH, 2)):
        played = pressed()
        played.say(command)
        assert not is_untouched(played), command
