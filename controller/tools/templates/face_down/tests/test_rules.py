"""A NEW GAME: its rulings."""

from controller.games.api import Match

from .. import BELOW, GAME, THINGS, Dive, Find, Position

# This test needs a fixed number of players, whatever the game allows.
TWO = GAME._replace(seats=(2, 2))


def dived(*finds: tuple[int, str]) -> Position:
    """Let two players turn up these tiles in turn, and find these things."""
    position: Position = Match(TWO, 2, {}, None).position
    for tile, thing in finds:
        position, _ = GAME.apply(position, Dive(position.active, tile))
        position, _ = GAME.apply(position, Find(thing))
    return position


def rule_against(position: Position, action: Dive) -> str | None:
    refusal = GAME.refuse(position, action)
    return refusal.rule if refusal else None


def test_there_are_25_tiles() -> None:
    assert rule_against(dived(), Dive(0, 24)) is None
    assert rule_against(dived(), Dive(0, 25)) == "NG-01"


def test_a_tile_is_turned_up_once() -> None:
    assert rule_against(dived((7, "pearl")), Dive(1, 7)) == "NG-02"


def test_a_shark_takes_all_pearls_of_who_met_it() -> None:
    """NG-03"""
    after = dived((0, "pearl"), (1, "pearl"), (2, "pearl"), (3, "sand"), (4, "shark"))
    assert [after.owners.count(seat) for seat in range(2)] == [0, 1]


def test_it_ends_when_every_tile_is_turned_up() -> None:
    """NG-04"""
    below = [t for t, many in zip(THINGS, BELOW, strict=True) for _ in range(many)]
    assert GAME.result(dived(*enumerate(below[:-1]))) is None
    assert GAME.result(dived(*enumerate(below)))
