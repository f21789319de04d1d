"""The strip: plain colours in, the bytes of the wire out, never too much current."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.sim.pixels import MemoryPixels
from hardware.strip import Strip
from wiring import boardmap
from wiring.boardmap import Strip as Row

MARK_1 = boardmap.load().strip
# Two pixels on a supply that is never short: only gamma and brightness are at work.
TWO = MARK_1._replace(pixels=2, supply_ma=4000)


def wire_of(row: Row, frame: bytes) -> bytes:
    pixels = MemoryPixels()
    Strip(row, pixels).show(frame)
    return pixels.wire


def drawn_ma(row: Row, wire: bytes) -> float:
    """What a strip draws that is sent these bytes, from its data sheet alone."""
    return row.pixels * row.idle_ma + sum(wire) * row.channel_ma / 255


def test_a_dark_frame_is_dark_on_the_wire() -> None:
    assert wire_of(TWO, bytes(6)) == bytes(6)


def test_brightness_caps_the_lightest_value() -> None:
    assert wire_of(TWO._replace(brightness=0.5), b"\xff" * 6) == bytes([128] * 6)
    assert wire_of(TWO._replace(brightness=1.0), b"\xff" * 6) == bytes([255] * 6)
    assert wire_of(TWO._replace(brightness=0.0), b"\xff" * 6) == bytes(6)


def test_gamma_makes_half_a_value_much_less_than_half_the_light() -> None:
    linear = TWO._replace(gamma=1.0, brightness=1.0)
    assert wire_of(linear, bytes([0, 1, 64, 128, 254, 255])) == (
        bytes([1, 0, 64, 254, 128, 255])
    )
    # 255 * (128 / 255) ** 2.6 is 42.5 less a little; the same of 64 is 7.0.
    curved = TWO._replace(gamma=2.6, brightness=1.0)
    assert wire_of(curved, bytes([128, 64, 0, 255, 0, 0])) == (
        bytes([7, 42, 0, 0, 255, 0])
    )


@pytest.mark.parametrize(
    ("order", "wire"),
    [
        ("RGB", [1, 2, 3]),
        ("RBG", [1, 3, 2]),
        ("GRB", [2, 1, 3]),
        ("GBR", [2, 3, 1]),
        ("BRG", [3, 1, 2]),
        ("BGR", [3, 2, 1]),
    ],
)
def test_colours_go_out_in_the_strips_own_order(order: str, wire: list[int]) -> None:
    row = TWO._replace(gamma=1.0, brightness=1.0, order=order)
    assert wire_of(row, bytes([1, 2, 3, 1, 2, 3])) == bytes(wire * 2)


def test_an_all_white_table_stays_just_within_its_supply() -> None:
    row = MARK_1._replace(brightness=1.0)
    wire = wire_of(row, b"\xff" * 3 * row.pixels)
    assert drawn_ma(row, wire) <= row.supply_ma
    one_step_brighter = bytes(value + 1 for value in wire)
    assert drawn_ma(row, one_step_brighter) > row.supply_ma


def test_a_frame_within_the_budget_is_not_dimmed() -> None:
    one_white = b"\xff" * 3 + bytes(3 * MARK_1.pixels - 3)
    assert wire_of(MARK_1, one_white)[:3] == bytes([128] * 3)


def test_a_frame_over_the_budget_keeps_its_shares() -> None:
    row = MARK_1._replace(brightness=1.0, gamma=1.0, order="RGB")
    wire = wire_of(row, bytes([255, 128, 0]) * row.pixels)
    red, green, blue = wire[:3]
    assert wire == bytes([red, green, blue]) * row.pixels
    assert blue == 0
    assert green == pytest.approx(red * 128 / 255, abs=1)


def test_a_supply_that_feeds_only_the_idle_pixels_leaves_all_dark() -> None:
    row = TWO._replace(supply_ma=2, idle_ma=1.0)
    assert wire_of(row, b"\xff" * 6) == bytes(6)


@st.composite
def rows_and_frames(draw: st.DrawFn) -> tuple[Row, bytes]:
    pixels = draw(st.integers(1, 160))
    idle_ma = draw(st.floats(0, 10))
    least = int(pixels * idle_ma) + 1
    row = MARK_1._replace(
        pixels=pixels,
        order=draw(st.sampled_from(["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])),
        gamma=draw(st.floats(1, 4)),
        brightness=draw(st.floats(0, 1)),
        channel_ma=draw(st.integers(1, 100)),
        idle_ma=idle_ma,
        supply_ma=draw(st.integers(least, least + 5000)),
    )
    few = st.lists(st.integers(0, 255), min_size=1, max_size=6)
    pattern = bytes(draw(few)) * 3 * pixels
    return row, pattern[: 3 * pixels]


@given(rows_and_frames())
def test_no_frame_ever_draws_more_than_the_supply_gives(
    given_: tuple[Row, bytes],
) -> None:
    row, frame = given_
    assert drawn_ma(row, wire_of(row, frame)) <= row.supply_ma


@given(st.binary(min_size=3 * MARK_1.pixels, max_size=3 * MARK_1.pixels))
def test_no_frame_of_mark_1_draws_more_than_its_supply_gives(frame: bytes) -> None:
    assert drawn_ma(MARK_1, wire_of(MARK_1, frame)) <= MARK_1.supply_ma


def test_an_unchanged_frame_is_not_sent_again() -> None:
    pixels = MemoryPixels()
    strip = Strip(TWO, pixels)
    assert strip.show(b"abcdef") is True
    assert strip.show(b"abcdef") is False
    assert pixels.sent == 1
    assert strip.show(b"abcdeg") is True
    assert strip.show(b"abcdef") is True
    assert pixels.sent == 3


def test_a_frame_that_could_not_be_sent_is_sent_again() -> None:
    class LoosePixels(MemoryPixels):
        def show(self, wire: bytes) -> None:
            super().show(wire)
            if self.sent == 1:
                raise OSError("the plug is loose")

    pixels = LoosePixels()
    strip = Strip(TWO, pixels)
    with pytest.raises(OSError, match="the plug is loose"):
        strip.show(bytes(6))
    assert strip.show(bytes(6)) is True
    assert pixels.sent == 2


def test_the_very_first_frame_is_sent_even_if_it_is_dark() -> None:
    pixels = MemoryPixels()
    assert Strip(TWO, pixels).show(bytes(6)) is True
    assert pixels.sent == 1


@pytest.mark.parametrize("length", [0, 5, 7, 12])
def test_a_frame_of_the_wrong_length_is_refused(length: int) -> None:
    pixels = MemoryPixels()
    strip = Strip(TWO, pixels)
    refusal = f"^a frame of {length} bytes for 2 pixels; expected 6$"
    with pytest.raises(ValueError, match=refusal):
        strip.show(bytes(length))
    assert pixels.sent == 0


def test_watchers_get_the_bytes_of_the_wire_for_each_frame_that_is_sent() -> None:
    pixels = MemoryPixels()
    strip = Strip(TWO, pixels)
    seen: list[bytes] = []
    seen_too: list[bytes] = []
    strip.watch(seen.append)
    strip.watch(seen_too.append)
    strip.show(b"\xff\x00\x00" * 2)
    strip.show(b"\xff\x00\x00" * 2)
    strip.show(b"\x00\x00\xff" * 2)
    assert seen == [b"\x00\x80\x00" * 2, b"\x00\x00\x80" * 2]
    assert seen_too == seen
    assert pixels.wire == strip.wire == seen[-1]
