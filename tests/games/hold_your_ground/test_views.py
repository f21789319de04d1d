"""HOLD YOUR GROUND: what others see, what is written, and the engine's answers."""

from typing import Any

import pytest

from controller.basics.sentence import keys_in
from controller.engine.protocol import Engine
from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.pieces import Blast, Collapse, Play, Shoved
from controller.rules.codec import to_json
from controller.rules.game import BadSetup, Event, checked_options
from tests.support.engine_driver import ask


def started(seats: int = 2, *, chance: str = "manual", **options: Any) -> Engine:
    engine = Engine()
    ask(
        engine,
        "new",
        game="hold-your-ground",
        seats=seats,
        options=options,
        chance=chance,
    )
    return engine


def test_hands_are_hidden_and_all_else_lies_open() -> None:
    """HYG-51"""
    engine = started(2, chance="auto")
    whole = ask(engine, "show")
    mine, table = ask(engine, "show", seat=0), ask(engine, "show", seat="table")
    hands = whole["state"]["hands"]
    assert [len(hand) for hand in hands] == [4, 4]
    assert mine["state"] == {**whole["state"], "hands": [hands[0], 4]}
    assert table["state"] == {**whole["state"], "hands": [4, 4]}


def test_the_option_turn_cap_has_to_be_a_number_of_turns() -> None:
    """HYG-59"""
    for right in (None, 1, 1000):
        assert checked_options(GAME, 2, {"turn_cap": right})["turn_cap"] == right
    for wrong in (0, -1, True, 2.0, "3"):
        with pytest.raises(BadSetup, match="null or a whole number from 1"):
            checked_options(GAME, 2, {"turn_cap": wrong})


@pytest.mark.parametrize(
    ("event", "keys"),
    [
        (Play(1, "t3", "t4"), ["tell.play-idle"]),
        (Shoved("green", "2,0", None), ["tell.shoved-lost"]),
        (
            Blast("2,3", {"red": 2, "green": 1}),
            ["tell.blast", "some.each", "some.each"],
        ),
        (Collapse(("0,3", "0,4"), {}), ["tell.collapse", "some.none"]),
    ],
)
def test_each_event_is_described_by_its_key(event: Event, keys: list[str]) -> None:
    assert [*keys_in(GAME.tell(to_json(event), {}))] == keys
