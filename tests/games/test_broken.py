"""A game whose own code fails: players are told where, and the table lives on."""

import json
import logging
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.engine.protocol import Engine
from controller.games import broken
from controller.input.intents import NewGame, PointAtNext
from tests.support.packages import SOURCE, Install
from tests.support.packages import forgotten as forgotten
from tests.support.packages import install as install
from tests.support.simtable import SimTable, sim_table
from tests.support.words import like

STAGED = f"""{SOURCE}
IS_BROKEN = False

from controller.tabletop.plain import by_number
from controller.tabletop.staging import Staging, seat_lamps

def state(position, viewer):
    return position._asdict()

def picture(view):
    return seat_lamps(view)

def effect(before, events):
    return ()

GAME = GAME._replace(state=state)
STAGING = Staging(script=by_number(GAME), picture=picture, effect=effect)
"""
# By function, the line before which it fails once a 1 has been said; whether the
# position before can still be played on, or has to be undone to.
MISTAKES = {
    "apply": ("    return Position(position.seats, 1", "action.side"),
    "says": ("    return Say(position.active, 0)", "position.said == (1,)"),
    "state": ("    return position._asdict()", "position.said == (1,)"),
    "picture": ("    return seat_lamps(view)", "1 in view['state']['said']"),
    "effect": ("    return ()", "events[0]['side']"),
}


def with_mistake(function: str) -> str:
    line, condition = MISTAKES[function]
    assert STAGED.count(line) == 1
    return STAGED.replace(
        line, f"    if IS_BROKEN and {condition}: raise KeyError('pearl')\n{line}"
    )


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    broken.logged.clear()
    with sim_table(tmp_path / "state") as table:
        yield table


@pytest.mark.parametrize("function", MISTAKES)
def test_players_are_told_where_and_can_undo_or_play_something_else(
    function: str,
    install: Install,
    table: SimTable,
    caplog: pytest.LogCaptureFixture,
) -> None:
    install("two-choices", with_mistake(function))
    table.start(2, game="two-choices")
    vars(import_module("two_choices"))["IS_BROKEN"] = True
    line = STAGED[: STAGED.index(MISTAKES[function][0])].count("\n") + 1
    for _ in range(2):
        table.choose(0, 2)  # says 1
        table.clock.tick(1)
        said = [told for told in table.told if f"two_choices.py:{line}" in told.message]
        assert {told.seat for told in said} == {None, 0, 1}
        assert like("game.broken").fullmatch(said[0].message)
        assert not table.table.gestures.begun
        assert table.store.unfinished() is not None, "the saved game stays"
        if table.table.match.actions:
            table.tap("undo")
        assert table.table.match.actions == []
    errors = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert len(errors) == 1, "one traceback for one place"
    table.choose(0, 1)  # says 0, which is no mistake
    assert len(table.table.match.actions) == 1
    table.table.ask(NewGame(games.find("get-bit"), 4, {}, seed=1))
    assert table.table.match.game.name == "get-bit"


def install_broken(install: Install) -> None:
    """Install a game whose picture fails at once."""
    picture = "return view['lamp'] if IS_BROKEN else {}"
    source = STAGED.replace("return seat_lamps(view)", picture)
    install("aaa", source.replace("two-choices", "aaa"))
    games.find("aaa")
    vars(import_module("aaa"))["IS_BROKEN"] = True


def test_a_game_that_cannot_begin_is_passed_over_and_the_saved_one_stays(
    install: Install, table: SimTable
) -> None:
    install_broken(install)
    table.start(4)
    before = table.store.unfinished()
    table.table.ask(NewGame(games.find("aaa"), 2, {}, seed=1))
    assert table.table.match.game.name == "get-bit"
    assert table.store.unfinished() == before
    table.told.clear()
    table.table.ask(NewGame(games.find("hold-your-ground"), 4, {}, is_chosen=False))
    table.table.ask(PointAtNext())
    assert table.table.match.game.name == "get-bit"
    assert "aaa.py:" in table.told[-1].message


def test_a_table_that_is_asked_for_a_broken_game_shows_another(
    install: Install, table: SimTable
) -> None:
    install_broken(install)
    table.start(2, game="aaa")
    assert (table.table.phase, table.table.match.game.name) == ("choose", "get-bit")


def test_the_engine_answers_and_lives(install: Install) -> None:
    install("two-choices", with_mistake("apply"))
    engine = Engine()

    def ask(**request: Any) -> Any:
        return engine.answer(json.dumps(request).encode())

    ask(cmd="new", game="two-choices", seats=2)
    vars(import_module("two_choices"))["IS_BROKEN"] = True
    answer = ask(cmd="act", action={"type": "say", "seat": 0, "side": 1})
    assert answer["error"]["code"] == "broken-game"
    assert "two_choices.py:" in answer["error"]["message"]
    assert ask(cmd="act", action={"type": "say", "seat": 0, "side": 0})["ok"]


def test_a_folder_that_cannot_be_imported_hides_no_other_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = (*games.own_names(), "zzz")
    monkeypatch.setattr(games, "own_names", lambda: names)
    games.own_fault.cache_clear()
    with pytest.raises(games.NoSuchGame, match="'zzz' cannot be loaded"):
        games.find("zzz")
    assert [game.name for game in games.playable()] == [*names[:-1]]
    games.own_fault.cache_clear()


def test_an_error_of_our_own_is_not_blamed_on_a_game() -> None:
    with pytest.raises(KeyError), broken.caught(lambda _says: None):
        json.loads("{}")["nothing"]
