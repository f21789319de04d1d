"""What `ok` would do is worked out before it is pressed, and nobody is shown it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.chance.dealer import program_only
from controller.chance.seed import seeded
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.input.situation import Situation
from controller.rules.match import Match, Refused
from controller.session.plan import Planner
from controller.session.session import Session
from tests.support.simtable import SimTable, Told, sim_table

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
    plan = planner.plan(looked_at(planner, match), None, RED)
    match.accept(plan.entries)
    after = planner.situation(match, "play", None, plan.entries[0].events)
    assert plan.after == after
    assert plan.after.undoable != plan.before.undoable
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


def test_the_same_action_is_worked_out_once(planner: Planner, match: Match) -> None:
    now = looked_at(planner, match)
    plan = planner.plan(now, None, RED)
    assert planner.plan(now, None, Choose(*RED)) is plan
    assert planner.plan(now, None, BLUE).entries[0].action == BLUE


def test_another_situation_makes_another_plan(planner: Planner, match: Match) -> None:
    plan = planner.plan(looked_at(planner, match), None, RED)
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


def test_what_is_foreseen_is_neither_shown_nor_written(table: SimTable) -> None:
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


def test_a_count_that_goes_on_is_worked_out_anew(table: SimTable) -> None:
    table.count(0, 2)
    table.tap("next")
    table.tap("ok")
    assert table.position.choices == (3, 0, 0, 0)


class Seen(NamedTuple):
    position: Any
    frames: list[bytes]
    told: list[Told]
    replies: list[str]
    written: list[Any]


def any_hands(table: SimTable, rng: Random) -> None:
    """Something that hands or a page could do, mostly half of it."""
    seat = f"seat:{rng.randrange(table.table.match.seats)}"
    tile = f"tile:{rng.randrange(5)},{rng.randrange(5)}"
    match rng.randrange(6):
        case 0 | 1:
            table.press(seat)
            for control in ["next"] * rng.randrange(8):
                table.tap(control)
            any_choice(table, rng, often=0.2)
            table.tap(rng.choice(("ok", "ok", tile, "undo")))
            table.release(seat)
        case 2:
            table.tap(rng.choice((tile, "undo", "why", "ok")))
        case 3 | 4:
            for control in ["next"] * rng.randrange(4):
                table.tap(control)
            table.tap("ok")
        case _:
            any_choice(table, rng, often=1)
    table.clock.tick(rng.choice((0.02, 0.5, 5)))


def any_choice(table: SimTable, rng: Random, often: float) -> None:
    """Of a seat's page."""
    match = table.table.match
    legal = match.game.legal(match.position)
    if legal and table.table.phase == "play" and rng.random() < often:
        action = rng.choice(legal)
        table.act(action, action.seat)


def seen_of(state: Path, game: str, seed: int) -> Seen:
    """An evening of such hands, until a game is over."""
    rng = Random(seed)
    with sim_table(state) as table:
        table.start(games.find(game).seats[1], game=game, seed=seed)
        for _ in range(50):
            if table.table.match.result is None:
                any_hands(table, rng)
        saved = table.journal.unfinished()
        written = [*saved.entries] if saved else []
        return Seen(table.position, table.frames, table.told, table.replies, written)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", games.names())
def test_to_foresee_changes_nothing(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreseeing = seen_of(tmp_path / "one", game, seed)
    monkeypatch.setattr(Session, "foresee", lambda _session, _action: None)
    assert seen_of(tmp_path / "other", game, seed) == foreseeing
