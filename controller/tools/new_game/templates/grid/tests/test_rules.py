"""A NEW GAME: its rulings."""

import pytest

from controller import games
from controller.rules.match import Match, Refused

from .. import Claim, Position, score

GAME = games.find("a-new-game")


def test_there_are_25_tiles() -> None:
    with pytest.raises(Refused) as refused:
        Match(GAME, 2, {}, None).plan(Claim(0, 25))
    assert refused.value.refusal.rule == "NG-01"


def test_a_claimed_tile_cannot_be_claimed_again() -> None:
    match = Match(GAME, 2, {}, None)
    match.accept(match.plan(Claim(0, 7)))
    with pytest.raises(Refused) as refused:
        match.plan(Claim(1, 7))
    assert refused.value.refusal.rule == "NG-02"


def test_neighbours_are_counted_beside_and_below_each_other() -> None:
    """NG-03"""
    square = {0, 1, 5, 6}
    owners = tuple(int(tile not in square) for tile in range(25))
    assert score(Position(2, 0, owners), 0) == 4
    ended = GAME.result(Position(2, 0, owners))
    assert ended
    assert ended.winners == (1,)
