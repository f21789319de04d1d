"""A failing part is disabled, reported and retried, and its recovery is reported."""

import logging

import pytest

from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import (
    EARLY_S,
    PATIENCE_S,
    Part,
    Parts,
    Retrying,
    StartingUp,
)
from hardware.rig import Rig
from tests.support.simtable import BOARD, SimTable


class Fragile:
    def __init__(self) -> None:
        self.broken = False
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1
        if self.broken:
            raise OSError(5, "Input/output error")


@pytest.fixture
def driver() -> Fragile:
    return Fragile()


def test_a_call_that_raises_names_the_trouble_and_is_tried_again(
    driver: Fragile, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    parts, clock = Parts(), VirtualClock()
    heard: list[Part] = []
    parts.on_change.append(heard.append)
    parts.fitted("strip", "SPI")
    mended = Retrying("strip", parts, clock, driver)
    driver.broken = True
    assert not mended.run(driver)
    out = Part("strip", "SPI", "OSError: [Errno 5] Input/output error")
    assert heard == [out]
    # While it is out nothing more is asked of it.
    assert not mended.run(driver)
    assert driver.calls == 1
    clock.tick(PATIENCE_S[0])
    assert driver.calls == 2
    driver.broken = False
    clock.tick(PATIENCE_S[1])
    assert heard == [out, Part("strip", "SPI")]
    assert mended.run(driver)
    assert [r.getMessage() for r in caplog.records] == [
        "strip: SPI",
        "strip: OSError: [Errno 5] Input/output error",
        "strip: works again",
    ]


def test_a_part_that_is_not_ready_yet_is_named_only_if_it_stays_so() -> None:
    def open_it() -> None:
        raise StartingUp("udev is late")

    parts, clock = Parts(), VirtualClock()
    assert not Retrying("servo", parts, clock, open_it).run(open_it)
    clock.tick(EARLY_S - 0.1)
    assert parts.troubles() == []
    clock.tick(0.2)
    assert parts.troubles() == ["servo: udev is late"]


def test_a_part_that_is_closed_is_not_tried_again(driver: Fragile) -> None:
    clock = VirtualClock()
    mended = Retrying("strip", Parts(), clock, driver)
    driver.broken = True
    mended.run(driver)
    mended.close()
    clock.tick(100)
    assert driver.calls == 1


class BrokenPixels(MemoryPixels):
    broken = False

    def show(self, wire: bytes) -> None:
        if self.broken:
            raise OSError(19, "No such device")
        super().show(wire)


def test_a_strip_that_comes_back_shows_the_current_frame() -> None:
    parts, clock, pixels = Parts(), VirtualClock(), BrokenPixels()
    rig = Rig(BOARD, SimBackend(BOARD, clock, parts, pixels), parts)
    frames = [bytes([n] * 3 * BOARD.strip.pixels) for n in (90, 120, 150)]
    rig.strip.show(frames[0])
    pixels.broken = True
    rig.strip.show(frames[1])
    rig.strip.show(frames[2])
    assert [p.trouble for p in parts.all() if p.name == "strip"] == [
        "OSError: [Errno 19] No such device"
    ]
    pixels.broken = False
    clock.tick(PATIENCE_S[0])
    assert pixels.wire == rig.strip.wire
    assert pixels.sent == 2
    assert all(part.trouble is None for part in parts.all())
    rig.close()


def test_the_game_goes_on_without_its_strip(table: SimTable) -> None:
    table.start(seats=4)
    table.backend.pixels.show = _unplugged  # type: ignore[method-assign]
    for seat in range(4):
        table.choose(seat, seat + 1)
    assert table.position.round == 2
    assert [p.name for p in table.parts.all() if p.trouble] == ["strip"]


def _unplugged(wire: bytes) -> None:
    raise OSError(19, "No such device")
