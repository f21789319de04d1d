"""A NEW GAME: its rulings."""

import pytest

from controller import games
from controller.rules.match import Match, Refused

from .. import Choose, Position

GAME = games.find("a-new-game")


def chosen(*numbers: int) -> Match:
    match = Match(GAME, 3, {}, None)
    for seat, number in enumerate(numbers):
        match.accept(match.plan(Choose(seat, number)))
    return match


def test_a_number_is_from_one_to_five() -> None:
    with pytest.raises(Refused) as refused:
        chosen().plan(Choose(0, 6))
    assert refused.value.refusal.rule == "NG-01"


def test_a_choice_stands_until_it_is_undone() -> None:
    with pytest.raises(Refused) as refused:
        chosen(4).plan(Choose(0, 5))
    assert refused.value.refusal.rule == "NG-02"


@pytest.mark.parametrize(
    ("numbers", "points"), [((5, 5, 2), (0, 0, 2)), ((1, 4, 2), (0, 4, 0))]
)
def test_the_highest_number_that_is_alone_scores(
    numbers: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """NG-03"""
    assert chosen(*numbers).position.points == points


def test_whoever_reaches_the_goal_has_won() -> None:
    """NG-04"""
    before = Position(2, 3, (0, 0), (8, 11))
    middle, _ = GAME.apply(before, Choose(0, 3))
    end, _ = GAME.apply(middle, Choose(1, 2))
    assert GAME.result(end) is None
    end, _ = GAME.apply(middle, Choose(1, 4))
    ended = GAME.result(end)
    assert ended
    assert ended.winners == (1,)
