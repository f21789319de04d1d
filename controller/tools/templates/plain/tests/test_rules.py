"""A NEW GAME: its rulings."""

import pytest

from .. import GAME, Position, Take


@pytest.mark.parametrize(
    ("left", "pearls", "rule"),
    [(21, 0, "NG-01"), (21, 4, "NG-01"), (2, 3, "NG-02"), (0, 1, "NG-03")],
)
def test_what_cannot_be_taken(left: int, pearls: int, rule: str) -> None:
    refusal = GAME.refuse(Position(2, 0, left), Take(0, pearls))
    assert refusal
    assert refusal.rule == rule


def test_whoever_takes_the_last_pearl_loses() -> None:
    """NG-03"""
    ended = GAME.result(Position(3, 2, 0))
    assert ended
    assert ended.ranks == (1, 3, 1)
