"""Choosing a game on the bare table: `next` points at another one, `ok` plays it."""

import random
from pathlib import Path

import pytest

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.input.intents import (
    NamePlayer,
    NewGame,
    PointAt,
    PutAway,
    TakePointed,
)
from controller.light.colour import DARK
from controller.light.palette import NEXT, OK
from tests.session.test_table import play_to_the_end
from tests.support.ours import OURS
from tests.support.simtable import SimTable, sim_table

NAMES = list(OURS)


@pytest.fixture(autouse=True)
def no_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: NAMES)


def open_unchosen(table: SimTable, seats: int = 4) -> None:
    """Open the table as `undertow play` does without a game's name."""
    table.table.open(NewGame(games.find(NAMES[0]), seats, {}, is_chosen=False))
    table.settle()


def test_without_a_wish_a_game_is_chosen_first(table: SimTable) -> None:
    open_unchosen(table)
    assert table.table.phase == "choose"
    assert table.lamps("next", "ok", "undo", "why") == [NEXT, OK, DARK, DARK]
    assert table.journal.unfinished() is None


def test_next_points_at_one_game_after_another_and_ok_plays_it(table: SimTable) -> None:
    open_unchosen(table)
    pointed = [table.table.setup.game]
    for _ in NAMES:
        table.tap("next")
        assert table.table.phase == "choose"
        pointed.append(table.table.setup.game)
    assert pointed == [*NAMES, NAMES[0]]
    table.tap("next")
    table.tap("ok")
    assert table.table.phase == "play"
    assert table.table.setup.game == NAMES[1]
    saved = table.journal.unfinished()
    assert saved
    assert saved.setup == table.table.setup


def test_pointing_at_a_game_shows_it_without_playing(
    table: SimTable,
) -> None:
    open_unchosen(table)
    assert any(table.lamps(*[p for p in table.board.pixels if p.startswith("depth")]))
    table.act(Choose(0, "red", 1), 0)
    assert table.table.match.is_undecided
    assert table.told[-1].message.startswith("Choose a game first: ")
    for control in ("undo", "why", "seat:0", "tile:1,1"):
        table.tap(control)
        assert table.table.phase == "choose"
    assert table.journal.unfinished() is None


def test_seats_keep_their_links_while_games_are_stepped_through(
    table: SimTable,
) -> None:
    open_unchosen(table, seats=4)
    codes = table.table.setup.codes
    for _ in NAMES:
        table.tap("next")
        assert table.table.setup.codes == codes[: table.table.setup.seats]
    table.tap("ok")
    assert table.table.setup.codes == codes


def test_after_the_end_next_leads_to_another_game_for_as_many(table: SimTable) -> None:
    table.start(2, seed=2)
    codes = table.table.setup.codes
    play_to_the_end(table, random.Random(0))
    table.tap("next")
    assert (table.table.phase, table.table.setup.game) == ("choose", "hai-noon")
    table.tap("ok")
    assert (table.table.phase, table.table.setup.game) == ("play", "hai-noon")
    assert (table.table.setup.seats, table.table.setup.codes) == (2, codes)


def phase(table: SimTable) -> str:
    return table.table.phase


def test_the_offered_game_is_kept_until_another_one_is_taken(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, seed=2)
    with sim_table(tmp_path) as table:
        open_unchosen(table)
        assert phase(table) == "offer"
        table.tap("undo")
        assert phase(table) == "choose"
    with sim_table(tmp_path) as table:
        open_unchosen(table)
        assert phase(table) == "offer"
        table.tap("undo")
        table.tap("ok")
        assert phase(table) == "play"
        assert table.table.setup.seats == 4


def players(table: SimTable) -> tuple[str, ...]:
    return table.table.setup.players


def test_a_player_is_named_during_a_game_and_after_a_power_cut(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, seed=1)
        table.act(Choose(0, "red", 1))
        table.table.ask(NamePlayer(1, "Ben"))
        assert players(table) == ("", "Ben")
        assert table.position.choices
    with sim_table(tmp_path) as table:
        table.start(2)
        assert (table.table.phase, players(table)) == ("offer", ("", "Ben"))
        table.table.ask(NamePlayer(0, "Ana"))
        table.table.ask(PutAway())
        table.table.ask(NewGame(games.find("hai-noon"), 3, {}))
        assert players(table) == ("Ana", "Ben", "")


def test_a_name_that_is_given_before_the_game_leaves_the_saved_one_alone(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, seed=1)
    with sim_table(tmp_path) as table:
        table.table.open(NewGame(games.find("hai-noon"), 3, {}, is_chosen=False))
        table.table.ask(PutAway())
        assert table.table.phase == "choose"
        table.table.ask(NamePlayer(2, "Cy"))
        table.table.ask(PointAt(games.find("get-bit"), 4))
        assert players(table) == ("", "", "Cy", "")
        table.table.ask(TakePointed())
        assert (table.table.phase, players(table)) == ("play", ("", "", "Cy", ""))


def test_players_keep_their_names_from_game_to_game(tmp_path: Path) -> None:
    names: tuple[str, ...] = ("Anna", "", "Carla")
    with sim_table(tmp_path) as table:
        game = games.find("get-bit")
        table.table.open(NewGame(game, 3, {}, 2, players=names))
        assert players(table) == names
        play_to_the_end(table, random.Random(0))
        table.tap("ok")
        assert players(table) == names
        table.table.ask(NewGame(game, 2, {}))
        assert players(table) == ("Anna", "")
        table.table.ask(NewGame(game, 2, {}, players=("", "")))
        assert players(table) == ()
        table.table.ask(NewGame(game, 2, {}, players=("Dora", "Emil")))
        play_to_the_end(table, random.Random(0))
    with sim_table(tmp_path) as table:
        open_unchosen(table, seats=3)
        assert players(table) == ("Dora", "Emil", "")
