"""HAI NOON: what each seat, the table and the engine see, and what is told to whom."""

import json
from typing import Any

import pytest

from controller.engine.protocol import Engine
from controller.games.hai_noon import GAME
from controller.games.hai_noon.pieces import (
    CARDS,
    Endure,
    Flip,
    Harpoon,
    Out,
    Play,
    Rotate,
)
from controller.rules.deals import Draw
from controller.rules.game import Viewer
from controller.rules.views import show
from tests.games.hai_noon.positions import act, table, told

RED = "N red-flip red-diver"


def test_the_whole_state_is_written_as_the_protocol_says() -> None:
    position = table(
        "wild blue-cage / red-cage / wild / blue-flip",
        "N red-flip wild / W green-cage",
        hungry={0, 5},
        divers="pink - green black",
        injured="green",
        cage="black",
        turn=9,
    )
    assert GAME.state(position, None) == {
        "turn": 9,
        "active": 0,
        "sharks": ["hungry", *["full"] * 4, "hungry", *["full"] * 6],
        "places": {"TL": "pink", "TR": None, "BR": "green", "BL": "black"},
        "divers": {
            "pink": {"seat": 0, "state": "healthy"},
            "turquoise": {"seat": 1, "state": "healthy"},
            "green": {"seat": 2, "state": "injured"},
            "black": {"seat": 3, "state": "healthy"},
        },
        "cage": "black",
        "sides": {"N": ["red-flip", "wild"], "E": [], "S": [], "W": ["green-cage"]},
        "hands": [["blue-cage", "wild"], ["red-cage"], ["wild"], ["blue-flip"]],
        "deck": 40,
        "discard": [],
    }


def test_a_hand_is_seen_by_its_seat_and_counted_by_the_others() -> None:
    """HN-52"""
    position = table("wild blue-cage / red-cage / / blue-flip")
    everything = GAME.state(position, None)
    hands: list[tuple[Viewer, list[Any]]] = [
        (0, [["blue-cage", "wild"], 1, 0, 1]),
        (1, [2, ["red-cage"], 0, 1]),
        (2, [2, 1, [], 1]),
        ("table", [2, 1, 0, 1]),
    ]
    for viewer, seen in hands:
        assert GAME.state(position, viewer) == {**everything, "hands": seen}


def test_a_draw_is_told_to_others_without_its_card() -> None:
    """HN-52"""
    position = act(table("wild"), Play(0, "wild", "N"))
    event = Draw(0, "red-cage")
    position = act(position, event)
    whole = {"type": "draw", "seat": 0, "card": "red-cage"}
    assert GAME.event_view(position, event, 0) == whole
    assert GAME.event_view(position, event, None) == whole
    for viewer in (1, 2, 3, "table"):
        assert GAME.event_view(position, event, viewer) == {**whole, "card": None}


def test_what_happens_on_the_board_is_told_to_all_alike() -> None:
    """HN-52"""
    position = table("red-rotate", RED, hungry={0, 1}, cage="pink")
    position, events = told(position, Play(0, "red-rotate", "N"))
    assert Rotate(0) in events
    for viewer in (0, 3, "table"):
        for event in events:
            assert GAME.event_view(position, event, viewer) == GAME.event_view(
                position, event, None
            )


def test_a_hand_that_is_discarded_is_told_to_all() -> None:
    """HN-48, HN-52: it lies in the open pile."""
    position = table(
        "wild / blue-flip", RED, hungry={2}, injured="turquoise", last_diver=True
    )
    position = act(position, Play(0, "wild", "N"))
    position, events = told(position, Endure(1))
    assert Out(1, ("blue-flip",)) in events
    assert GAME.event_view(position, events[-1], 3)["cards"] == ("blue-flip",)


def test_nobody_is_told_by_the_question_whether_a_harpoon_fits() -> None:
    """HN-22, HN-52"""
    views = []
    for card in ("red-cage", "blue-flip"):
        position = table(f"wild / {card}", RED, hungry={2})
        position = act(position, Play(0, "wild", "N"))
        deck = list(position.deck)
        # What is in the pile is nobody's to know either; its size is the same.
        assert sum(deck) == 44
        views.append([show(GAME, position, v, ()) for v in (0, 2, 3, "table")])
    assert views[0] == views[1]


