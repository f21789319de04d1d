"""The Eliminator strikes only if all conditions hold, and once for each request."""

from collections.abc import Callable
from itertools import pairwise
from typing import get_args

import pytest

from hardware.parts.eliminator import (
    RULES,
    STEP_S,
    Said,
    State,
)
from hardware.parts.registry import PATIENCE_S
from hardware.readings import LinkDown, LinkUp
from tests.support.eliminator_bench import (
    COOLDOWN_S,
    HOLD_S,
    OTHER,
    ROW,
    TILE,
    Bench,
)

# All ways in which a condition can go.
LOSSES: dict[str, Callable[[Bench], None]] = {
    "fire": lambda bench: bench.release("fire"),
    "key": lambda bench: bench.release("arm"),
    "puck gone": lambda bench: bench.sense(TILE, False),
    "puck twice": lambda bench: bench.sense(OTHER),
    "grid board": lambda bench: bench.eliminator.reading(LinkDown("grid")),
    "withdrawn": lambda bench: bench.eliminator.withdraw(),
    "asked anew": lambda bench: bench.eliminator.ask(TILE),
}


@pytest.fixture
def bench() -> Bench:
    return Bench()


# The whole stroke


def test_asked_sensed_armed_and_held_it_strikes_once(bench: Bench) -> None:
    bench.prepare()
    bench.told.clear()
    bench.press("fire")
    begun = bench.clock.time() + HOLD_S
    bench.clock.tick(20)
    turned = [told.degrees for told in bench.turns]
    assert turned[0] == turned[-1] == ROW.rest_deg
    assert max(d for d in turned if d is not None) == ROW.strike_deg
    assert turned.count(ROW.strike_deg) == 1
    assert bench.told[0].at_s == pytest.approx(begun)
    assert bench.told[-1].degrees is None
    assert len(bench.told) == len(bench.turns) + 1
    assert bench.state == "unasked"
    bench.release("fire")
    bench.press("fire")
    bench.clock.tick(20)
    assert len(bench.turns) == len(turned), "one strike for each asking"


def test_the_next_asking_is_struck_after_the_cool_down_with_a_fresh_press(
    bench: Bench,
) -> None:
    bench.strike()
    bench.eliminator.ask(TILE)
    bench.clock.tick(20)
    assert bench.state == "asked"
    assert not bench.is_driven
    strokes = len(bench.turns)
    bench.clock.tick(20)
    assert len(bench.turns) == strokes, "the finger was never lifted"
    bench.release("fire")
    bench.press("fire")
    bench.clock.tick(20)
    assert len(bench.turns) > strokes


def test_it_cools_after_the_start_since_it_may_have_struck_just_before(
    bench: Bench,
) -> None:
    assert bench.state == "out"
    bench.clock.tick(0)
    bench.eliminator.ask(TILE)
    bench.sense(TILE)
    bench.press("arm")
    bench.clock.tick(COOLDOWN_S - 0.01)
    assert bench.state == "cooling"
    bench.press("fire")
    bench.clock.tick(20)
    assert bench.state == "asked", "pressed too early: a fresh press is needed"
    assert bench.turns == []


# What is missing


def test_what_the_grid_board_said_before_it_fell_silent_is_forgotten(
    bench: Bench,
) -> None:
    bench.prepare()
    bench.eliminator.reading(LinkDown("grid"))
    bench.sense(TILE)  # out of turn: the board is not back yet
    bench.eliminator.reading(LinkUp("grid"))
    bench.press("fire")
    bench.clock.tick(20)
    assert bench.turns == []
    bench.sense(TILE)
    bench.release("fire")
    bench.press("fire")
    bench.clock.tick(20)
    assert bench.turns != []


def test_fire_held_before_the_rest_is_ready_strikes_nothing(bench: Bench) -> None:
    bench.cool()
    bench.press("fire")
    bench.eliminator.ask(TILE)
    bench.sense(TILE)
    bench.press("arm")
    bench.clock.tick(20)
    assert bench.turns == []


@pytest.mark.parametrize("loss", LOSSES)
def test_losing_a_condition_while_striking_goes_home_and_releases(
    bench: Bench, loss: str
) -> None:
    bench.strike()
    reached = bench.turns[-1].degrees
    assert reached is not None
    assert reached < ROW.strike_deg
    LOSSES[loss](bench)
    assert bench.state == "returning"
    before = len(bench.turns)
    bench.clock.tick(20)
    back = [told.degrees for told in bench.turns[before:]]
    assert back == sorted(back, key=lambda d: -(d or 0.0))
    assert back[-1] == ROW.rest_deg
    assert all(d is not None and d < reached for d in back)
    assert not bench.is_driven


