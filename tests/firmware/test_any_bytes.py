"""A board lives through any bytes on its line, and does nothing that nobody asked."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.messages import Reset, Seen, Update
from firmware.wire import frame
from tests.firmware.played import Played
from tests.firmware.test_vectors import VECTORS

EPOCH = 77
pieces = st.lists(st.binary(max_size=300), max_size=8)
messages = [bytes.fromhex(vector["message"]) for vector in VECTORS["good"]]


def pressed() -> Played:
    """A board with two entries that the table has not seen."""
    played = Played(EPOCH)
    played.say(Seen(EPOCH, 0))
    played.press(3)
    played.told()
    return played


def is_untouched(played: Played) -> bool:
    log = played.board.watch.log
    return log is not None and (log.seen, log.last, played.board.wish) == (0, 2, "")


@given(pieces)
def test_noise_is_no_command(noise: list[bytes]) -> None:
    played = pressed()
    for piece in noise:
        played.board.receive(played.now_ms, piece)
        played.wait(2)
    assert is_untouched(played)


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_good_frames_with_any_content_are_no_command_of_this_epoch(
    contents: list[bytes],
) -> None:
    played = pressed()
    for number, content in enumerate(contents):
        played.board.receive(played.now_ms, frame(number, content))
        played.wait(2)
    assert is_untouched(played)


@given(st.lists(st.sampled_from(messages), max_size=20))
def test_commands_of_another_epoch_change_nothing(told: list[bytes]) -> None:
    played = pressed()
    for number, message in enumerate(told):
        played.board.receive(played.now_ms, frame(number, message))
    assert is_untouched(played)


@given(st.sampled_from([Reset(EPOCH), Update(EPOCH), Seen(EPOCH, 2)]), st.data())
def test_a_spoilt_command_is_not_obeyed(
    command: Reset | Update | Seen, data: st.DataObject
) -> None:
    played = pressed()
    spoilt = bytearray(frame(1, command.pack()))
    at = data.draw(st.integers(0, len(spoilt) - 1))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    played.board.receive(played.now_ms, bytes(spoilt) + b"\0")
    assert is_untouched(played)


def test_the_same_commands_unspoilt_are_obeyed() -> None:
    for command in (Reset(EPOCH), Update(EPOCH), Seen(EPOCH, 2)):
        played = pressed()
        played.say(command)
        assert not is_untouched(played), command
