"""A NEW GAME: its rulings."""

import pytest

from controller import games
from controller.rules.match import Match, Refused

from .. import Dive, Find

GAME = games.find("a-new-game")


def dived(*finds: tuple[int, str]) -> Match:
    """Two players turn up these tiles in turn, and find this."""
    match = Match(GAME, 2, {}, None)
    for tile, thing in finds:
        match.accept(match.plan(Dive(match.position.active, tile)))
        match.accept(match.plan(Find(thing)))
    return match


def test_there_are_25_tiles() -> None:
    with pytest.raises(Refused) as refused:
        dived().plan(Dive(0, 25))
    assert refused.value.refusal.rule == "NG-01"


def test_a_tile_is_turned_up_once() -> None:
    with pytest.raises(Refused) as refused:
        dived((7, "pearl")).plan(Dive(1, 7))
    assert refused.value.refusal.rule == "NG-02"


def test_a_shark_takes_all_pearls_of_who_met_it() -> None:
    """NG-03"""
    match = dived((0, "pearl"), (1, "pearl"), (2, "pearl"), (3, "sand"), (4, "shark"))
    assert [match.position.owners.count(seat) for seat in range(2)] == [0, 1]


def test_it_ends_when_every_tile_is_turned_up() -> None:
    """NG-04"""
    things = ["pearl"] * 10 + ["sand"] * 11 + ["shark"] * 4
    match = Match(GAME, 2, {}, None)
    for tile, thing in enumerate(things):
        if match.result:
            break  # what is left settles itself: the last tile, and what lies below
        match.accept(match.plan(Dive(match.position.active, tile)))
        if match.position.diving is not None:
            match.accept(match.plan(Find(thing)))
    assert "" not in match.position.ground.up
