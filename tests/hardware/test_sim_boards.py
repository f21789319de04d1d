"""The simulated boards: hands and faults, with real firmware and the real driver."""

from collections.abc import Iterator

import pytest

from hardware.backend import NoSuchControl
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)
from hardware.rig import Rig
from tests.support import broken
from tests.support.bad_line import FaultySimBackend
from tests.support.simtable import BOARD


class Table:
    def __init__(self, seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.parts = Parts()
        self.backend = FaultySimBackend(BOARD, self.clock, self.parts, seed=seed)
        self.touch, self.faults = self.backend.touch, self.backend.faults
        self.read: list[Reading] = []
        self.rig = Rig(BOARD, self.backend, self.parts)
        self.rig.listen(self.read.append)
        self.clock.tick(1)

    def after(self, seconds: float) -> list[Reading]:
        """Let time pass and return its readings."""
        self.read.clear()
        self.clock.tick(seconds)
        return list(self.read)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    assert table.read == [LinkUp("depth"), LinkUp("grid"), LinkUp("cards")]
    yield table
    table.rig.close()


# Hands


def test_pieces_and_cards_come_and_go(table: Table) -> None:
    table.touch.put("depth:3:30")
    table.touch.put("tile:2,2")
    table.touch.tag("play", "04A1B2C3D4E5F6")
    assert set(table.after(1)) == {
        Occupied("depth:3:30", True),
        Occupied("tile:2,2", True),
        TagSeen("play", "04a1b2c3d4e5f6"),
    }
    table.touch.take("depth:3:30")
    table.touch.tag("play", "")
    assert table.after(1) == [Occupied("depth:3:30", False)]
    table.touch.tag("play", "04A1B2C3D4E5F6")
    assert table.after(1) == [TagSeen("play", "04a1b2c3d4e5f6")]


def test_even_the_shortest_clicks_on_a_page_are_felt_in_order(table: Table) -> None:
    for tile in ("tile:0,0", "tile:0,0", "tile:4,4"):
        table.touch.press(tile)
        table.touch.release(tile)
    assert table.after(1) == [
        *(Pressed("tile:0,0"), Released("tile:0,0")) * 2,
        *(Pressed("tile:4,4"), Released("tile:4,4")),
    ]


@pytest.mark.parametrize("place", ["depth:4:0", "ok", "", "x" * 99])
def test_a_place_without_a_hall_sensor_is_refused_by_name(
    table: Table, place: str
) -> None:
    for touch in (table.touch.put, table.touch.take):
        with pytest.raises(NoSuchControl, match=f"'{place[:40]}'.* depth:0:0, "):
            touch(place)


@pytest.mark.parametrize(
    ("reader", "uid", "named"),
    [
        ("till", "04", "till"),
        ("shoe", "queen", "queen"),
        ("shoe", "04" * 11, "04" * 11),
        ("shoe", " ", " "),
    ],
)
def test_a_card_that_there_cannot_be_is_refused(
    table: Table, reader: str, uid: str, named: str
) -> None:
    with pytest.raises(NoSuchControl, match=f"'{named}'"):
        table.touch.tag(reader, uid)
    assert table.after(1) == []


# Faults


def test_a_board_can_be_unplugged_and_plugged_in_and_nobody_minds_twice(
    table: Table,
) -> None:
    table.faults.set("depth", "unplug")
    table.faults.set("depth", "unplug")
    assert table.after(1) == [LinkDown("depth")]
    table.faults.set("depth", "plug")
    table.faults.set("depth", "plug")
    assert table.after(3) == [LinkUp("depth")]


def test_what_hands_did_while_a_board_was_away_is_there_when_it_is_back(
    table: Table,
) -> None:
    table.faults.set("grid", "unplug")
    table.touch.put("tile:1,1")
    table.touch.press("tile:2,2")
    assert table.after(1) == [LinkDown("grid")]
    table.faults.clear("grid")
    assert table.after(3) == [
        LinkUp("grid"),
        Occupied("tile:1,1", True),
        Pressed("tile:2,2"),
    ]


@pytest.mark.parametrize("way", ["from", "to"])
def test_a_board_that_cannot_be_used_is_named_and_used_once_it_can_be(
    table: Table, way: str
) -> None:
    table.faults.set("grid", "half-open", way)
    table.faults.set("grid", "unplug")
    table.clock.tick(1)
    table.faults.set("grid", "plug")
    assert table.after(12) == []
    (trouble,) = table.parts.troubles()
    assert trouble.startswith("sensor board grid: ")
    assert "`undertow flash grid`" in trouble
    table.touch.press("tile:0,0")
    table.faults.clear("grid")
    assert table.after(60)[:2] == [LinkUp("grid"), Pressed("tile:0,0")]


@pytest.mark.parametrize(("fault", "level"), [("stuck on", True), ("stuck off", False)])
def test_a_stuck_bit_feels_nothing_any_more(
    table: Table, fault: str, level: bool
) -> None:
    table.touch.put("depth:0:1")
    table.clock.tick(1)
    table.faults.set("depth", fault, "depth:0:0")
    expected = [Occupied("depth:0:0", True)] if level else []
    assert table.after(1) == expected
    table.touch.put("depth:0:0")
    table.clock.tick(1)
    table.touch.take("depth:0:0")
    table.touch.take("depth:0:1")
    assert table.after(1) == [Occupied("depth:0:1", False)]
    table.faults.clear("depth")
    assert table.after(1) == [Occupied("depth:0:0", False)] * level


@pytest.mark.parametrize(
    ("board", "place", "name"),
    [
        ("grid", "tile:1,1", "tile:1,1's switch"),
        ("grid", "tile:1,1 hall", "tile:1,1's Hall sensor"),
        ("depth", "depth:1:1", "depth:1:1's Hall sensor"),
    ],
)
def test_a_flapping_bit_is_named_and_the_link_stays_up(
    table: Table, board: str, place: str, name: str
) -> None:
    table.faults.set(board, "flapping", place)
    assert LinkDown(board) not in table.after(30)
    assert broken(table.parts) == [name]
    assert table.after(30) == []
    table.faults.clear(board)
    table.clock.tick(5)
    assert table.parts.troubles() == []
