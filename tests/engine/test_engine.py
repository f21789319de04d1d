"""The engine's commands. Malformed lines are in test_lines.py."""

import json
from random import Random
from typing import Any

import pytest

from controller import games
from controller.engine.protocol import Engine
from tests.support.engine_driver import Answer, ask, choose, fail, send, started
from tests.support.words import catalogue_text

GAMES = ", ".join(games.names())

POSITION = {"ok", "events", "state", "pending", "result"}


def play_out(engine: Engine, seed: int = 0) -> Answer:
    """Play at random to the end, and return the last answer."""
    rng = Random(seed)
    shown = ask(engine, "show")
    while shown["pending"]["legal"]:
        action = rng.choice(shown["pending"]["legal"])
        shown = ask(engine, "act", action=action)
    return shown


# games


def test_games_lists_every_game_with_its_seats_and_options() -> None:
    listed = ask(Engine(), "games")["games"]
    assert {
        "game": "get-bit",
        "name": "GET BIT!",
        "seats": [2, 6],
        "options": {
            "longer": {
                "default": False,
                "allowed": [False, True],
                "help": catalogue_text("option.longer", "get-bit"),
            },
            "memory": {
                "default": False,
                "allowed": [False, True],
                "help": catalogue_text("option.memory", "get-bit"),
            },
            "refresh_at": {
                "default": 2,
                "allowed": [1, 2],
                "help": catalogue_text("option.refresh_at", "get-bit"),
            },
        },
    } in listed


# new


def test_new_lines_the_robots_up_and_asks_every_seat() -> None:
    shown = ask(Engine(), "new", game="get-bit", seats=4, seed=7)
    assert shown.keys() == POSITION
    line = shown["state"]["line"]
    assert sorted(line) == ["blue", "green", "red", "yellow"]
    assert shown["events"] == [{"type": "line-up", "robot": name} for name in line]
    assert shown["state"]["choices"] == {}
    assert shown["pending"]["by"] == "seats"
    assert shown["pending"]["seats"] == [0, 1, 2, 3]
    assert len(shown["pending"]["legal"]) == 20
    assert shown["result"] is None


def test_manual_chance_has_probabilities() -> None:
    engine = Engine()
    shown = ask(engine, "new", game="get-bit", seats=4, chance="manual")
    assert shown["events"] == []
    for left in (4, 3, 2):
        pending = shown["pending"]
        assert (pending["by"], pending["seats"]) == ("chance", [])
        ps = [action["p"] for action in pending["legal"]]
        assert all(type(p) is float for p in ps)
        assert len(ps) == left
        assert abs(sum(ps) - 1) < 1e-9
        assert ask(engine, "show", seat=0)["pending"]["legal"] == []
        assert ask(engine, "show", seat="table")["pending"]["legal"] == []
        shown = ask(engine, "act", action=pending["legal"][-1])
    # The last robot leaves no choice, so its event follows by itself.
    assert shown["events"] == [
        {"type": "line-up", "robot": "blue"},
        {"type": "line-up", "robot": "red"},
    ]
    assert shown["state"]["line"] == ["yellow", "green", "blue", "red"]
    assert shown["pending"]["by"] == "seats"


@pytest.mark.parametrize("p", [0.25, 2, None])
def test_probability_in_a_request_is_ignored(p: Any) -> None:
    engine = started(chance="manual")
    shown = ask(engine, "act", action={"type": "line-up", "robot": "green", "p": p})
    assert shown["state"]["line"] == ["green"]
    assert ask(engine, "log")["log"]["actions"] == [
        {"type": "line-up", "robot": "green"}
    ]


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "x" * 5000},
        {"options": {"x" * 5000: 1}},
        {"x" * 5000: 1},
    ],
)
def test_error_message_is_short(setup: dict[str, Any]) -> None:
    request = {"game": "get-bit", "seats": 2, **setup}
    error = send(Engine(), json.dumps({"cmd": "new", **request}).encode())["error"]
    assert len(error["message"]) < 200


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({}, "game must be a name, not null"),
        ({"game": "chess"}, f"there is no game 'chess'; there is {GAMES}"),
        ({"seats": 7}, "get-bit: seats must be a number from 2 to 6, not 7"),
        ({"options": None}, "get-bit: options must be an object, not null"),
        (
            {"options": {"short": True}},
            "get-bit: there is no option 'short'; it has longer, memory, refresh_at",
        ),
        ({"seed": 7.0}, "seed must be a whole number, not 7.0"),
        ({"chance": "dice"}, 'chance must be "auto" or "manual", not "dice"'),
    ],
)
@pytest.mark.parametrize("cmd", ["new", "load"])
def test_refused_setup_changes_nothing(
    cmd: str, setup: dict[str, Any], message: str
) -> None:
    if setup and "game" not in setup:
        setup = {"game": "get-bit", "seats": 4, **setup}
    engine = started(seed=3)
    ask(engine, "act", action=choose(0, "red", 2))
    request = setup if cmd == "new" else {"log": {**setup, "actions": []}}
    error = fail(engine, cmd, **request)
    assert error["code"] == "bad-request"
    assert error["message"] == message


