"""A NEW GAME: its rulings."""

from .. import GAME, Play, Position

DEALT = Position(2, 0, (0,) * 5, (("1", "5"), ("1", "2")), ((), ("1", "3")))


def refusal(action: Play) -> str:
    refused = GAME.refuse(DEALT, action)
    assert refused
    return refused.rule


def test_there_are_five_kinds_of_cards() -> None:
    assert refusal(Play(0, "9")) == "NG-01"


def test_only_a_card_of_the_hand_is_played() -> None:
    assert refusal(Play(0, "2")) == "NG-02"


def test_a_card_takes_its_like_away_from_the_others() -> None:
    """NG-03"""
    after, _ = GAME.apply(DEALT, Play(0, "1"))
    assert after.played == (("1",), ("3",))


def test_it_ends_with_the_last_card() -> None:
    """NG-04"""
    last = DEALT._replace(hands=(("5",), ()))
    after, _ = GAME.apply(last, Play(0, "5"))
    ended = GAME.result(after)
    assert ended
    assert ended.winners == (0,)


def test_nobody_plays_out_of_turn() -> None:
    assert GAME.refuse(DEALT, Play(1, "1"))
