"""HOLD YOUR GROUND: setting up, cards, and what a turn is made of.

Moving and pushing are in test_moves.py, the doom actions in test_doom.py, the end in
test_end.py.
"""

from itertools import combinations
from typing import Any

import pytest

from controller.basics.sentence import say
from controller.games.hold_your_ground import GAME, cards
from controller.games.hold_your_ground.pieces import (
    Hole,
    Pick,
    Play,
    Position,
    Roll,
    Special,
)
from controller.games.hold_your_ground.squares import (
    CENTRE,
)
from controller.rules.deals import Draw, First
from tests.games.hold_your_ground import positions as at
from tests.games.hold_your_ground.positions import (
    FULL_DECK,
    HOUSE,
    act,
    begun,
    island,
    legal,
    march,
    outcomes,
    play,
    refused,
    walk,
    why,
)

SEATS = [2, 3, 4]
CORNERS = ("0,0", "0,4", "4,0", "4,4")


def laid_out(seats: int = 2, **options: Any) -> Position:
    return act(begun(seats, **options), *(Hole(name) for name in CORNERS))


def dealt(seats: int = 2, first: int = 0) -> Position:
    """Everybody holds n1, n2, n3 and n4."""
    position = laid_out(seats, first=first)
    for later in range(seats):
        for card in ("n1", "n2", "n3", "n4"):
            position = act(position, Draw((first + later) % seats, card))
    return position


# The island


def test_four_tiles_are_missing_and_never_the_centre() -> None:
    """HYG-01"""
    position = begun()
    for number, name in enumerate(CORNERS):
        assert position.phase == "hole"
        assert len(at.tiles(position)) == 25 - number
        assert Hole("2,2") not in outcomes(position)
        assert why(position, Hole("2,2")) == "HYG-01 refused.centre"
        position = act(position, Hole(name))
    assert position.phase == "first"
    assert len(at.tiles(position)) == 21


def test_a_hole_that_breaks_the_island_is_refused() -> None:
    """HYG-02"""
    position = act(begun(), Hole("0,1"))
    # One more would cut off the corner, unless the corner itself is a hole.
    assert Hole("1,0") in outcomes(position)
    position = act(position, Hole("4,4"), Hole("3,3"))
    assert Hole("1,0") not in outcomes(position)
    assert why(position, Hole("1,0")) == "HYG-02 refused.apart"
    position = act(begun(), Hole("0,1"), Hole("1,0"))
    assert outcomes(position).keys() >= {Hole("0,0")}
    assert Hole("3,3") not in outcomes(act(position, Hole("4,4")))
    assert outcomes(act(position, Hole("4,4"))) == {Hole("0,0"): 1}


def test_spare_battlers_stay_in_the_box() -> None:
    """HYG-05: four teams bring 84 of the 88."""
    position = laid_out(4)
    assert sum(map(sum, position.board)) == 84
    assert (position.lost, sum(map(sum, position.captured))) == ((0, 0, 0, 0), 0)


def test_the_eliminator_starts_under_the_centre() -> None:
    """HYG-06"""
    assert GAME.state(laid_out(), None)["eliminator"] == "2,2"


@pytest.mark.parametrize("seats", SEATS)
def test_any_seat_may_start_with_the_same_chance(seats: int) -> None:
    """HYG-07"""
    position = laid_out(seats)
    assert GAME.state(position, None)["active"] is None
    assert outcomes(position) == {First(seat): 1 for seat in range(seats)}
    assert act(position, First(1)).active == 1
    assert why(position, First(seats)) == "HYG-07 no-such.seat"


def test_a_tile_holds_as_many_when_a_team_is_out() -> None:
    """HYG-26: four seats began, so six may stand there though two teams are left."""
    position = island({"2,2": "rrrrg", "2,3": "r"}, seats=4)
    assert position.out == ((2,), (3,))
    after = walk(march(position, 1, 1), "2,3 2,2")
    assert sum(after.board[CENTRE]) == 6


# Cards


def test_the_deck_and_the_die_are_those_of_the_house() -> None:
    """HYG-03"""
    special = ["n1-royale", "n1-explosion", "n2-eliminator"]
    plain = ["n1", "n2", "n2", "n3", "n3", "n4", "t3", "t4", "b3", "b4"]
    assert sorted(FULL_DECK) == sorted(plain + special)
    position = act(laid_out(first=0), Draw(0, "n2"))
    assert outcomes(position)[Draw(0, "n2")] == 1
    assert outcomes(position)[Draw(0, "n3")] == 2
    assert sum(outcomes(position).values()) == 12
    rolling = island({"2,2": "r", "0,0": "g"})._replace(phase="roll")
    assert outcomes(rolling) == {
        Roll("royale"): 1,
        Roll("eliminator"): 2,
        Roll("explosion"): 2,
        Roll("choice"): 1,
    }
    assert why(rolling, Roll("nap")) == "HYG-03 no-such.face"
    assert refused(position, Draw(0, "n9")).rule == "HYG-03"


def test_either_card_gives_battlers_and_the_other_tiles() -> None:
    """HYG-08"""
    position = island({"2,2": "r", "0,0": "g"}, hand="n2 n3 n3 n4")
    assert legal(position) == [
        "n2 n3",
        "n2 n4",
        "n3 n2",
        "n3 n3",
        "n3 n4",
        "n4 n2",
        "n4 n3",
    ]
    moves = {pair: play(position, *pair.split()).move for pair in ("n2 n3", "n3 n2")}
    assert [move and move[:2] for move in moves.values()] == [(2, 3), (3, 2)]