def test_a_seed_may_be_negative_or_very_large() -> None:
    for seed in (-1, 2**64, 10**300):
        assert ask(started(seed=seed), "log")["log"]["seed"] == seed


# act


def test_act_returns_its_events() -> None:
    engine = started()
    shown = ask(engine, "act", action=choose(0, "red", 2))
    assert shown["events"] == [choose(0, "red", 2)]
    assert shown["pending"]["seats"] == [1, 2, 3]
    ask(engine, "act", action=choose(1, "blue", 3))
    ask(engine, "act", action=choose(2, "green", 4))
    shown = ask(engine, "act", action=choose(3, "yellow", 5))
    assert [event["type"] for event in shown["events"]] == [
        "choose",
        "reveal",
        "swim",
        "swim",
        "swim",
        "swim",
        "round",
    ]
    assert shown["state"]["line"] == ["yellow", "green", "blue", "red"]
    assert shown["state"]["round"] == 2


@pytest.mark.parametrize(
    ("changes", "rule", "message"),
    [
        (
            {"card": 6},
            "GB-01",
            catalogue_text("refused.no-card", "get-bit", last="5", card="6"),
        ),
        ({"card": True}, "GB-05", "Choose: card must be a number, not true."),
        (
            {"seat": 1},
            "GB-05",
            catalogue_text("refused.not-own", "get-bit", robot="Red"),
        ),
        (
            {"robot": "pink"},
            "GB-05",
            catalogue_text(
                "no-such.robot",
                "get-bit",
                robot="Pink",
                known="Red, Blue, Green and Yellow",
            ),
        ),
        (
            {"type": "bite"},
            "GB-05",
            'Unknown action "bite". This game has line-up and choose.',
        ),
    ],
)
def test_an_illegal_action_is_refused_with_its_ruling(
    changes: dict[str, Any], rule: str, message: str
) -> None:
    engine = started()
    action = {**choose(0, "red", 3), **changes}
    expected = {"code": "illegal", "message": message, "rule": rule}
    assert fail(engine, "act", action=action) == expected
    assert ask(engine, "why", action=action) == {
        "ok": True,
        "legal": False,
        "rule": rule,
        "message": message,
    }
    ask(engine, "act", action=choose(0, "red", 3))


def test_last_of_two_equal_keys_counts() -> None:
    """JSON readers do the same; the line must not have two meanings."""
    engine = started()
    line = b'{"cmd":"act","action":{"type":"choose","seat":0,"robot":"red","card":9,'
    answer = engine.answer(line + b'"card":3}}')
    assert answer["ok"]
    assert answer["state"]["choices"] == {"red": 3}


@pytest.mark.parametrize("cmd", ["act", "why"])
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"action": None}, "action must be an object, not null"),
        ({"action": {"seat": 0}}, 'the action {"seat": 0} has no type'),
    ],
)
def test_request_without_an_action_is_bad(
    cmd: str, request_: dict[str, Any], message: str
) -> None:
    for engine in (started(), over()):
        expected = {"code": "bad-request", "message": message}
        assert fail(engine, cmd, **request_) == expected


def over() -> Engine:
    engine = started(2, seed=1)
    play_out(engine)
    return engine


@pytest.mark.parametrize(
    "action",
    [
        choose(0, "red", 1),
        {"type": "dance"},
        {"type": "choose"},
    ],
)
def test_any_action_after_the_end_is_over(action: Answer) -> None:
    engine = over()
    reason = ask(engine, "show")["result"]["reason"]
    error = fail(engine, "act", action=action)
    assert error["code"] == "over"
    assert error["message"] == f"The game is over. {reason}"
    assert error["rule"] in ("GB-22", "GB-05")
    answer = ask(engine, "why", action=action)
    assert answer["legal"] is False
    assert answer["message"] == f"The game is over. {reason}"


# show


