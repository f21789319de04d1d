"""The timing reader itself: it believes good streams and refuses bad ones."""

import pytest

from tests.support.ws2812 import Unreadable, frames

HZ = 6_400_000
ZERO, ONE = 0b11000000, 0b11111000
PIXEL = bytes([ZERO] * 16 + [ONE] * 8)
# 280 µs at 0.8 bytes a microsecond.
PAUSE = bytes(225)


def test_a_pixel_is_read() -> None:
    assert frames(PIXEL, HZ) == [b"\x00\x00\xff"]


def test_the_highest_bit_comes_first() -> None:
    assert frames(bytes([ONE] + [ZERO] * 23), HZ) == [b"\x80\x00\x00"]


def test_a_pause_ends_a_frame_and_low_time_around_it_means_nothing() -> None:
    stream = bytes(9) + PIXEL + PIXEL + PAUSE + PIXEL + bytes(9)
    assert frames(stream, HZ) == [b"\x00\x00\xff" * 2, b"\x00\x00\xff"]


def test_silence_is_no_frame() -> None:
    assert frames(bytes(500), HZ) == []


@pytest.mark.parametrize(
    ("stream", "clock_hz", "said"),
    [
        (bytes([0b10000000] * 24), HZ, "high for 0.156 µs"),
        # The 1 that CircuitPython's library makes if it is not told otherwise.
        (bytes([0b11110000] * 24), HZ, "high for 0.625 µs"),
        (bytes([0b11111110] * 24), HZ, "high for 1.094 µs"),
        (PIXEL, 3_200_000, "high for 0.625 µs"),
        (PIXEL, 10_000_000, "low for 0.600 µs after a 0"),
        (PIXEL[:9] + b"\0" + PIXEL[9:], HZ, "low for 2.188 µs after a 0"),
        (PIXEL + bytes(200) + PIXEL, HZ, "low for 250.469 µs after a 1"),
        (PIXEL[:-1], HZ, "23 bits are no whole pixels"),
        (PIXEL + PAUSE + PIXEL[1:], HZ, "23 bits are no whole pixels"),
        (PIXEL + b"\x01", HZ, "the line is left high"),
    ],
)
def test_what_a_pixel_may_misread_is_refused(
    stream: bytes, clock_hz: int, said: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        frames(stream, clock_hz)
    assert str(refused.value) == said
