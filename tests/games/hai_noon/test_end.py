"""HAI NOON: drawing, the end, draws, the last diver and the turn cap."""

from typing import Any

import pytest

from controller.basics.sentence import say
from controller.games.hai_noon import GAME
from controller.games.hai_noon.pieces import (
    CARDS,
    Attack,
    Bite,
    Cage,
    Clear,
    Endure,
    Flip,
    Hide,
    Out,
    Play,
    Position,
    Swim,
)
from controller.rules.deals import Draw, Over, Turn
from controller.rules.game import Result
from tests.games.hai_noon.positions import (
    act,
    discarded,
    listed,
    refused,
    result_of,
    table,
    told,
    why,
)

RED = "N red-flip red-diver"


def outcome(hands: str = "", **setup: Any) -> tuple[Position, Any]:
    """Seat 0 plays a Wild card as the third on N."""
    return told(table(f"wild {hands}", RED, **setup), Play(0, "wild", "N"))


def ending(**setup: Any) -> Result:
    return result_of(outcome(**setup)[0])


# Drawing


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_filled_up_to_three_when_ones_turn_ends(seats: int) -> None:
    """HN-37, HN-41: with two divers as with one."""
    position = act(table("wild wild wild", seats=seats), Play(0, "wild", "N"))
    position, events = told(position, Draw(0, "wild"))
    assert position.hands[0] == ("wild", "wild", "wild")
    assert events == (Turn(21, 1),)


def test_with_its_last_card_the_discard_pile_becomes_the_draw_pile() -> None:
    """HN-38"""
    position = act(table("wild wild", RED), Play(0, "wild", "N"))
    last = tuple(int(card == "blue-cage") for card in CARDS)
    rest = tuple(a - b for a, b in zip(position.deck, last, strict=True))
    pile = tuple(a + b for a, b in zip(rest, position.discard, strict=True))
    position = position._replace(deck=last, discard=pile)
    assert [o.action for o in GAME.chance(position)] == [Draw(0, "blue-cage")]
    assert Draw in GAME.never_automatic
    assert why(position, Draw(0, "wild")) == "HN-38 refused.not-in-pile"
    assert refused(position, Draw(0, "red-anchor")).rule == "HN-38"
    after, events = told(position, Draw(0, "blue-cage"))
    assert after.deck == pile
    assert discarded(after) == []
    assert events == ()


# The plain end


def test_the_game_ends_after_the_attack_that_makes_a_prey() -> None:
    """HN-39: the second shark bites too, and nobody draws."""
    position, events = outcome(hungry={1, 2}, injured="pink")
    assert events == (
        Attack("N"),
        Bite(1, "pink", "prey"),
        Bite(2, "turquoise", "injured"),
        Clear("N", ("red-flip", "red-diver", "wild")),
        Over((1, 2, 3)),
    )
    assert GAME.chance(position) == ()
    assert GAME.legal(position) == ()
    assert why(position, Endure(1)) == "HN-39 rules.over"
    assert (position.turn, position.active) == (20, 0)
    assert discarded(position) == ["red-diver", "red-flip", "wild"]


def test_everybody_but_the_prey_wins() -> None:
    """HN-40"""
    assert ending(hungry={1}, injured="pink") == Result(
        (1, 2, 3),
        (4, 1, 1, 1),
        say("ending.prey", divers=("pink",)),
    )
    assert ending(hungry={2}, injured="turquoise", seats=3) == Result(
        (0, 2),
        (1, 3, 1),
        say("ending.prey", divers=("turquoise",)),
    )


def test_if_each_of_two_seats_loses_a_diver_it_is_a_draw() -> None:
    """HN-45"""
    assert ending(hungry={1, 2}, injured="pink turquoise", seats=2) == Result(
        (),
        (1, 1),
        say("ending.prey-of-both", divers=("pink", "turquoise")),
    )


# The last diver


def last(hands: str = "", **setup: Any) -> tuple[Position, Any]:
    return outcome(hands, last_diver=True, **setup)


def test_a_seat_that_is_out_has_no_more_turns() -> None:
    """HN-48"""
    position, _ = last("/ / wild", hungry={2}, injured="turquoise")
    for card in ("blue-flip", "blue-cage", "blue-diver"):
        position, events = told(position, Draw(0, card))
    assert events == (Turn(21, 2),)


def test_the_last_seat_with_a_live_diver_wins() -> None:
    """HN-49"""
    start = table(
        "wild",
        RED,
        hungry={2},
        injured="turquoise",
        dummies="green black",
        last_diver=True,
    )._replace(fell=(0, 0, 7, 3))
    after, events = told(start, Play(0, "wild", "N"))
    assert events[-2:] == (Out(1, ()), Over((0,)))
    assert result_of(after) == Result(
        (0,), (1, 2, 3, 4), say("ending.last", divers=("pink",))
    )
    assert why(after, Endure(0)) == "HN-49 rules.over"


def test_the_last_two_caught_together_draw() -> None:
    """HN-50"""
    start = table(
        "wild",
        RED,
        hungry={1, 2},
        injured="pink turquoise",
        dummies="green black",
        last_diver=True,
    )._replace(fell=(0, 0, 7, 3))
    after, _ = told(start, Play(0, "wild", "N"))
    assert result_of(after) == Result(
        (),
        (1, 1, 3, 4),
        "ending.together",
    )


def test_a_seat_that_falls_in_its_own_turn_draws_nothing() -> None:
    """HN-51"""
    position = table(
        "wild blue-flip / wild", RED, hungry={1}, injured="pink", last_diver=True
    )
    position = act(position, Play(0, "wild", "N"))
    after, events = told(position, Endure(0))
    assert events[-2:] == (Out(0, ("blue-flip",)), Turn(21, 1))
    assert (after.active, after.step, after.hands[0]) == (1, "play", ())


def test_a_caught_diver_does_nothing_for_its_seat_any_more() -> None:
    """HN-57"""
    setup: dict[str, Any] = {"seats": 2, "dummies": "pink", "last_diver": True}
    swims = act(table("red-diver", **setup), Play(0, "red-diver", "N"))
    assert GAME.legal(swims) == (Swim(0, "green", "TR"), Swim(0, "green", "BL"))
    assert why(swims, Swim(0, "pink", "TR")) == "HN-57 refused.dummy"
    hides = act(table("red-camouflage", **setup), Play(0, "red-camouflage", "N"))
    assert GAME.legal(hides) == (Hide(0, "green"),)
    assert refused(hides, Hide(0, "pink")).rule == "HN-57"
    caged = act(table("red-cage", **setup), Play(0, "red-cage", "N"))
    assert listed(caged, Cage(0, "pink"))


# The turn cap


def test_the_game_ends_when_the_last_turn_is_over_cards_drawn_and_all() -> None:
    """HN-55"""
    position = act(table("wild wild", turn=20, turn_cap=20), Play(0, "wild", "N"))
    position = act(position, Draw(0, "wild"))
    assert GAME.result(position) is None
    position, events = told(position, Draw(0, "blue-flip"))
    assert events == (Over((0, 1, 2, 3)),)
    assert result_of(position) == Result(
        (0, 1, 2, 3),
        (1, 1, 1, 1),
        say("ending.last-turn", turn=20),
    )
    assert position.turn == 20
    assert why(position, Flip(0, 1)) == "HN-55 rules.over"
