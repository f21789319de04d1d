"""An action is worked out before it is on disk; counting towards it shows nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.chance.dealer import program_only
from controller.chance.seed import seeded
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.input.situation import Situation
from controller.rules.match import Match, Refused
from controller.session.plan import Planner
from tests.support.simtable import SimTable, sim_table

RED, BLUE = Choose(0, "red", 2), Choose(1, "blue", 5)


@pytest.fixture
def planner() -> Planner:
    return Planner(program_only())


@pytest.fixture
def match() -> Match:
    match = Match(GAME, 4, {}, seeded(1))
    match.accept(match.opening())
    return match


def looked_at(planner: Planner, match: Match) -> Situation:
    return planner.situation(match, "play", None)


def test_a_plan_has_the_situation_that_the_action_makes(
    planner: Planner, match: Match
) -> None:
    before = looked_at(planner, match)
    plan = planner.plan(before, None, RED)
    match.accept(plan.entries)
    after = planner.situation(match, "play", None, plan.entries[0].events)
    assert plan.after == after
    assert plan.after.undoable != before.undoable
    assert plan.written == ('{"type": "choose", "seat": 0, "robot": "red", "card": 2}',)


def test_planning_leaves_the_match_as_it_is(planner: Planner, match: Match) -> None:
    before = match.position, match.actions, list(match.story)
    planner.plan(looked_at(planner, match), None, RED)
    assert (match.position, match.actions, match.story) == before


def test_a_look_that_raises_leaves_the_match_as_it_is(match: Match) -> None:
    before = match.position, match.actions, list(match.story)

    def look() -> None:
        assert match.actions[-1] == RED
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        match.supposing(match.plan(RED), look)
    assert (match.position, match.actions, match.story) == before


def test_another_situation_makes_another_plan(planner: Planner, match: Match) -> None:
    before = looked_at(planner, match)
    plan = planner.plan(before, None, RED)
    match.accept(match.plan(BLUE))
    again = planner.plan(looked_at(planner, match), None, RED)
    assert again.after.view["state"]["chosen"] == ["red", "blue"]
    assert plan.after.view["state"]["chosen"] == ["red"]
    with pytest.raises(Refused):
        planner.plan(looked_at(planner, match), None, BLUE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        yield table


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
