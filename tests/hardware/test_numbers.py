"""The table recovers however much a board has logged while nobody listened.

The real firmware and the table's end of the wire, without a port between them.
"""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.board import VERSION
from firmware.log import ROOM, WINDOW, Log
from firmware.messages import AskHello
from hardware.boards.link import Identity, Link
from hardware.boards.sensors import Sensors
from hardware.parts.registry import Parts
from hardware.readings import LinkUp, Pressed, Reading, Released
from tests.firmware.played import Played, SmallTables
from wiring.boardmap import Sensor, SensorBoard

SWITCHES = [f"tile:0,{n}" for n in range(8)]
ROW = SensorBoard(
    "small",
    "E661",
    (
        *(Sensor("switch", place) for place in SWITCHES),
        *(None, None),
        *(Sensor("hall", f"depth:0:{n}") for n in range(6)),
    ),
    ("shoe", "play"),
)
CIRCLE = 0x10000
# Where a number is just ahead, just behind, or the same again.
EDGES = sorted(
    around + off
    for around in (0, ROOM, WINDOW, WINDOW + ROOM, CIRCLE // 2, CIRCLE)
    for off in (-1, 0, 1, ROOM // 2)
    if around + off >= 0
)


class Pair:
    """A board and the table's end of its line."""

    def __init__(self) -> None:
        self.board = Played()
        self.sensors = Sensors(ROW, Parts())
        self.link = Link(
            "small",
            Identity(VERSION, SmallTables.HASH, "E661"),
            self.sensors,
            0x1000,
        )
        self.read: list[Reading] = []
        self.now = 0.0

    @property
    def log(self) -> Log:
        found = self.board.board.watch.log
        assert found is not None
        return found

    def open(self) -> None:
        self.link.opened(self.now)
        self.talk()

    def talk(self) -> None:
        """Talk over a good line for a while."""
        for _ in range(100):
            self.now += 0.02
            self.board.wait(20)
            sent, self.board.line.sent = b"".join(self.board.line.sent), []
            self.read += self.link.feed(sent, self.now)
            self.read += self.link.tick(self.now)
            self.link.handled()
            self.board.board.receive(self.board.now_ms, self.link.outgoing())
        assert self.link.failure is None

    def close(self) -> None:
        self.read += self.link.closed()
        self.board.line.sent.clear()

    def note(self, entries: int, *, is_telling: bool) -> list[int]:
        """Note this many changes that nobody hears of; return the final levels."""
        levels = list(self.levels())
        for number in range(entries):
            bit = number % 7  # no divisor of the ring: what is left differs
            levels[bit] ^= 1
            self.log.bit(bit, levels[bit], self.board.now_ms)
            if number % 100 == 0:
                if is_telling:
                    self.board.say(AskHello(0x0101))
                self.board.wait(2)
                self.board.line.sent.clear()
        return levels

    def levels(self) -> bytearray:
        return self.sensors.levels


def says(*readings: Reading) -> list[str]:
    """Return readings with their types, since two kinds may be equal."""
    return [*map(repr, readings)]


def said(pair: Pair) -> list[str]:
    return says(*pair.read)


def recovered(entries: int, *, is_telling: bool) -> Pair:
    """Recover from a gap of this many entries, told by the board or not."""
    pair = Pair()
    pair.open()
    pair.board.press(3)
    pair.talk()
    assert said(pair) == says(
        LinkUp("small"), Pressed(SWITCHES[3]), Released(SWITCHES[3])
    )
    pair.close()
    levels = pair.note(entries, is_telling=is_telling)
    pair.read.clear()
    pair.open()
    pair.talk()
    assert pair.link.stage == "live"
    assert list(pair.levels()) == levels
    assert pair.log.seen == pair.log.last, "all of it is acknowledged"
    return pair


def hears_the_next_press(pair: Pair) -> None:
    pair.read.clear()
    pair.board.press(7)
    pair.talk()
    assert said(pair) == says(Pressed(SWITCHES[7]), Released(SWITCHES[7]))


@settings(max_examples=8)
@given(st.integers(0, 3 * CIRCLE), st.booleans())
def test_after_any_gap_the_table_knows_the_levels_and_hears_the_next_press(
    entries: int, is_telling: bool
) -> None:
    hears_the_next_press(recovered(entries, is_telling=is_telling))


@pytest.mark.parametrize("entries", EDGES)
def test_it_does_so_where_a_number_comes_round(entries: int) -> None:
    hears_the_next_press(recovered(entries, is_telling=entries % 2 == 0))


@settings(max_examples=5)
@given(st.integers(0, ROOM))
@example(ROOM)
def test_everything_a_board_can_keep_is_reported_once_and_in_order(
    entries: int,
) -> None:
    pair = recovered(entries, is_telling=False)
    told = [r for r in pair.read if isinstance(r, Pressed | Released)]
    assert len(told) == entries
    levels = [number // 7 % 2 for number in range(entries)]
    expected = [
        (Released if level else Pressed)(SWITCHES[number % 7])
        for number, level in enumerate(levels)
    ]
    assert says(*told) == says(*expected)
