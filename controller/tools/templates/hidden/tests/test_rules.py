"""A NEW GAME: its rulings."""

from controller.games.api import Match

from .. import GAME, Choose, Position

# This test needs a fixed number of players, whatever the game allows.
THREE = GAME._replace(seats=(3, 3))


def chosen(*numbers: int) -> Position:
    """Let three players choose these numbers."""
    position: Position = Match(THREE, 3, {}, None).position
    for seat, number in enumerate(numbers):
        position, _ = GAME.apply(position, Choose(seat, number))
    return position


def rule_against(position: Position, action: Choose) -> str | None:
    refusal = GAME.refuse(position, action)
    return refusal.rule if refusal else None


def test_a_number_is_from_one_to_five() -> None:
    assert rule_against(chosen(), Choose(0, 5)) is None
    assert rule_against(chosen(), Choose(0, 6)) == "NG-01"


def test_a_choice_stands_until_it_is_undone() -> None:
    assert rule_against(chosen(4), Choose(0, 5)) == "NG-02"


def test_the_highest_number_that_is_alone_scores() -> None:
    """NG-03"""
    assert chosen(5, 5, 2).points == (0, 0, 2)
    assert chosen(1, 4, 2).points == (0, 4, 0)


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
