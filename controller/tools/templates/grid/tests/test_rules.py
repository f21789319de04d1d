"""A NEW GAME: its rulings."""

from controller import games

from .. import Claim, Position, score, start

GAME = games.find("a-new-game")


def rule_against(position: Position, action: Claim) -> str | None:
    refusal = GAME.refuse(position, action)
    return refusal.rule if refusal else None


def test_there_are_25_tiles() -> None:
    assert rule_against(start(2, {}), Claim(0, 24)) is None
    assert rule_against(start(2, {}), Claim(0, 25)) == "NG-01"


def test_a_claimed_tile_cannot_be_claimed_again() -> None:
    after, _ = GAME.apply(start(2, {}), Claim(0, 7))
    assert rule_against(after, Claim(1, 7)) == "NG-02"


def test_neighbours_are_counted_beside_and_below_each_other() -> None:
    """NG-03"""
    square = {0, 1, 5, 6}
    owners = tuple(int(tile not in square) for tile in range(25))
    assert score(Position(2, 0, owners), 0) == 4
    ended = GAME.result(Position(2, 0, owners))
    assert ended
    assert ended.winners == (1,)
