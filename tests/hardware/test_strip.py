"""The strip turns plain colours into bytes, within the current budget."""

from collections.abc import Iterator
from threading import Semaphore

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from hardware.parts.strip import LOOK_S, WELL_S, Strip, Upkeep, Writer
from hardware.rig import Rig
from tests.support import broken
from tests.support.ws2812 import drawn_ma
from wiring import boardmap
from wiring.boardmap import Strip as Row

MARK_1 = boardmap.load().strip
# Two pixels on a supply that is never short: only gamma and brightness are at work.
TWO = MARK_1._replace(pixels=2, supply_ma=4000)


def wire_of(row: Row, frame: bytes) -> bytes:
    pixels = MemoryPixels()
    Strip(row, pixels).show(frame)
    return pixels.wire


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
        ("GRB", [2, 1, 3]),
        ("BRG", [3, 1, 2]),
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


def test_a_frame_over_the_budget_keeps_its_shares() -> None:
    row = MARK_1._replace(brightness=1.0, gamma=1.0, order="RGB")
    wire = wire_of(row, bytes([255, 128, 0]) * row.pixels)
    red, green, blue = wire[:3]
    assert wire == bytes([red, green, blue]) * row.pixels
    assert blue == 0
    assert green == pytest.approx(red * 128 / 255, abs=1)


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


# Upkeep


class Kept:
    """A strip of two lamps with its upkeep, and a supply that can be weakened."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pixels = MemoryPixels()
        self.parts = Parts()
        row = TWO._replace(order="RGB", refresh_s=10, low_brightness=0.1)
        self.strip = Strip(row, self.pixels)
        self.seen: list[bytes] = []
        self.strip.watch(self.seen.append)
        self.low = False
        self.error: Exception | None = None
        self.upkeep = Upkeep(self.strip, self.clock, self, self.parts)

    def is_low(self) -> bool:
        if self.error:
            raise self.error
        return self.low

    @property
    def is_named(self) -> bool:
        return broken(self.parts) == ["power"]


def test_a_strip_at_rest_gets_the_same_bytes_again_and_no_watcher_hears_of_it() -> None:
    kept = Kept()
    kept.strip.show(b"\xff" * 6)
    kept.pixels.wire = b"glitch"
    kept.clock.tick(9.9)
    assert kept.pixels.wire == b"glitch"
    kept.clock.tick(0.1)
    assert kept.pixels.wire == kept.strip.wire == bytes([128] * 6)
    kept.clock.tick(20)
    assert (kept.pixels.sent, len(kept.seen)) == (4, 1)


def test_a_weak_supply_dims_the_lamps_at_the_next_look_and_is_named() -> None:
    kept = Kept()
    kept.strip.show(b"\xff\x00\x00" * 2)
    kept.low = True
    kept.clock.tick(LOOK_S - 0.01)
    assert (kept.pixels.wire, kept.is_named) == (bytes([128, 0, 0] * 2), False)
    kept.clock.tick(0.01)
    assert (kept.pixels.wire, kept.is_named) == (bytes([26, 0, 0] * 2), True)
    assert kept.seen == [bytes([128, 0, 0] * 2), bytes([26, 0, 0] * 2)]
    kept.strip.show(b"\x00\xff\x00" * 2)
    assert kept.pixels.wire == bytes([0, 26, 0] * 2)


def test_the_lamps_are_bright_again_only_when_the_supply_was_well_for_a_while() -> None:
    kept = Kept()
    kept.strip.show(b"\xff" * 6)
    kept.low = True
    kept.clock.tick(LOOK_S)
    kept.low = False
    kept.clock.tick(WELL_S - LOOK_S)
    kept.low = True  # one more dip begins the wait anew
    kept.clock.tick(LOOK_S)
    kept.low = False
    kept.clock.tick(WELL_S - LOOK_S)
    assert (kept.strip.is_dimmed, kept.is_named) == (True, True)
    kept.clock.tick(LOOK_S)
    assert (kept.strip.is_dimmed, kept.is_named) == (False, False)
    assert kept.pixels.wire == bytes([128] * 6)


# The kernel's alarm stays on for so long after a dip, however short that was.
STICKY_S = 2.0


@pytest.mark.parametrize("begin_s", [0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.8])
def test_no_dip_of_the_supply_is_missed(begin_s: float) -> None:
    kept = Kept()
    kept.clock.tick(begin_s)
    kept.low = True
    kept.clock.tick(STICKY_S)
    kept.low = False
    assert kept.is_named


def test_a_supply_that_cannot_be_asked_is_named_and_asked_again() -> None:
    kept = Kept()
    kept.error = OSError("no such sensor")
    kept.clock.tick(LOOK_S)
    assert kept.is_named
    kept.error, kept.low = None, True
    kept.clock.tick(2 * LOOK_S)
    assert (kept.strip.is_dimmed, kept.is_named) == (True, True)


def test_a_rig_looks_after_its_strip_until_it_is_closed() -> None:
    board, clock, parts = boardmap.load(), VirtualClock(), Parts()
    backend = SimBackend(board, clock, parts)
    rig = Rig(board, backend, parts)
    rig.strip.show(b"\xff" * 3 * board.strip.pixels)
    backend.power.low = True
    clock.tick(board.strip.refresh_s)
    assert rig.strip.is_dimmed
    assert backend.pixels.sent == 3
    rig.close()
    clock.tick(60)
    assert backend.pixels.sent == 3


# A strip that takes its time


class SlowPixels(MemoryPixels):
    """A sink that keeps each frame on the wire until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[bytes] = []
        self.error: Exception | None = None
        self._begun = Semaphore(0)
        self._let_go = Semaphore(0)

    def show(self, wire: bytes) -> None:
        self._begun.release()
        assert self._let_go.acquire(timeout=20)
        if self.error:
            raise self.error
        super().show(wire)
        self.shown.append(wire)

    def let_go(self, frames: int = 1) -> None:
        self._let_go.release(frames)

    def wait_for_a_frame(self) -> None:
        assert self._begun.acquire(timeout=20), "no frame comes"