def test_a_card_for_one_use_cannot_be_put_to_the_other() -> None:
    """HYG-09"""
    position = island({"2,2": "r", "0,0": "g"}, hand="b3 b4 t3 t4")
    assert legal(position) == ["b3 t3", "b3 t4", "b4 t3", "b4 t4"]
    assert why(position, Play(0, "t3", "t4")) == "HYG-09 refused.not-for-battlers"
    assert why(position, Play(0, "b3", "b4")) == "HYG-09 refused.not-for-tiles"
    assert why(position, Play(0, "t3", "b3")) == "HYG-09 refused.swap-cards"


def test_every_hand_of_the_house_deck_has_a_pair() -> None:
    """HYG-09: all 715 of them."""
    for hand in combinations(FULL_DECK, 4):
        assert any(cards.can_pair(*pair) for pair in cards.pairs(hand)), hand


def test_a_hand_without_a_pair_lays_down_two_cards_and_nobody_moves() -> None:
    """HYG-09: only with another deck."""
    position = island({"2,2": "r", "0,0": "g"})
    mine = position.cards[0]._replace(hand=("t3", "t3", "t4", "t4-eliminator"))
    position = position._replace(cards=(mine, position.cards[1]))
    assert legal(position) == [
        "t3 t3",
        "t3 t4",
        "t3 t4-eliminator",
        "t4 t4-eliminator",
    ]
    names = (*HOUSE.cards, "t4-eliminator")
    position = at.with_house(position, cards=names, deck=(*HOUSE.deck, 1))
    assert refused(position, Play(0, "t4", "t3")).rule == "HYG-09"
    after = play(position, "t3", "t4-eliminator")
    assert at.board(after) == at.board(position)
    assert after.phase == "eliminator"


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    """HYG-60"""
    position = island({"2,2": "r", "0,0": "g"}, hand="n1 n2 n3 n4")
    assert why(position, Play(0, "n1", "t3")) == "HYG-60 refused.not-held"
    assert why(position, Play(0, "n2", "n2")) == "HYG-60 refused.only-one"
    assert refused(position, Play(0, "n2", "n9")).says == (
        say(
            "no-such.card",
            card="n9",
            known=HOUSE.cards,
        )
    )


def a_turn_to_draw(deck: str) -> Position:
    """Seat 0 has moved and has to draw two; its deck holds just these cards."""
    position = island({"2,2": "r", "0,0": "g"}, hand="n1 n2 n3 n4")
    held = deck.split()
    gone = [c for c in FULL_DECK if c not in ("n1", "n4")]
    for card in ["n2", "n3", *held]:
        gone.remove(card)
    mine = position.cards[0]._replace(
        deck=tuple(held.count(card) for card in HOUSE.cards),
        discard=tuple(sorted(gone)),
    )
    position = position._replace(cards=(mine, position.cards[1]))
    return walk(play(position, "n1", "n4"), "2,2 2,3 2,4 3,4 4,4")


def test_the_discard_pile_becomes_the_deck_when_a_card_is_wanted_of_an_empty_one() -> (
    None
):
    """HYG-30"""
    position = a_turn_to_draw("b3")
    assert outcomes(position) == {Draw(0, "b3"): 1}
    assert why(position, Draw(0, "b4")) == "HYG-30 refused.not-in-deck"
    after = act(position, Draw(0, "b3"))
    # All that was discarded is in it, the two cards of this turn too.
    assert outcomes(after).keys() >= {Draw(0, "n1"), Draw(0, "n4"), Draw(0, "b4")}
    assert sum(outcomes(after).values()) == 10
    assert after.cards[0].discard == ()


# A turn


def test_a_turn_moves_then_does_the_specials_then_draws_then_rolls() -> None:
    """HYG-28"""
    position = island(
        {"2,2": "r", "0,0": "g"}, hand="n1-royale n2-eliminator n3 n4", seats=2
    )
    position = play(position, "n1-royale", "n2-eliminator")
    assert position.phase == "pick"
    position = walk(position, "2,2 2,3 2,4")
    assert legal(position) == ["royale", "eliminator"]
    assert why(position, Special(0, "explosion")) == "HYG-28 refused.not-on-cards"
    # There is nothing to fight about, so the Eliminator follows.
    position = act(position, Special(0, "royale"))
    assert position.phase == "eliminator"
    position = act(position, GAME.legal(position)[0])
    assert position.phase == "draw"
    position = act(position, Draw(0, "n1"), Draw(0, "n2"))
    assert position.phase == "roll"


def test_a_special_card_counts_with_its_number_too() -> None:
    """HYG-29: one battler three tiles, then a Battle Royale."""
    position = island({"2,2": "r", "1,4": "gg"}, hand="n1-royale n3 n4 t4")
    position = play(position, "n1-royale", "n3")
    assert position.move == (1, 3, -1, 0, 0, 0)
    after = walk(position, "2,2 2,3 2,4 1,4")
    assert (after.phase, legal(after)) == ("royale", ["1,4 red", "1,4"])


def test_only_what_is_asked_can_be_done_and_only_by_the_seat_that_is_asked() -> None:
    """HYG-60"""
    position = dealt(2, first=1)
    assert why(position, Play(0, "n1", "n2")) == "HYG-60 rules.not-your-turn waits.play"
    assert why(position, Pick(1, "2,2")) == "HYG-60 waits.play"
    assert why(laid_out(), Play(0, "n1", "n2")) == "HYG-60 waits.first"
