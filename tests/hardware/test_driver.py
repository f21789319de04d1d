"""The driver finds boards by their serial numbers, and again after they disappear."""

import pytest

from firmware.board import VERSION
from firmware.messages import (
    AskHello,
    AskState,
    Changes,
    Hello,
    Message,
    Seen,
    bit_entry,
    unpack,
)
from firmware.wire import Decoder, frame
from hardware.backends.sim.clock import VirtualClock
from hardware.boards.driver import SEARCH_S, Boards
from hardware.boards.link import PATIENCE_S as ASKING_S
from hardware.parts.registry import PATIENCE_S, Parts
from hardware.readings import LinkDown, LinkUp, Pressed, Reading, Released
from tests.support import broken
from tests.support.board_peer import EPOCH, ROW, FakeLine, FakePorts, state
from wiring.tables import tables_hash

PART = "sensor board mixed"


class Bench:
    """A driver, its ports, and a scripted board that can be plugged in."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.parts = Parts()
        self.ports = FakePorts()
        self.read: list[Reading] = []
        self.boards = Boards([ROW], self.ports, self.clock, self.parts, 0)
        self.boards.listen(self.read.append)

    def plug(self, port: str = "/dev/ttyACM0") -> None:
        self.ports.plugged = {ROW.usb_serial: port}

    def unplug(self, why: str = "it was unplugged") -> None:
        self.ports.plugged = {}
        self.line.on_lost(why)

    @property
    def line(self) -> FakeLine:
        return self.ports.opened[-1][1]

    def asked(self) -> list[Message]:
        data, self.line.sent = self.line.sent, b""
        messages = [unpack(raw) for raw in Decoder().feed(data)]
        return [message for message in messages if message]

    def answer(
        self,
        tables: bytes = tables_hash(ROW),
        epoch: int = EPOCH,
        version: tuple[int, int, int] = VERSION,
    ) -> None:
        ask = [m for m in self.asked() if isinstance(m, AskHello)][-1]
        who = version, tables, ROW.name, ROW.usb_serial
        self.say(Hello(ask.nonce, epoch, 0, *who))

    def say(self, *messages: Message) -> None:
        self.line.on_data(b"".join(frame(0, m.pack()) for m in messages))

    def go_live(self) -> None:
        self.plug()
        self.clock.tick(SEARCH_S)
        self.answer()
        self.say(state())
        assert self.read[-1] == LinkUp("mixed")


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_board_that_is_there_first_is_taken_at_once(bench: Bench) -> None:
    bench.plug()
    bench.clock.tick(0)
    bench.answer()
    assert bench.asked() == [AskState(EPOCH)]
    bench.say(state())
    assert bench.read == [LinkUp("mixed")]
    (part,) = bench.parts.all()
    assert (part.name, part.trouble) == (PART, None)
    assert "/dev/ttyACM0" in part.says


def test_a_board_that_comes_later_is_named_until_it_does(bench: Bench) -> None:
    assert bench.parts.troubles() == [], "before anybody looked, nothing is missing"
    bench.clock.tick(10)
    (missing,) = bench.parts.troubles()
    assert "E66138" in missing
    bench.go_live()
    assert bench.parts.troubles() == []


def test_capital_and_small_letters_of_a_serial_number_are_the_same(
    bench: Bench,
) -> None:
    bench.ports.plugged = {ROW.usb_serial.lower(): "/dev/ttyACM0"}
    assert ROW.usb_serial.lower() != ROW.usb_serial
    bench.clock.tick(SEARCH_S)
    assert [name for name, _ in bench.ports.opened] == ["/dev/ttyACM0"]


def test_nobody_looks_for_boards_while_all_are_there(bench: Bench) -> None:
    bench.clock.tick(10 * SEARCH_S)
    assert bench.ports.looks == 11
    bench.plug()
    bench.clock.tick(SEARCH_S)
    looks = bench.ports.looks
    bench.answer()
    bench.say(state())
    bench.clock.tick(4)
    assert bench.ports.looks == looks


@pytest.mark.parametrize("port", ["/dev/ttyACM0", "/dev/ttyACM7"])
def test_an_unplugged_board_is_found_again_under_any_name(
    bench: Bench, port: str
) -> None:
    bench.go_live()
    old = bench.line
    bench.unplug()
    assert bench.read[-1] == LinkDown("mixed")
    assert broken(bench.parts) == [PART]
    bench.clock.tick(60)
    bench.plug(port)
    bench.clock.tick(SEARCH_S)
    assert not old.is_open
    assert [name for name, _ in bench.ports.opened] == ["/dev/ttyACM0", port]
    bench.answer(epoch=78)
    bench.say(state(epoch=78))
    assert bench.read == [LinkUp("mixed"), LinkDown("mixed"), LinkUp("mixed")]
    assert bench.boards.health()[0].port == port


def test_a_line_that_breaks_at_the_first_word_is_tried_again(bench: Bench) -> None:
    bench.plug()
    bench.ports.refuses = "Permission denied"
    bench.clock.tick(1)
    assert broken(bench.parts) == [PART]
    bench.ports.refuses = None
    bench.clock.tick(SEARCH_S)
    bench.answer()
    bench.say(state())
    assert bench.read == [LinkUp("mixed")]


def test_a_board_that_does_not_answer_is_left_alone_longer_and_longer(
    bench: Bench,
) -> None:
    bench.plug()
    bench.clock.tick(600)
    openings = len(bench.ports.opened)
    # Half a minute of patience and the time of asking, again and again.
    every_s = PATIENCE_S[-1] + sum(ASKING_S)
    assert 600 / every_s <= openings <= 600 / every_s + len(PATIENCE_S)
    assert sum(line.is_open for _, line in bench.ports.opened) <= 1
    assert "`undertow flash mixed`" in bench.parts.troubles()[0]
    while bench.line.is_open:
        bench.clock.tick(SEARCH_S)
    openings = len(bench.ports.opened)
    bench.ports.plugged = {}
    bench.clock.tick(SEARCH_S)
    bench.plug()
    bench.clock.tick(SEARCH_S)
    assert len(bench.ports.opened) > openings, "plugged in anew it is tried at once"


# Readings are dealt with before the board may forget them


def test_a_reading_is_acknowledged_after_the_table_has_dealt_with_it(
    bench: Bench,
) -> None:
    bench.go_live()
    bench.asked()
    acknowledged: list[list[Message]] = []
    bench.boards.listen(lambda _: acknowledged.append(bench.asked()))
    bench.say(Changes(EPOCH, 1, bit_entry(0, 1, 9) + bit_entry(0, 0, 9)))
    assert acknowledged == [[], []]
    assert bench.asked() == [Seen(EPOCH, 2)]


class Killed(BaseException):
    """The end of the program at this moment."""


def test_a_reading_that_the_program_dies_of_is_still_on_the_board(
    bench: Bench,
) -> None:
    bench.go_live()
    bench.asked()

    def dies(_: Reading) -> None:
        raise Killed

    bench.boards.listen(dies)
    with pytest.raises(Killed):
        bench.say(Changes(EPOCH, 1, bit_entry(0, 1, 9)))
    assert bench.asked() == []


def test_a_table_that_raises_at_one_reading_still_gets_the_others(bench: Bench) -> None:
    bench.go_live()
    bench.asked()
    told: list[Reading] = []

    def fails_once(reading: Reading) -> None:
        told.append(reading)
        if len(told) == 1:
            raise RuntimeError("a table with a bug")

    bench.boards.listen(fails_once)
    with pytest.raises(RuntimeError, match="a table with a bug"):
        bench.say(Changes(EPOCH, 1, bit_entry(0, 1, 9) + bit_entry(0, 0, 9)))
    assert told == [Pressed("tile:0,0"), Released("tile:0,0")]


# Plugs


def test_two_plugs_with_one_number_are_named_and_neither_is_opened(
    bench: Bench,
) -> None:
    bench.plug()
    bench.ports.twins = [(ROW.usb_serial.lower(), "/dev/ttyACM4")]
    bench.clock.tick(SEARCH_S)
    (twins,) = bench.parts.troubles()
    assert all(word in twins for word in ("E66138", "/dev/ttyACM0", "/dev/ttyACM4"))
    assert bench.ports.opened == []
    bench.ports.twins = []
    bench.clock.tick(SEARCH_S)
    bench.answer()
    bench.say(state())
    assert bench.parts.troubles() == []
