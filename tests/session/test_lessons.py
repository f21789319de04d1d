"""Lessons on the bare table: taught by hands, with kind answers, to their ends."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.basics.sheet import SheetError
from controller.chance.dealer import ChanceSettings, Dealer
from controller.chance.seed import seeded
from controller.input.intents import NewGame, Resume
from controller.light.palette import HOME
from controller.rules.match import Match
from controller.tabletop.gestures import Count, Press
from controller.tabletop.lesson import PLAIN, Lesson, Taught, teach
from hardware.backend import Clock
from hardware.parts.registry import Parts
from tests.support.ours import OURS
from tests.support.simtable import BOARD, SimTable, sim_table
from tests.support.words import catalogue_text

OWN = [name for name in games.own_names() if games.lesson(name) is not PLAIN]


def learn(table: SimTable, name: str, seats: int) -> None:
    table.table.open(NewGame(games.find(name), seats, {}, seed=7, learn=True))
    table.settle()


def taught(table: SimTable) -> Taught | None:
    return table.table.now.situation.taught


def wanted(table: SimTable) -> tuple[Any, ...]:
    """Return what the lesson wants; nothing once it is over."""
    now = taught(table)
    return now.wanted or () if now else ()


def do(table: SimTable, action: Any, *, is_watched: bool = False) -> None:
    """Do this by hand, with `ok` where it could not be undone."""
    script = table.table.staging.script(table.position, action)
    assert script is not None
    table.perform(script)
    if table.table.gestures.waits_for_ok:
        table.tap("ok")
    if is_watched:
        table.end_effects()


def guided(table: SimTable) -> list[str]:
    """Return the tiles with the guiding light."""
    places = [place for place in table.board.pixels if place.startswith("tile:")]
    return [place for place in places if table.lamp(place) == HOME]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("many", [min, max], ids=["few", "many"])
def test_hands_play_a_lesson_to_its_end(name: str, many: Any, table: SimTable) -> None:
    learn(table, name, many(games.find(name).seats))
    decided = set()
    while wanted(table):
        action = wanted(table)[0]
        first = table.table.staging.script(table.position, action) or ()
        if isinstance(first[0], Press):
            assert first[0].place in guided(table), f"nothing shows {action}"
        before = table.position
        do(table, action, is_watched=True)
        assert table.position != before, f"{action} did nothing: {table.told[-1:]}"
        decided.add(action.seat)
    assert decided == set(range(table.table.setup.seats)), "every player has a part"
    assert [told for told in table.told if not told.legal] == []
    end = taught(table)
    assert end is not None
    assert end.says.key == "lesson.end"
    # The real game goes on from here: whatever is legal can be done.
    match = table.table.match
    assert table.table.now.situation.legal == match.game.legal(match.position)
    do(table, next(a for a, script in table.table.scripts if script))
    assert wanted(table) == ()


@pytest.mark.parametrize("name", OWN)
def test_whatever_is_dealt_besides_a_lesson_asks_for_few_presses(name: str) -> None:
    lesson, script = games.lesson(name), games.staging(games.find(name)).script
    for seats, seed in itertools.product(range(2, 5), range(6)):
        game = games.find(name)
        match = Match(game, seats, lesson.options, seeded(seed), preset=lesson.preset)
        match.accept(match.opening())
        while (now := teach(lesson, match)) and now.wanted:
            gestures = script(match.position, now.wanted[0]) or ()
            counts = [each.times for each in gestures if isinstance(each, Count)]
            assert sum(counts) <= 6, f"{now.wanted[0]} needs {counts} presses of next"
            match.accept(match.plan(now.wanted[0]))


@pytest.mark.parametrize("name", OURS)
def test_another_legal_gesture_is_answered_kindly_and_loses_nothing(
    name: str, table: SimTable
) -> None:
    learn(table, name, 2)
    tried = 0
    while wanted(table):
        before, match, staging = table.position, table.table.match, table.table.staging
        legal = match.game.legal(before)
        others = [a for a in legal if a not in wanted(table)]
        for action in others[:2]:
            script = staging.script(before, action)
            if script is None:
                continue
            heard = len(table.told) + len(table.replies)
            table.perform(script)
            assert table.position == before, f"{action} was played"
            assert len(table.told) + len(table.replies) > heard
            table.table.gestures.cancel()
            tried += 1
        now = taught(table)
        assert now is not None
        if others:
            table.act(others[0])
            assert now.task is not None
            assert table.told[-1].message.endswith(table.said(now.task))
        do(table, wanted(table)[0])
    assert tried > 3


def test_undo_goes_back_in_the_lesson_too(table: SimTable) -> None:
    learn(table, "get-bit", 4)
    first = taught(table)
    table.choose(0, 4)
    assert taught(table) != first
    table.tap("undo")
    assert taught(table) == first


def test_after_a_power_cut_the_lesson_goes_on_where_it_was(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        learn(table, "hold-your-breath", 3)
        for _ in range(5):
            do(table, wanted(table)[0])
        before, position = taught(table), table.position
    with sim_table(tmp_path) as table:
        table.start()
        assert table.table.phase == "offer"
        assert taught(table) is None
        table.table.ask(Resume())
        assert (taught(table), table.position) == (before, position)
        while wanted(table):
            do(table, wanted(table)[0])
        end = taught(table)
        assert end is not None
        assert end.says.key == "lesson.end"


def test_hold_why_and_press_ok_while_choosing_and_the_game_is_taught(
    table: SimTable,
) -> None:
    table.table.open(NewGame(games.find("get-bit"), 4, {}, is_chosen=False))
    table.settle()
    table.press("why")
    table.tap("ok")
    table.release("why")
    assert table.table.phase == "play"
    assert table.table.setup.lesson
    assert len(wanted(table)) == 4


def test_a_lesson_whose_file_is_wrong_is_named_and_nothing_is_lost(
    table: SimTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_name: str) -> Lesson:
        raise SheetError("lesson.toml:3: there is no action 'chose'")

    table.table.open(NewGame(games.find("get-bit"), 4, {}, is_chosen=False))
    monkeypatch.setattr(games, "lesson", broken)
    table.press("why")
    table.tap("ok")
    table.release("why")
    says = catalogue_text(
        "teach.broken", why="lesson.toml:3: there is no action 'chose'"
    )
    assert says in [told.message for told in table.told]
    assert table.table.phase == "choose"
    table.tap("ok")
    assert table.table.phase != "choose"


def test_a_rematch_after_a_lesson_is_a_real_game(table: SimTable) -> None:
    learn(table, "get-bit", 2)
    while table.table.phase != "over":
        legal = table.table.now.situation.legal
        table.act(legal[-1])
    table.tap("ok")
    assert table.table.match.result is None
    assert taught(table) is None
    assert not table.table.setup.lesson


def test_in_a_lesson_the_program_deals_and_rolls(tmp_path: Path) -> None:
    def players(parts: Parts, _clock: Clock) -> Any:
        return Dealer(BOARD, ChanceSettings("players", "players"), parts)

    with sim_table(tmp_path, make_dealer=players) as table:
        learn(table, "hold-your-ground", 2)
        while wanted(table):
            assert table.table.waiting is None
            do(table, wanted(table)[0])
        assert table.table.waiting is None


def test_a_game_without_a_lesson_is_explained_for_two_decisions_each(
    table: SimTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "lesson", lambda _name: PLAIN)
    learn(table, "get-bit", 4)
    for card in (1, 2):
        for seat in range(4):
            now = taught(table)
            assert now is not None
            assert (now.says.key, now.wanted) == ("teach.plain", None)
            table.choose(seat, card)
    assert taught(table) is None


def test_the_ascent_is_explained_when_the_descent_ends(table: SimTable) -> None:
    learn(table, "hold-your-breath", 2)
    said = []
    while table.table.phase == "play":
        now = taught(table)
        said += [now.says.key] if now else []
        legal = table.table.now.situation.legal
        table.act(legal[len(table.table.match.actions) % len(legal)])
    assert said.count("lesson.ascent") == 1
    assert said.index("lesson.ascent") > said.index("lesson.end")
