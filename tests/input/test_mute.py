"""Muting the table by hand: `why` is held and `next` pressed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.input.seat_requests import Requester, SeatAnswer
from controller.input.seating import HOLD_S
from tests.support.simtable import SimTable, sim_table


class Muted:
    """The states of a mute switch, one for each change."""

    def __init__(self) -> None:
        self.states: list[bool] = []

    def toggle(self) -> bool:
        self.states.append(len(self.states) % 2 == 0)
        return self.states[-1]


@pytest.fixture
def muted() -> Muted:
    return Muted()


@pytest.fixture
def table(tmp_path: Path, muted: Muted) -> Iterator[SimTable]:
    with sim_table(tmp_path, toggle_mute=muted.toggle) as table:
        table.start()
        yield table


def test_holding_why_and_pressing_next_mutes_and_again_unmutes(
    table: SimTable, muted: Muted
) -> None:
    table.press("why")
    lamps = table.frames[-1]
    table.tap("next")
    table.tap("next")
    assert muted.states == [True, False]
    # The game has not heard of `next`.
    assert table.frames[-1] == lamps
    assert table.table.held == {"why"}


def test_a_key_that_is_turned_and_a_tile_that_is_down_are_no_fingers(
    table: SimTable, muted: Muted
) -> None:
    for control in ("arm", "tile:1,3", "why"):
        table.press(control)
    table.tap("next")
    assert muted.states == [True]


def test_next_alone_or_with_a_seat_held_is_the_games(
    table: SimTable, muted: Muted
) -> None:
    table.tap("next")
    table.press("why")
    table.press("seat:0")
    table.tap("next")
    assert muted.states == []


def test_while_next_is_still_down_no_seat_is_given(
    table: SimTable, muted: Muted
) -> None:
    answers: list[SeatAnswer] = []
    table.table.seating.on_answer.append(answers.append)
    table.table.seating.ask(2, Requester(1, "10.0.0.1"))
    table.press("why")
    table.press("next")
    table.clock.tick(1)
    table.release("why")
    table.press("seat:2")
    table.clock.tick(2 * HOLD_S)
    table.release("seat:2")
    assert muted.states == [True]
    assert answers == []