@pytest.fixture
def slow() -> Iterator[tuple[SlowPixels, Writer]]:
    """A slow sink and its writer, after the first frame."""
    pixels = SlowPixels()
    writer = Writer(pixels)
    pixels.let_go()
    writer.show(b"first")
    pixels.wait_for_a_frame()
    yield pixels, writer
    pixels.let_go(100)
    writer.close()


def test_a_slow_strip_keeps_nobody_waiting_and_gets_the_newest_frame(
    slow: tuple[SlowPixels, Writer],
) -> None:
    pixels, writer = slow
    writer.show(b"second")
    pixels.wait_for_a_frame()
    for wire in (b"old", b"older", b"newest"):
        writer.show(wire)
    pixels.let_go(2)
    pixels.wait_for_a_frame()
    writer.close()
    assert pixels.shown == [b"first", b"second", b"newest"]


def test_a_strip_that_never_worked_raises_and_can_be_closed() -> None:
    pixels = SlowPixels()
    pixels.error = OSError("no such device")
    writer = Writer(pixels)
    for _ in range(2):
        pixels.let_go()
        with pytest.raises(OSError, match=r"^no such device$"):
            writer.show(b"first")
    writer.close()


def test_after_a_frame_was_lost_the_next_one_is_raised_or_shown(
    slow: tuple[SlowPixels, Writer], caplog: pytest.LogCaptureFixture
) -> None:
    pixels, writer = slow
    pixels.error = OSError("the plug is loose")
    writer.show(b"second")
    pixels.let_go(2)
    writer.wait()  # until it is out, or lost
    with pytest.raises(OSError, match=r"^the plug is loose$"):
        writer.show(b"third")
    pixels.error = None
    pixels.let_go()
    writer.show(b"fourth")
    assert pixels.shown == [b"first", b"fourth"]
    assert "the plug is loose" in caplog.text


def test_the_last_frame_is_out_when_a_writer_is_closed() -> None:
    pixels = MemoryPixels()
    writer = Writer(pixels)
    for number in range(100):
        writer.show(b"%d" % number)
    writer.close()
    assert pixels.wire == b"99"