def test_show_gives_every_viewer_what_it_may_see() -> None:
    engine = started()
    ask(engine, "act", action=choose(0, "red", 2))
    whole = ask(engine, "show")
    assert ask(engine, "show", seat=None) == whole
    assert whole["state"]["choices"] == {"red": 2}
    own = ask(engine, "show", seat=0)
    assert own["state"]["choices"] == {"red": 2}
    assert own["events"] == [choose(0, "red", 2)]
    assert own["pending"] == {"by": "seats", "seats": [1, 2, 3], "legal": []}
    other = ask(engine, "show", seat=1)
    assert other["state"]["choices"] == {"red": None}
    assert other["state"]["robots"]["red"]["hand"] == 5
    assert other["state"]["robots"]["blue"]["hand"] == [1, 2, 3, 4, 5]
    assert other["events"] == [{**choose(0, "red", 2), "card": None}]
    assert other["pending"]["seats"] == [1, 2, 3]
    assert {action["seat"] for action in other["pending"]["legal"]} == {1}
    table = ask(engine, "show", seat="table")
    assert table["state"]["choices"] == {"red": None}
    assert table["events"] == [{**choose(0, "red", 2), "card": None}]
    assert table["pending"] == {"by": "seats", "seats": [1, 2, 3], "legal": []}


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        (4, "4"),
        (True, "true"),
        ("Table", '"Table"'),
    ],
)
def test_unknown_seat_is_a_bad_request(seat: Any, shown: str) -> None:
    assert fail(started(), "show", seat=seat) == {
        "code": "bad-request",
        "message": f'seat must be 0 to 3, "table" or null, not {shown}',
    }


def test_show_repeats_the_events_of_the_last_new_act_or_load() -> None:
    engine = Engine()
    opened = ask(engine, "new", game="get-bit", seats=4)
    assert ask(engine, "show") == opened
    acted = ask(engine, "act", action=choose(0, "red", 2))
    assert ask(engine, "show") == acted
    ask(engine, "why", action=choose(0, "red", 2))
    fail(engine, "act", action=choose(0, "red", 2))
    assert ask(engine, "show") == acted
    loaded = ask(engine, "load", log=ask(engine, "log")["log"])
    assert ask(engine, "show") == loaded
    assert loaded["events"] == opened["events"] + acted["events"]


# why


def test_why_says_that_a_legal_action_is_legal() -> None:
    engine = started()
    assert ask(engine, "why", action=choose(0, "red", 2)) == {
        "ok": True,
        "legal": True,
        "rule": "GB-05",
        "message": catalogue_text("rules.legal"),
    }
    assert ask(engine, "log")["log"]["actions"][-1]["type"] == "line-up"


# undo


def test_undo_takes_back_the_last_choice() -> None:
    engine = started()
    first = ask(engine, "show")
    second = ask(engine, "act", action=choose(2, "green", 2))
    third = ask(engine, "act", action=choose(0, "red", 3))
    assert third["state"]["choices"] == {"red": 3, "green": 2}
    assert ask(engine, "undo") == {**second, "events": []}
    assert ask(engine, "undo") == {**first, "events": []}
    assert fail(engine, "undo")["code"] == "cannot-undo"


def test_show_after_undo_has_the_position_of_the_undo() -> None:
    """Its events are still those of the last act."""
    engine = started()
    acted = ask(engine, "act", action=choose(0, "red", 3))
    undone = ask(engine, "undo")
    assert undone["events"] == []
    assert ask(engine, "show") == {**undone, "events": acted["events"]}
    hidden = ask(engine, "show", seat=1)
    assert hidden["events"] == [{**choose(0, "red", 3), "card": None}]
    assert hidden["state"]["choices"] == {}


def test_undo_is_refused_after_the_reveal() -> None:
    engine = started()
    robots = ["red", "blue", "green", "yellow"]
    for seat, robot in enumerate(robots):
        ask(engine, "act", action=choose(seat, robot, seat + 1))
    assert fail(engine, "undo") == {
        "code": "cannot-undo",
        "message": catalogue_text("undo.too-late"),
    }
    ask(engine, "act", action=choose(0, "red", 3))
    ask(engine, "undo")
    assert fail(engine, "undo")["code"] == "cannot-undo"


def test_undo_is_refused_if_only_chance_has_acted() -> None:
    assert fail(started(), "undo")["code"] == "cannot-undo"
    manual = started(chance="manual")
    assert fail(manual, "undo") == {
        "code": "cannot-undo",
        "message": catalogue_text("undo.nothing"),
    }
    ask(manual, "act", action={"type": "line-up", "robot": "red"})
    assert fail(manual, "undo")["code"] == "cannot-undo"


