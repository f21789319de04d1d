"""With `why` held, the table says what a move would do, without doing it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from controller.basics.sentence import say
from controller.games.get_bit.pieces import Choose
from controller.input import tries
from controller.words.files import in_english
from tests.support.simtable import SimTable, Told
from tests.support.words import catalogue_text

POSSIBLE = in_english(tries.POSSIBLE)


def neutral(table: SimTable, seat: int) -> str:
    return table.said(say("try.secret", seat=seat))


SHORT_S = 0.05


@contextmanager
def why_held(table: SimTable) -> Iterator[list[Told]]:
    """Hold `why`, yield the notices, and check that nothing is played or forgotten."""
    position, begun = table.position, table.table.gestures.progress.so_far
    kept, last = table.journal.unfinished(), table.table.refused
    table.press("why")
    table.clock.tick(SHORT_S)
    table.told.clear()
    yield table.told
    table.release("why")
    table.clock.tick(SHORT_S)
    assert table.position is position
    assert table.journal.unfinished() == kept
    assert table.table.gestures.progress.so_far == begun
    assert table.table.refused is last


# Counting


def test_a_playable_count_is_announced_on_its_seats_page(table: SimTable) -> None:
    with why_held(table) as told:
        table.choose(2, 3)
        assert told == [
            Told(2, True, "", POSSIBLE),
            Told(None, True, "GB-05", neutral(table, 2)),
        ]
    assert table.position.choices == (0, 0, 0, 0)


def test_an_unplayable_count_is_answered_with_its_ruling(table: SimTable) -> None:
    action = Choose(2, "green", 6)
    refusal = table.table.match.refusal(action)
    assert refusal
    with why_held(table) as told:
        table.choose(2, 6)
        assert told == [
            Told(2, False, *table.refused(refusal)),
            Told(None, True, "GB-05", neutral(table, 2)),
        ]


def test_what_one_seat_let_go_of_is_not_told_to_another(table: SimTable) -> None:
    """Seat 0's button went down later, and is up: what is counted now is seat 1's."""
    table.act(Choose(0, "red", 1), 0)
    with why_held(table) as told:
        table.press("seat:1")
        table.tap("seat:0")
        told.clear()
        table.tap("next")
        table.tap("ok")
        table.release("seat:1")
        assert told[0] == Told(1, True, "", POSSIBLE)


# What was begun


def test_a_gesture_can_be_tried_and_then_be_played(table: SimTable) -> None:
    table.count(0, 2)
    with why_held(table) as told:
        table.tap("ok")
        assert told[0] == Told(0, True, "", POSSIBLE)
    table.tap("next")
    table.tap("ok")
    assert table.position.choices == (3, 0, 0, 0)


def test_a_button_that_went_down_for_a_try_does_not_count_afterwards(
    table: SimTable,
) -> None:
    table.press("why")
    table.press("seat:0")
    table.release("why")
    table.clock.tick(SHORT_S)
    table.tap("next")
    table.tap("ok")
    assert table.position.choices == (0, 0, 0, 0)


# What leads nowhere


ALONE = catalogue_text(
    "try.alone",
    next="{}: choose a card. " + catalogue_text("ask-table.choose", "get-bit"),
)


@pytest.mark.parametrize("control", ["tile:2,2", "next", "ok", "seat:5"])
def test_a_press_that_leads_nowhere_says_whose_turn_it_is(
    table: SimTable, control: str
) -> None:
    table.act(Choose(1, "blue", 1), 1)
    with why_held(table) as told:
        table.tap(control)
        words = ALONE.format("Red, Green and Yellow")
        assert told == [Told(None, False, "GB-05", words)]


def test_a_seat_that_is_let_go_without_a_count_is_told_the_same(
    table: SimTable,
) -> None:
    for seat, robot in enumerate(("red", "blue", "green")):
        table.act(Choose(seat, robot, 1), seat)
    with why_held(table) as told:
        table.press("seat:0")
        table.clock.tick(SHORT_S)
        assert told == []
        table.release("seat:0")
        words = ALONE.format("Yellow")
        assert [t.message for t in told] == [words]


@pytest.mark.parametrize("control", ["fire", "arm"])
def test_the_eliminators_own_buttons_are_not_tried(
    table: SimTable, control: str
) -> None:
    with why_held(table) as told:
        table.press(control)
        table.release(control)
        assert told == []
