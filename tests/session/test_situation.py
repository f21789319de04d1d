"""A situation is a value that stays as it was; counting shows nothing of the next."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.games.get_bit.pieces import Choose
from tests.support.simtable import SimTable, sim_table

RED, BLUE = Choose(0, "red", 2), Choose(1, "blue", 5)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        yield table


def test_a_situation_stays_as_it_was(table: SimTable) -> None:
    before = table.table.now.situation
    position, legal = before.position, before.legal
    table.act(RED, 0)
    assert (before.position, before.legal) == (position, legal)
    assert RED in before.legal
    after = table.table.now.situation
    assert after.position.choices == (2, 0, 0, 0)
    assert RED not in after.legal


def test_what_is_counted_is_neither_shown_nor_written(table: SimTable) -> None:
    written = table.journal.unfinished()
    table.press("seat:0")
    table.clock.tick(0.05)
    table.tap("next")
    frame = table.frames[-1]
    table.tap("next")
    assert table.frames[-1] == frame
    assert table.journal.unfinished() == written
    assert table.position.choices == (0, 0, 0, 0)


def test_a_page_that_plays_before_ok_is_not_forgotten(table: SimTable) -> None:
    table.count(0, 2)
    table.act(BLUE, 1)
    table.tap("ok")
    assert table.position.choices == (2, 5, 0, 0)


def test_a_count_that_goes_on_counts_once(table: SimTable) -> None:
    table.count(0, 2)
    table.tap("next")
    table.tap("ok")
    assert table.position.choices == (3, 0, 0, 0)
