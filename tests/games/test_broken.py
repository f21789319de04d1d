"""If a game's own code fails, the table tells players where, and keeps running."""

import json
import logging
import sys
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
from tests.support.webtable import AWAY, web_table
from tests.support.words import like

# Through a proxy: not on this machine, so a spectator.

STAGED = f"""{SOURCE}
IS_BROKEN = False

from controller.tabletop.plain import by_number
from controller.tabletop.staging import Staging, seat_lamps

def state(position, viewer):
    return position._asdict()

def picture(view):
    return seat_lamps(view)

def stands(view):
    return {{}}

def effect(before, events):
    return ()

GAME = GAME._replace(state=state)
STAGING = Staging(by_number(GAME), picture, stands=stands, effect=effect)
"""
# By function, the line before which it fails once a 1 has been said; whether the
# position before can still be played on, or has to be undone to.
MISTAKES = {
    "apply": ("    return Position(position.seats, 1", "action.side"),
    "says": ("    return Say(position.active, 0)", "position.said == (1,)"),
    "state": ("    return position._asdict()", "position.said == (1,)"),
    "picture": ("    return seat_lamps(view)", "1 in view['state']['said']"),
    "stands": ("    return {}", "1 in view['state']['said']"),
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


@pytest.mark.parametrize("function", MISTAKES)
def test_a_page_that_only_watches_is_told_too(
    function: str, install: Install, tmp_path: Path
) -> None:
    broken.logged.clear()
    install("two-choices", with_mistake(function))
    with (
        web_table(tmp_path / "state", 2, game="two-choices") as served,
        served.page() as host,
        served.page(0) as seat,
        served.page(**AWAY) as television,
    ):
        # A page hears nothing before it is there; drawings may make a page late.
        assert host.next("hello")["page"] == "host"
        assert television.next("hello")["page"] == "spectator"
        vars(import_module("two_choices"))["IS_BROKEN"] = True
        seat.act({"type": "say", "seat": 0, "side": 1})
        for page in (host, seat, television):
            assert "two_choices.py:" in page.next("told")["message"]
        served.complaints.records.clear()  # the one traceback


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


@pytest.mark.parametrize("function", ["apply", "state", "picture"])
def test_a_saved_game_waits_until_its_author_has_mended_it(
    function: str, install: Install, tmp_path: Path
) -> None:
    broken.logged.clear()
    install("two-choices", with_mistake(function))
    with sim_table(tmp_path / "state") as table:
        table.start(2, game="two-choices")
        table.choose(0, 2)  # says 1
        saved = table.store.unfinished()
        assert saved
    vars(import_module("two_choices"))["IS_BROKEN"] = True
    with sim_table(tmp_path / "state") as table:
        table.start(2, game="two-choices")
        assert table.table.phase == "choose", "nothing takes its place"
        assert "two_choices.py:" in str(table.table.notice)
        assert table.store.unfinished() == saved
    vars(import_module("two_choices"))["IS_BROKEN"] = False
    with sim_table(tmp_path / "state") as table:
        table.start(2, game="two-choices")
        assert (table.table.phase, len(table.table.match.actions)) == ("offer", 1)


def test_the_first_screen_says_which_game_was_passed_over(
    install: Install, tmp_path: Path
) -> None:
    install("odd", "pearls = 1 / 0")
    with (
        web_table(tmp_path / "state", 2, is_chosen=False) as served,
        served.page() as host,
    ):
        assert "division by zero (odd.py:1)" in host.next("told")["message"]


def test_the_engine_answers_and_lives(install: Install) -> None:
    install("two-choices", with_mistake("apply"))
    engine = Engine()

    def ask(**request: Any) -> Any:
        return engine.answer(json.dumps(request).encode())

    ask(cmd="new", game="two-choices", seats=2)
    vars(import_module("two_choices"))["IS_BROKEN"] = True
    answer = ask(cmd="act", action={"type": "say", "seat": 0, "side": 1})
    assert answer["error"]["code"] == "bad-request"
    assert "two_choices.py:" in answer["error"]["message"]
    assert ask(cmd="act", action={"type": "say", "seat": 0, "side": 0})["ok"]


OURS = SOURCE.replace("two-choices", "zzz")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "there is no GAME"),
        (
            OURS.replace("return Say(position.active, 0), Say", "yield Say"),
            "`choices` must return a tuple or list, not a generator (__init__.py:29)",
        ),
        (OURS.replace("action.side)), ()", "action.side))"), "`apply` must return a"),
        (OURS.replace("@record\n", ""), "Say must be a NamedTuple with @record"),
        (OURS.replace("Result | None:\n", "Result:\n    return 3\n"), "`result` must"),
    ],
)
def test_a_folder_of_ours_is_checked_at_the_door_and_hides_no_other_game(
    source: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "zzz").mkdir()
    (tmp_path / "zzz" / "__init__.py").write_text(source)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    names = (*games.own_names(), "zzz")
    monkeypatch.setattr(games, "own_names", lambda: names)
    with pytest.raises(games.NoSuchGame, match="'zzz' cannot be loaded: ") as refused:
        games.find("zzz")
    assert says in str(refused.value)
    assert [game.name for game in games.playable()] == [*names[:-1]]
    games.own_fault.cache_clear()
    del sys.modules["controller.games.zzz"]


def test_an_error_of_our_own_is_not_blamed_on_a_game() -> None:
    with pytest.raises(KeyError), broken.reporting_faults(lambda _says: None):
        json.loads("{}")["nothing"]