# Time


def test_a_step_that_comes_late_is_not_made_up_for(bench: Bench) -> None:
    bench.strike()
    at = bench.turns[-1].degrees
    bench.clock.stall(0.7)
    assert bench.turns[-1].degrees == at
    bench.clock.tick(2 * STEP_S)
    # It has been away for long: the next step is one back.
    assert at is not None
    last = bench.turns[-1].degrees
    assert last is not None
    assert ROW.rest_deg <= last < at
    bench.clock.tick(20)
    assert bench.state == "unasked"
    assert max(t.degrees for t in bench.turns if t.degrees is not None) == at


@pytest.mark.parametrize("speed_deg_s", [50, 180, 333, 360, 500, 999, 1000])
def test_no_step_is_shorter_than_the_frame_of_a_servo(speed_deg_s: int) -> None:
    """Else lgpio would drop some, and the next would jump."""
    bench = Bench(ROW._replace(speed_deg_s=speed_deg_s))
    bench.prepare()
    bench.press("fire")
    bench.clock.tick(10)
    turned = [told.real_s for told in bench.turns]
    assert len(turned) > 2
    assert min(b - a for a, b in pairwise(turned)) >= STEP_S - 1e-6


def test_a_servo_that_was_driven_for_long_cools_for_long() -> None:
    row = ROW._replace(cooldown_ms=1000, duty_percent=10)
    bench = Bench(row).strike()
    bench.clock.tick(1)
    driven_s = bench.told[-1].at_s - bench.turns[0].at_s
    assert not bench.is_driven
    bench.clock.tick(driven_s * 9 - 1)
    assert bench.state == "cooling"
    bench.clock.tick(1)
    assert bench.state == "unasked"


# Trouble


def test_a_servo_that_raises_is_released_named_and_opened_again(bench: Bench) -> None:
    bench.strike()
    bench.broken = {"turn"}
    bench.clock.tick(STEP_S)
    assert bench.state == "out"
    assert not bench.is_driven
    assert "at turn" in str(bench.trouble)
    assert (bench.opened, bench.closed) == (1, 1)
    bench.broken = set()
    bench.clock.tick(PATIENCE_S[0])
    assert bench.state == "cooling"
    assert bench.trouble is None
    strokes = len(bench.turns)
    bench.clock.tick(100)
    assert bench.state == "unasked", "the asking is withdrawn"
    bench.eliminator.ask(TILE)
    bench.clock.tick(100)
    assert len(bench.turns) == strokes, "the finger was never lifted"


def test_a_servo_that_cannot_be_opened_is_tried_again(bench: Bench) -> None:
    bench.broken = {"open"}
    bench.clock.tick(0)
    assert "at open" in str(bench.trouble)
    bench.eliminator.ask(TILE)
    bench.clock.tick(PATIENCE_S[0] + PATIENCE_S[1])
    assert bench.state == "out"
    bench.broken = set()
    bench.clock.tick(100)
    assert bench.state == "asked", "asked for while it was out, and still wanted"


def test_a_servo_that_cannot_be_released_is_closed_and_opened_again(
    bench: Bench,
) -> None:
    bench.strike()
    bench.broken = {"release"}
    bench.clock.tick(1)
    assert bench.state == "out"
    bench.clock.tick(PATIENCE_S[0])
    assert bench.opened == bench.closed == 2
    bench.broken = set()
    bench.clock.tick(PATIENCE_S[1])
    assert bench.state == "cooling"
    assert bench.opened == bench.closed + 1


# The end


def test_closed_before_the_clock_ran_it_is_never_opened(bench: Bench) -> None:
    bench.eliminator.close()
    bench.clock.tick(100)
    assert (bench.opened, bench.state) == (0, "closed")


# The table of rules


def test_every_state_and_everything_said_is_in_the_rules() -> None:
    assert {state for state, _ in RULES} == set(get_args(State)) - {"closed"}
    assert set(RULES.values()) == set(get_args(State))
    assert {said for _, said in RULES} == set(get_args(Said))


def test_the_only_way_to_a_stroke_is_through_the_hold() -> None:
    ways = [pair for pair, new in RULES.items() if new == "striking"]
    assert ways == [("holding", "held")]
    assert [p for p, new in RULES.items() if new == "holding"] == [("asked", "fire")]
