"""Reads a line as WS2812B pixels do, by how long it is high and low.

The times are from the data sheet, in microseconds, give or take 0.15. `watched` checks
the current that strips draw.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.parts.strip import Strip
from wiring.boardmap import Strip as Row

HIGH_US = {"0": 0.35, "1": 0.80}
LOW_US = {"0": 0.85, "1": 0.45}
TOLERANCE_US = 0.15
# After this pause pixels show what they received, and the first one is next.
RESET_US = 280.0


class Unreadable(Exception):
    """No pixel can be trusted to understand this."""


def frames(stream: bytes, clock_hz: int) -> list[bytes]:
    """Return the frames in a stream of bits, three bytes a pixel; raise Unreadable."""
    bit_us = 1e6 / clock_hz
    line = f"{int.from_bytes(stream):0{8 * len(stream)}b}"
    if line.endswith("1"):
        raise Unreadable("the line is left high")
    found, bits = [], ""
    for pulse in re.finditer("(1+)(0+)", line):
        high_us, low_us = len(pulse[1]) * bit_us, len(pulse[2]) * bit_us
        bits += (bit := _bit(high_us))
        # The line stays low after the last bit, for as long as it takes.
        if low_us >= RESET_US or pulse.end() == len(line):
            found.append(_frame(bits))
            bits = ""
        elif abs(low_us - LOW_US[bit]) > TOLERANCE_US:
            raise Unreadable(f"low for {low_us:.3f} µs after a {bit}")
    return found


def _bit(high_us: float) -> str:
    for bit, expected_us in HIGH_US.items():
        if abs(high_us - expected_us) <= TOLERANCE_US:
            return bit
    raise Unreadable(f"high for {high_us:.3f} µs")


def _frame(bits: str) -> bytes:
    if len(bits) % 24:
        raise Unreadable(f"{len(bits)} bits are no whole pixels")
    return int(bits, 2).to_bytes(len(bits) // 8)


def drawn_ma(row: Row, wire: bytes) -> float:
    return row.pixels * row.idle_ma + sum(wire) * row.channel_ma / 255


@contextmanager
def watched() -> Iterator[None]:
    """Fail on any frame that draws more than its supply gives."""
    to_wire = Strip.to_wire

    def checked(strip: Strip, frame: bytes) -> bytes:
        wire = to_wire(strip, frame)
        drawn, supply = drawn_ma(strip.row, wire), strip.row.supply_ma
        assert drawn <= supply, f"a frame draws {drawn:.0f} mA of {supply} mA"
        return wire

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Strip, "to_wire", checked)
        yield