def test_a_pending_answer_is_that_of_one_seat_at_a_time() -> None:
    """HN-22"""
    position = table("wild blue-flip / red-cage", RED, hungry={1, 2})
    position = act(position, Play(0, "wild", "N"))
    assert show(GAME, position, "table", ())["pending"] == {
        "by": "seats",
        "seats": [0],
        "legal": [],
    }
    position = act(position, Endure(0))
    pending = show(GAME, position, 1, ())["pending"]
    assert pending["seats"] == [1]
    assert pending["legal"] == [
        {"type": "harpoon", "seat": 1, "diver": "turquoise", "card": "red-cage"},
        {"type": "endure", "seat": 1},
    ]
    assert GAME.state(position, None)["active"] == 0


def test_once_it_is_over_all_hands_are_open() -> None:
    """HN-52"""
    position = table("wild / red-cage / wild", RED, hungry={1}, injured="pink")
    position = act(position, Play(0, "wild", "N"))
    assert GAME.result(position)
    event = Draw(1, "red-cage")
    for viewer in (0, 3, "table"):
        assert GAME.state(position, viewer) == GAME.state(position, None)
        assert GAME.event_view(position, event, viewer)["card"] == "red-cage"


def test_the_discard_pile_and_hands_are_sorted_by_name() -> None:
    assert list(CARDS) == sorted(CARDS)
    position = table("wild yellow-flip blue-cage", "N wild yellow-diver")
    position = act(position, Play(0, "yellow-flip", "N"), Flip(0, 0))
    state = GAME.state(position, None)
    assert state["discard"] == ["wild", "yellow-diver", "yellow-flip"]
    assert state["hands"][0] == ["blue-cage", "wild"]


# Through the engine


def ask(engine: Engine, **request: Any) -> dict[str, Any]:
    return dict(json.loads(json.dumps(engine.answer(json.dumps(request).encode()))))


def dealt(engine: Engine, cards: str, **options: Any) -> dict[str, Any]:
    """A game of two with these hands, seat 0's first."""
    setup = {"first": 0, **options}
    ask(engine, cmd="new", game="hai-noon", seats=2, options=setup, chance="manual")
    for number, card in enumerate(cards.split()):
        action = {"type": "draw", "seat": number // 3, "card": card}
        answer = ask(engine, cmd="act", action=action)
        assert answer["ok"], answer
    return answer


HANDS = "red-flip red-cage wild red-diver red-cage blue-flip"


def test_the_engine_lists_the_game_with_its_options() -> None:
    (game,) = (
        g for g in ask(Engine(), cmd="games")["games"] if g["game"] == "hai-noon"
    )
    assert (game["name"], game["seats"]) == ("HAI NOON", [2, 4])
    assert {name: o["default"] for name, o in game["options"].items()} == {
        "start": "normal",
        "last_diver": False,
        "first": None,
        "turn_cap": None,
    }


def test_a_played_card_can_be_taken_back_and_a_drawn_one_not() -> None:
    """HN-56 is cited where no action of the game is meant."""
    engine = Engine()
    before = dealt(engine, HANDS)
    play = {"type": "play", "seat": 0, "card": "red-flip", "side": "E"}
    ask(engine, cmd="act", action=play)
    assert ask(engine, cmd="undo")["state"] == before["state"]
    ask(engine, cmd="act", action=play)
    ask(engine, cmd="act", action={"type": "flip", "seat": 0, "shark": 4})
    ask(engine, cmd="act", action={"type": "draw", "seat": 0, "card": "wild"})
    assert ask(engine, cmd="undo")["error"]["code"] == "cannot-undo"
    wrong = ask(engine, cmd="act", action={"type": "bite", "seat": 0})
    assert wrong["error"]["rule"] == "HN-56"


@pytest.mark.parametrize("shark", [True, "7", 7.0, None])
def test_a_shark_is_a_number_and_nothing_like_one(shark: Any) -> None:
    engine = Engine()
    dealt(engine, HANDS)
    play = {"type": "play", "seat": 0, "card": "red-flip", "side": "E"}
    ask(engine, cmd="act", action=play)
    action = {"type": "flip", "seat": 0, "shark": shark}
    assert ask(engine, cmd="act", action=action)["error"]["code"] == "illegal"


def test_a_harpoon_can_be_taken_back_until_somebody_draws() -> None:
    position = table("wild / red-cage", RED, hungry={2})
    position = act(position, Play(0, "wild", "N"))
    _, events = told(position, Harpoon(1, "turquoise", "red-cage"))
    assert not {type(event) for event in events} & GAME.reveals
    assert Harpoon not in GAME.reveals
