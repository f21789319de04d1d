"""A NEW GAME: its rulings."""

import pytest

from controller import games
from controller.rules.match import Match, Refused

from .. import Position, Take

GAME = games.find("a-new-game")


def begun(pearls: int = 21) -> Match:
    match = Match(GAME, 2, {}, None)
    while match.position.pearls > pearls:
        match.accept(match.plan(Take(match.position.active, 1)))
    return match


@pytest.mark.parametrize("pearls", [0, 4])
def test_one_to_three_pearls_are_taken(pearls: int) -> None:
    with pytest.raises(Refused) as refused:
        begun().plan(Take(0, pearls))
    assert refused.value.refusal.rule == "NG-01"


def test_no_more_are_taken_than_there_are() -> None:
    match = begun(pearls=2)
    with pytest.raises(Refused) as refused:
        match.plan(Take(match.position.active, 3))
    assert refused.value.refusal.rule == "NG-02"


def test_whoever_takes_the_last_pearl_loses() -> None:
    """NG-03"""
    assert GAME.result(Position(3, 2, 1)) is None
    ended = GAME.result(Position(3, 2, 0))
    assert ended
    assert ended.ranks == (1, 3, 1)
