"""Hands are noisy, but the table finds the one right reading of the sensors."""

from typing import NamedTuple

import pytest

from controller.pieces.guide import Step
from controller.pieces.sensors import Denied
from controller.pieces.tracker import MOVES, PATIENCE_S, QUIET_S, PieceTracker
from controller.tabletop.staging import Stand
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.readings import LinkDown, LinkUp, Occupied

LANE = frozenset(f"depth:0:{p}" for p in range(31))
OTHER = frozenset(f"depth:1:{p}" for p in range(31))
RIGHT: Stand = {"depth:0:3": ("pirate 0",), "depth:1:7": ("pirate 1",)}


class Hand:
    """A table with two pirates, and a hand that leaves readings behind."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.rests: list[tuple[Step | None, ...]] = []
        self.parts = Parts()
        self.tracker = PieceTracker(
            {"depth": LANE | OTHER},
            self.clock,
            self.parts,
            lambda: self.rests.append(self.seen()),
        )
        self.tracker.expect(RIGHT)
        for place in RIGHT:
            self.tracker.reading(Occupied(place, True))
        self.clock.tick(QUIET_S)
        assert self.seen() == (None, None)
        self.rests.clear()

    def seen(self) -> tuple[Step | None, ...]:
        return self.tracker.carried, self.tracker.step

    def does(self, trace: str) -> None:
        """Make readings: `-0:3 .1 +0:4` is off, a tenth of a second, on."""
        for word in trace.split():
            if word[0] == ".":
                self.clock.tick(float(word))
            else:
                place = f"depth:{word[1:]}"
                self.tracker.reading(Occupied(place, word[0] == "+"))


@pytest.fixture
def hand() -> Hand:
    return Hand()


CARRIED = Step("pirate 0", "depth:0:3", "depth:0:6")
BACK = Step("pirate 0", "depth:0:6", "depth:0:3")


class Trace(NamedTuple):
    what: str
    trace: str
    carried: Step | None
    step: Step | None


TRACES = [
    Trace("carried through the air", "-0:3 .4 +0:6", CARRIED, BACK),
    Trace(
        "slid over its neighbours",
        "-0:3 .1 +0:4 .2 -0:4 .05 +0:5 .3 -0:5 .1 +0:6",
        CARRIED,
        BACK,
    ),
    Trace(
        "slid, and felt by two sensors at once",
        "+0:4 .1 -0:3 .1 +0:5 -0:4 .1 +0:6 .1 -0:5",
        CARRIED,
        BACK,
    ),
    Trace("brushed", "-0:3 .2 +0:3", None, None),
    Trace("slid too far and back", "-0:3 +0:8 .3 -0:8 .1 +0:6", CARRIED, BACK),
    Trace("swept over by a sleeve", "+0:9 -0:9 +0:10 -0:10 .1 +0:11 -0:11", None, None),
    Trace(
        "both lifted, one carried",
        "-0:3 .2 -1:7 .3 +0:6 .1 +1:7",
        CARRIED,
        BACK,
    ),
    Trace(
        "the two swapped",
        "-0:3 .2 -1:7 .2 +0:7 .3 +1:3",
        None,
        Step("pirate 0", "depth:0:7", "depth:0:3"),
    ),
    Trace(
        "taken away",
        "-0:3",
        None,
        Step("pirate 0", None, "depth:0:3"),
    ),
    Trace(
        "a coin on the board",
        "+0:20",
        None,
        Step("a piece", "depth:0:20", None),
    ),
]


@pytest.mark.parametrize("trace", TRACES, ids=[t.what for t in TRACES])
def test_a_noisy_trace_gives_the_one_right_reading(hand: Hand, trace: Trace) -> None:
    hand.does(trace.trace)
    assert hand.rests == []
    hand.clock.tick(QUIET_S)
    assert hand.rests == [(trace.carried, trace.step)]


def test_an_empty_table_is_played_by_light_alone(hand: Hand) -> None:
    hand.does("-0:3 -1:7")
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (None, None)


DEEPER: Stand = {"depth:0:5": ("pirate 0",), "depth:1:7": ("pirate 1",)}


def test_a_piece_that_misses_the_place_it_was_sent_to_has_chosen_nothing(
    hand: Hand,
) -> None:
    hand.tracker.expect(DEEPER)
    hand.does("-0:3 .2 +0:6")
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (None, Step("pirate 0", "depth:0:6", "depth:0:5"))
    hand.does("-0:6 .2 +0:5")
    hand.clock.tick(QUIET_S)
    hand.does("-0:5 .2 +0:6")
    hand.clock.tick(QUIET_S)
    assert hand.tracker.carried == Step("pirate 0", "depth:0:5", "depth:0:6")


def test_a_carried_piece_can_be_carried_on(hand: Hand) -> None:
    hand.does("-0:3 .2 +0:6")
    hand.clock.tick(QUIET_S)
    hand.does("-0:6 .2 +0:8")
    hand.clock.tick(QUIET_S)
    assert hand.tracker.carried == Step("pirate 0", "depth:0:3", "depth:0:8")


def test_a_player_is_asked_once_a_step_has_been_shown_for_long(hand: Hand) -> None:
    hand.does("+0:20")
    hand.clock.tick(QUIET_S)
    assert not hand.tracker.asks
    hand.rests.clear()
    hand.clock.tick(PATIENCE_S)
    assert hand.tracker.asks
    assert len(hand.rests) == 1
    hand.does("-0:20")
    assert not hand.tracker.asks
    hand.clock.tick(QUIET_S)
    assert not hand.tracker.asks


def test_a_sensor_that_is_denied_is_left_out_until_it_changes(hand: Hand) -> None:
    hand.does("+0:20")
    hand.clock.tick(QUIET_S)
    hand.tracker.confirm_placement()
    assert hand.tracker.denied == {"depth:0:20": Denied("depth:0:20", True)}
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (None, None)
    hand.does("-0:20")
    assert hand.tracker.denied == {}
    hand.does("+0:20")
    # Once more after the sensor has come off the list of parts in trouble.
    hand.clock.tick(2 * QUIET_S)
    assert hand.tracker.step == Step("a piece", "depth:0:20", None)


def test_a_piece_that_the_game_goes_on_without_is_none(hand: Hand) -> None:
    hand.does("+0:20")
    hand.clock.tick(QUIET_S)
    for depth in range(8, 8 + MOVES):
        assert hand.tracker.denied == {}
        hand.tracker.expect(
            {"depth:0:3": ("pirate 0",), f"depth:1:{depth}": ("pirate 1",)}
        )
        hand.does(f"-1:{depth - 1} .2 +1:{depth}")
        hand.clock.tick(QUIET_S)
    assert hand.tracker.denied == {"depth:0:20": Denied("depth:0:20", True)}
    assert hand.seen() == (None, None)


def test_a_sensor_that_is_doubted_counts_again_later(hand: Hand) -> None:
    hand.parts.fails("depth:0:20's Hall sensor", "flaps")
    hand.does("+0:20")
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (None, None)
    hand.parts.works("depth:0:20's Hall sensor")
    hand.clock.tick(QUIET_S)
    assert hand.tracker.step == Step("a piece", "depth:0:20", None)


def test_a_silent_board_is_compared_only_once_it_speaks_again(hand: Hand) -> None:
    hand.tracker.reading(LinkDown("depth"))
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (None, None)
    # While it was away somebody moved a pirate.
    hand.tracker.reading(LinkUp("depth"))
    hand.does("-0:3 +0:6")
    hand.clock.tick(QUIET_S)
    assert hand.seen() == (CARRIED, BACK)


def test_what_a_silent_board_would_feel_is_asked_for_once_it_is_back(
    hand: Hand,
) -> None:
    hand.tracker.reading(LinkDown("depth"))
    hand.clock.tick(QUIET_S)
    hand.tracker.expect(DEEPER)
    assert hand.seen() == (None, None)
    hand.tracker.reading(LinkUp("depth"))
    hand.clock.tick(QUIET_S)
    assert hand.tracker.step == Step("pirate 0", "depth:0:3", "depth:0:5")
