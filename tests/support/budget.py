"""What a strip draws, from its data sheet alone, and a watch over all strips."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.parts.strip import Strip
from wiring.boardmap import Strip as Row


def drawn_ma(row: Row, wire: bytes) -> float:
    return row.pixels * row.idle_ma + sum(wire) * row.channel_ma / 255


@contextmanager
def watched() -> Iterator[None]:
    """Meanwhile a frame that draws more than its supply gives fails, in any strip."""
    to_wire = Strip.to_wire

    def checked(strip: Strip, frame: bytes) -> bytes:
        wire = to_wire(strip, frame)
        drawn, supply = drawn_ma(strip.row, wire), strip.row.supply_ma
        assert drawn <= supply, f"a frame draws {drawn:.0f} mA of {supply} mA"
        return wire

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Strip, "to_wire", checked)
        yield
