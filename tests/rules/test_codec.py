"""How actions are written, and what is not written that way."""

from typing import Any, NamedTuple

import pytest

from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose, LineUp, PickUp, Reveal
from controller.rules.codec import brief, from_json, to_json, type_name
from controller.rules.game import AnyGame
from controller.rules.kinds import Kind
from controller.rules.steps import Steps
from tests.support.words import told


class Play(NamedTuple):
    seat: int
    card: str
    as_: str
    target: int | None = None


class Put(NamedTuple):
    at: str | None


class Unlock(NamedTuple):
    """Has no fields."""


GET_BIT: AnyGame = GAME
# Only its actions matter here; the rest is borrowed.
TOY = GET_BIT._replace(
    title="TOY",
    steps=Steps(
        str,
        {},
        dict.fromkeys((Play, Put, Unlock), Kind(())),
        choice_rule="TOY-1",
        end_rule=str,
    ),
)


def test_a_record_is_its_type_and_its_fields() -> None:
    assert to_json(LineUp("red")) == {"type": "line-up", "robot": "red"}
    assert to_json(Choose(0, "red", 4)) == {
        "type": "choose",
        "seat": 0,
        "robot": "red",
        "card": 4,
    }
    assert to_json(Unlock()) == {"type": "unlock"}
    assert to_json(Reveal({"red": 4})) == {"type": "reveal", "cards": {"red": 4}}


def test_a_type_is_the_name_of_its_class_in_kebab_case() -> None:
    assert type_name(PickUp) == "pick-up"
    assert type_name(Choose) == "choose"


def test_a_field_named_after_a_keyword_loses_its_underscore() -> None:
    written = {"type": "play", "seat": 0, "card": "shark", "as": "air-5"}
    assert to_json(Play(0, "shark", "air-5")) == written
    assert from_json(TOY, written) == Play(0, "shark", "air-5")


def test_an_optional_field_is_left_out_and_never_null() -> None:
    written = {"type": "play", "seat": 0, "card": "c", "as": "shark", "target": 2}
    assert to_json(Play(0, "c", "shark", 2)) == written
    assert from_json(TOY, written) == Play(0, "c", "shark", 2)
    assert told(from_json(TOY, {**written, "target": None})) == (
        "TOY-1",
        "Play: target must be a number, not null.",
    )


def test_a_field_without_default_may_be_null_and_is_written_so() -> None:
    assert to_json(Put(None)) == {"type": "put", "at": None}
    assert from_json(TOY, {"type": "put", "at": None}) == Put(None)
    assert told(from_json(TOY, {"type": "put"})) == ("TOY-1", "Put: at is missing.")
    assert told(from_json(TOY, {"type": "put", "at": 3})) == (
        "TOY-1",
        "Put: at must be a text or null, not 3.",
    )


def test_a_probability_may_come_along_whatever_it_is() -> None:
    for p in (0.25, 1, "much", None, [1]):
        said = {"type": "line-up", "robot": "red", "p": p}
        assert from_json(GAME, said) == LineUp("red")


CHOOSE = {"type": "choose", "seat": 0, "robot": "red", "card": 3}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"card": True}, "card must be a number, not true"),
        ({"card": "3"}, 'card must be a number, not "3"'),
        ({"card": 3.0}, "card must be a number, not 3.0"),
        ({"robot": 0}, "robot must be a text, not 0"),
    ],
)
def test_an_action_is_written_in_one_way_only(
    changes: dict[str, Any], message: str
) -> None:
    assert from_json(GAME, CHOOSE) == Choose(0, "red", 3)
    refusal = from_json(GAME, {**CHOOSE, **changes})
    assert told(refusal) == ("GB-05", f"Choose: {message}.")


@pytest.mark.parametrize("key", ["limb", "card_"])
def test_an_unknown_field_is_named_with_those_that_exist(key: str) -> None:
    rule, message = told(from_json(GAME, {**CHOOSE, key: 3}))
    assert rule == "GB-05"
    assert f'"{key}"' in message
    assert "seat, robot and card" in message


@pytest.mark.parametrize("key", ["seat", "robot", "card"])
def test_a_missing_field_is_named(key: str) -> None:
    said = {k: v for k, v in CHOOSE.items() if k != key}
    assert told(from_json(GAME, said)) == ("GB-05", f"Choose: {key} is missing.")


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("bite", '"bite"'),
        (None, "null"),
        (["choose"], '["choose"]'),
    ],
)
def test_an_unknown_type_is_told_those_that_there_are(kind: Any, shown: str) -> None:
    rule, message = told(from_json(GAME, {**CHOOSE, "type": kind}))
    assert rule == "GB-05"
    assert shown in message
    assert "line-up and choose" in message


def test_quotations_in_a_message_are_kept_short() -> None:
    assert brief("x" * 58) == '"' + "x" * 58 + '"'
    assert brief("x" * 59) == '"' + "x" * 56 + "..."
    assert len(brief(list(range(1000)))) == 60
    assert brief("\ud800 \n") == '"\\ud800 \\n"'