# log and load


def test_log_contains_everything() -> None:
    engine = started(3, seed=5, options={"memory": True})
    ask(engine, "act", action=choose(1, "green", 7))
    log = ask(engine, "log")["log"]
    line = ask(engine, "show")["state"]["line"]
    assert log == {
        "game": "get-bit",
        "seats": 3,
        "options": {"longer": False, "memory": True, "refresh_at": 2},
        "seed": 5,
        "chance": "auto",
        "rules": "1",
        "house": None,
        "actions": [
            *({"type": "line-up", "robot": robot} for robot in line),
            choose(1, "green", 7),
        ],
    }


def test_seed_continues_a_log_that_stops_in_the_line_up() -> None:
    engine = started(6, seed=4)
    whole = ask(engine, "log")["log"]
    for kept in range(6):
        log = {**whole, "actions": whole["actions"][:kept]}
        other = Engine()
        loaded = ask(other, "load", log=log)
        assert loaded == ask(engine, "show")
        assert ask(other, "log")["log"] == whole


def test_log_has_defaults() -> None:
    log = {"game": "get-bit", "seats": 2, "actions": []}
    engine = Engine()
    assert ask(engine, "load", log=log) == ask(started(2), "show")
    assert ask(engine, "log") == ask(started(2), "log")


@pytest.mark.parametrize(
    ("index", "action", "code", "message"),
    [
        (4, choose(0, "red", 9), "illegal", "This game has no 9"),
        (4, {"seat": 0}, "bad-request", "has no type"),
        (5, {"type": "line-up", "robot": "red"}, "illegal", "already in line"),
    ],
)
def test_log_with_a_wrong_action_is_refused(
    index: int, action: Any, code: str, message: str
) -> None:
    engine = started()
    ask(engine, "act", action=choose(0, "red", 2))
    log = ask(engine, "log")["log"]
    log["actions"].insert(index, action)
    error = fail(engine, "load", log=log)
    assert error["code"] == code
    assert error["message"].startswith(f"log.actions[{index}]: ")
    assert message in error["message"]


def test_log_with_actions_after_the_end_is_refused() -> None:
    engine = over()
    log = ask(engine, "log")["log"]
    index = len(log["actions"])
    log["actions"].append(choose(0, "red", 1))
    error = fail(started(), "load", log=log)
    assert error["code"] == "over"
    assert error["message"].startswith(f"log.actions[{index}]: The game is over. ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"actions": None}, "log.actions must be a list, not null"),
        ({"rules": 1}, "log.rules must be a text, not 1"),
        (
            {"action": []},
            'log does not know the key "action"; it knows game, seats, options, seed, '
            "chance, rules, house, actions",
        ),
    ],
)
def test_malformed_log_is_refused(changes: dict[str, Any], message: str) -> None:
    engine = started()
    log = {**ask(engine, "log")["log"], **changes}
    expected = {"code": "bad-request", "message": message}
    assert fail(engine, "load", log=log) == expected


def test_log_of_other_rules_is_loaded() -> None:
    engine = started()
    ask(engine, "act", action=choose(0, "red", 2))
    log = ask(engine, "log")["log"]
    other = Engine()
    loaded = ask(other, "load", log={**log, "rules": "0"})
    assert loaded["state"] == ask(engine, "show")["state"]
    assert ask(other, "log")["log"] == log


@pytest.mark.parametrize("log", [None, "log"])
def test_log_must_be_an_object(log: Any) -> None:
    error = fail(started(), "load", log=log)
    assert error["code"] == "bad-request"
    assert error["message"].startswith("log must be an object, not ")


# Without a game


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "act", "action": choose(0, "red", 1)},
        {"cmd": "why", "action": choose(0, "red", 1)},
        {"cmd": "undo"},
        {"cmd": "log"},
    ],
)
def test_commands_need_a_game(
    request_: dict[str, Any],
) -> None:
    assert fail(Engine(), **request_) == {
        "code": "no-game",
        "message": "no game has been started; send new or load",
    }


@pytest.mark.parametrize("cmd", ["New", "__init__"])
def test_unknown_command_is_refused(cmd: str) -> None:
    assert fail(started(), cmd) == {
        "code": "bad-request",
        "message": f'there is no command "{cmd}"; there is '
        "games, new, act, show, why, undo, log, load",
    }
