"""HAI NOON: what each seat, the table and the engine see, and what is told to whom."""

from typing import Any

from controller.games.hai_noon import GAME
from controller.games.hai_noon.pieces import Play
from controller.rules.deals import Draw
from controller.rules.game import Viewer
from tests.games.hai_noon.positions import act, table


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
