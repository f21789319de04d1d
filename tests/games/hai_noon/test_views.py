"""HAI NOON: what each seat, the table and the engine see, and what is told to whom."""

from typing import Any

from controller.games.hai_noon import GAME
from controller.rules.game import Viewer
from tests.games.hai_noon.positions import table


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
