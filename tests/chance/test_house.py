"""House data is passed in at the start of a game, and kept with it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance import house
from controller.chance.house import BadHouse, Houses
from controller.engine.protocol import Engine
from controller.games.hold_your_breath import GAME, data
from controller.games.hold_your_breath.pieces import CARDS
from controller.input.intents import Rematch
from controller.rules.game import AnyGame
from controller.tabletop.house_data import counts, house_data
from tests.cli.test_cli import undertow
from tests.support.engine_driver import ask, fail
from tests.support.ours import own_deck
from tests.support.simtable import sim_table

__all__ = ["undertow"]  # a fixture

GET_BIT = games.find("get-bit")
WITH_HOUSE = [game for name in games.names() if (game := games.find(name)).house]
OWN_CARDS = {"air-5-draw", "air-5-discard", "shark", "kraken", "dolphin"}


def held(state: dict[str, Any]) -> set[str]:
    return {card for hand in state["hands"] for card in hand}


# Origin


def test_owners_file_replaces_the_usual_data(
    tmp_path: Path,
) -> None:
    for folder in (None, "", tmp_path):
        assert Houses(folder).of(GAME) == data.load(data.OURS)
    own = Houses(own_deck(tmp_path)).of(GAME)
    assert {card for card, n in zip(CARDS, own, strict=True) if n} == OWN_CARDS
    assert Houses(tmp_path).of(GET_BIT) is None


def test_bad_file_is_refused_with_its_line(tmp_path: Path) -> None:
    file = own_deck(tmp_path) / "hold-your-breath.toml"
    file.write_text(file.read_text().replace("dolphin = 2", "dolphin = 99"))
    with pytest.raises(BadHouse, match=rf"{file}:\d+: creatures.dolphin must be"):
        Houses(file.parent).of(GAME)


# JSON


@pytest.mark.parametrize("game", WITH_HOUSE, ids=lambda game: str(game.name))
def test_house_data_survives_json(game: AnyGame) -> None:
    value = Houses().of(game)
    written = json.loads(json.dumps(house.written(game, value)))
    assert house.read(game, written) == value
    # An owner can make a file of it.
    assert game.house
    assert hash(value) == hash(game.house.usual())


def test_a_counted_choice_may_be_a_number_or_have_dashes(tmp_path: Path) -> None:
    own = house_data(str(tmp_path / "rules.py"), "it", deck=counts("1", "swim-5"))
    (tmp_path / "data.toml").write_text("[deck]\n1 = 8\nswim-5 = 2\n")
    assert own.usual().deck == (8, 2)
    assert own.read(own.write(own.usual())) == own.usual()


def test_a_game_without_house_data_has_null() -> None:
    assert house.written(GET_BIT, None) is None
    assert house.read(GET_BIT, None) is None
    with pytest.raises(BadHouse, match="GET BIT! has no house data; house must be"):
        house.read(GET_BIT, {})


BAD: list[tuple[Any, str]] = [
    (7, "house must be an object; it is 7"),
    ({}, "house: air-5 has no row; add a [[dual]] for it"),
    ({"dual": [None]}, "house.dual: dual must be a list of objects"),
    ({"dule": []}, "house.dule: unknown section 'dule'; did you mean 'dual'?"),
    ({"dual": [{"face": "air-5"}]}, "house.dual[0]: [[dual]] has no draw; add it"),
    (
        {"dual": [{"face": "air-5", "draw": True}]},
        "house.dual[0].draw: dual.draw must be a whole number from 0 to 40; it is true",
    ),
]


@pytest.mark.parametrize(("written", "message"), BAD)
def test_bad_data_is_refused_with_its_place(written: Any, message: str) -> None:
    with pytest.raises(BadHouse) as refused:
        house.read(GAME, written)
    assert str(refused.value).startswith(message)


# In the engine


def engine_with_own_deck(folder: Path) -> Engine:
    engine = Engine(Houses(own_deck(folder)))
    ask(engine, "new", game="hold-your-breath", seats=2, seed=4, options={"first": 0})
    return engine


def test_log_contains_the_house_data(tmp_path: Path) -> None:
    engine = engine_with_own_deck(tmp_path)
    log = ask(engine, "log")["log"]
    assert log["house"]["dual"][0] == {
        "face": "air-5",
        "draw": 38,
        "discard": 26,
        "calm": 0,
        "panic": 0,
    }
    assert list(log) == [
        "game",
        "seats",
        "options",
        "seed",
        "chance",
        "rules",
        "house",
        "actions",
    ]
    ask(engine, "new", game="get-bit", seats=2)
    assert ask(engine, "log")["log"]["house"] is None


def test_log_is_loaded_with_its_own_house_data(tmp_path: Path) -> None:
    engine = engine_with_own_deck(tmp_path)
    other = Engine()
    log = ask(engine, "log")["log"]
    assert ask(other, "load", log=log) == ask(engine, "show")
    for _ in range(12):
        action = ask(engine, "show")["pending"]["legal"][-1]
        assert ask(other, "act", action=action) == ask(engine, "act", action=action)
    assert ask(other, "log") == ask(engine, "log")
    assert held(ask(other, "show")["state"]) <= OWN_CARDS


@pytest.mark.parametrize("absent", [{}, {"house": None}])
def test_log_without_house_data_is_loaded_with_todays(
    tmp_path: Path, absent: dict[str, None]
) -> None:
    engine = engine_with_own_deck(tmp_path)
    log: dict[str, Any] = {"game": "hold-your-breath", "seats": 2, "actions": []}
    log |= absent
    assert held(ask(engine, "load", log=log)["state"]) <= OWN_CARDS
    assert ask(engine, "log")["log"]["house"]["creatures"]["dolphin"] == 2
    usual = Engine()
    assert not held(ask(usual, "load", log=log)["state"]) <= OWN_CARDS


def test_a_log_with_bad_house_data_is_refused() -> None:
    log = {"game": "hold-your-breath", "seats": 2, "actions": [], "house": 7}
    assert fail(Engine(), "load", log=log) == {
        "code": "bad-request",
        "message": "house must be an object; it is 7",
    }


def test_bad_file_affects_only_its_game(
    tmp_path: Path,
) -> None:
    file = own_deck(tmp_path) / "hold-your-breath.toml"
    file.write_text("nonsense")
    engine = Engine(Houses(file.parent))
    error = fail(engine, "new", game="hold-your-breath", seats=2)
    assert error["code"] == "bad-request"
    assert error["message"].startswith(f"{file}:1: this is not TOML")
    ask(engine, "new", game="hold-your-ground", seats=2)
    assert len(ask(engine, "games")["games"]) == len(games.names())


def test_environment_names_the_folder(tmp_path: Path) -> None:
    new = b'{"cmd":"new","game":"hold-your-breath","seats":2}\n'
    ran = subprocess.run(
        [sys.executable, "-m", "controller.cli.main", "engine"],
        input=new,
        env={"UNDERTOW_HOUSE": str(own_deck(tmp_path))},
        cwd=Path(games.__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert held(json.loads(ran.stdout)["state"]) <= OWN_CARDS


# On the table


def test_restored_game_keeps_its_deck(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with sim_table(state, houses=Houses(own_deck(tmp_path))) as table:
        table.start(2, {"first": 0}, game="hold-your-breath", seed=9)
        begun = table.position
    with sim_table(state) as table:
        table.start()
        assert table.position == begun
        table.table.resume()
        match = table.table.match
        for _ in range(30):
            if match.result is None:
                table.act(match.game.legal(table.position)[-1])
        drawn = {card for hand in table.position.hands for card in hand}
        assert drawn <= OWN_CARDS
        assert table.table.setup.house["creatures"]["kraken"] == 1


def test_rematch_keeps_the_deck_and_new_game_does_not(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with sim_table(state, houses=Houses(own_deck(tmp_path))) as table:
        table.start(2, game="hold-your-breath")
    with sim_table(state) as table:
        table.start()
        table.table.resume()
        table.table.ask(Rematch())
        own = table.table.setup.house
        assert table.table.match.house == house.read(GAME, own) != data.usual()
        table.table.new_game(GAME, 2, {})
        assert table.table.match.house == data.usual()
        assert table.table.setup.house == data.write(data.usual())
