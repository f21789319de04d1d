"""HAI NOON: the rulings, one by one.

Here: setting up, playing cards and what they do. The attack is in
test_attack.py, the end in test_end.py, and a second opinion in test_twice.py.
"""

from itertools import product
from typing import Any

import pytest

from controller.basics.sentence import say
from controller.games.hai_noon import GAME
from controller.games.hai_noon.board import fitting
from controller.games.hai_noon.pieces import (
    COLOURS,
    Attack,
    Cage,
    Endure,
    Enter,
    Flip,
    Harpoon,
    Hide,
    Idle,
    Play,
    Position,
    Swap,
    Swim,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal, Viewer
from tests.games.hai_noon.positions import (
    act,
    begun,
    hungry,
    listed,
    lying,
    refused,
    table,
    told,
    why,
)

SEATS = [2, 3, 4]


def sides_of(position: Position, card: str) -> str:
    """The sides to which this card may be played now."""
    plays = [a for a in GAME.legal(position) if isinstance(a, Play)]
    return "".join(play.side for play in plays if play.card == card)


# Setting up


@pytest.mark.parametrize("seats", SEATS)
def test_the_corners_are_hungry_and_the_sides_full(seats: int) -> None:
    """HN-01"""
    assert hungry(begun(seats)) == {0, 3, 6, 9}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("last_diver", [False, True])
def test_a_shorter_game_starts_hungry_and_a_longer_one_full(
    seats: int, last_diver: bool
) -> None:
    """HN-47"""
    assert hungry(begun(seats, start="hungry", last_diver=last_diver)) == set(range(12))
    assert hungry(begun(seats, start="full", last_diver=last_diver)) == set()


@pytest.mark.parametrize(
    ("seats", "owners"), [(2, [0, 1, 0, 1]), (3, [0, 1, 2, None]), (4, [0, 1, 2, 3])]
)
def test_divers_lie_clockwise_and_belong_to_the_seats_in_order(
    seats: int, owners: list[int | None]
) -> None:
    """HN-02"""
    state = GAME.state(begun(seats), None)
    assert state["places"] == {
        "TL": "pink",
        "TR": "turquoise",
        "BR": "green",
        "BL": "black",
    }
    assert [diver["seat"] for diver in state["divers"].values()] == owners
    dummy = "dummy" if seats == 3 else "healthy"
    states = [diver["state"] for diver in state["divers"].values()]
    assert states == ["healthy", "healthy", "healthy", dummy]


@pytest.mark.parametrize("seats", SEATS)
def test_chance_says_who_starts(seats: int) -> None:
    """HN-03"""
    position = begun(seats)
    assert [(o.action, o.weight) for o in GAME.chance(position)] == [
        (First(seat), 1) for seat in range(seats)
    ]
    assert GAME.state(position, None)["active"] is None
    assert why(position, First(seats)) == "HN-03 no-such.seat"
    after = act(position, First(1))
    assert GAME.state(after, None)["active"] == 1
    assert why(after, First(0)) == "HN-03 refused.settled waits.draw"


def test_whoever_set_up_the_game_may_say_who_starts() -> None:
    """HN-03"""
    position = begun(3, first=2)
    assert GAME.state(position, None)["active"] == 2
    assert {type(outcome.action) for outcome in GAME.chance(position)} == {Draw}


def test_nobody_decides_anything_while_cards_are_dealt() -> None:
    """HN-56"""
    position = begun(4, first=0)
    assert GAME.legal(position) == ()
    for action in (Play(0, "wild", "N"), Flip(0, 3), Enter(0, "pink", "TL")):
        assert why(position, action) == "HN-56 waits.draw"
    assert why(position, Draw(2, "wild")) == "HN-37 rules.not-your-turn waits.draw"


def test_only_the_seat_whose_turn_it_is_decides() -> None:
    """HN-56"""
    position = table("wild / red-flip", active=0)
    assert (
        why(position, Play(1, "red-flip", "N"))
        == "HN-56 rules.not-your-turn waits.play"
    )
    assert why(position, Play(4, "red-flip", "N")) == "HN-56 no-such.seat"
    assert refused(position, Harpoon(9, "pink", "red-cage")).rule == "HN-56"
    assert GAME.choice_rule == "HN-56"


# Playing a card


def test_a_card_has_to_be_played_by_who_has_one() -> None:
    """HN-13"""
    position = table("red-flip")
    assert {type(action) for action in GAME.legal(position)} == {Play}
    assert why(position, Flip(0, 3)) == "HN-13 waits.play"
    assert why(position, Play(0, "red-cage", "N")) == "HN-13 refused.not-held"
    assert why(position, Play(0, "red-anchor", "N")) == "HN-13 no-such.card"
    assert why(position, Play(0, "red-flip", "X")) == "HN-04 no-such.side"


def test_a_side_has_the_colour_of_its_cards_but_wild_cards_have_none() -> None:
    """HN-05"""
    position = table("green-flip red-flip", "N red-cage / E wild blue-cage / S wild")
    assert sides_of(position, "red-flip") == "N"
    assert sides_of(position, "green-flip") == "SW"


def test_a_colour_that_lies_on_a_side_goes_only_there() -> None:
    """HN-06, and the sheet's own example: red at the bottom, green on the left."""
    position = table("red-cage", "W green-flip / S red-flip red-diver")
    assert sides_of(position, "red-cage") == "S"
    assert why(position, Play(0, "red-cage", "N")) == "HN-06 refused.has-side"
    position, events = told(position, Play(0, "red-cage", "S"))
    assert events == ()
    _, events = told(position, Cage(0, "black"))
    assert Attack("S") in events


def test_a_colour_that_lies_nowhere_goes_to_any_side_without_colour() -> None:
    """HN-06"""
    position = table("red-cage", "W green-flip / S wild")
    assert sides_of(position, "red-cage") == "NES"
    assert why(position, Play(0, "red-cage", "W")) == "HN-06 refused.side-taken"


def test_a_coloured_card_can_always_be_played() -> None:
    """HN-07: whatever the four sides look like."""
    for sides in product(("empty", "", *COLOURS), repeat=4):
        colours = [side for side in sides if side in COLOURS]
        if len(set(colours)) == len(colours):
            for colour in COLOURS:
                assert fitting(colour, sides), (colour, sides)


def test_a_wild_card_goes_anywhere_and_counts_as_the_third() -> None:
    """HN-08"""
    position = table("wild", "N red-flip red-cage / E blue-flip / S wild")
    assert sides_of(position, "wild") == "NESW"
    _, events = told(position, Play(0, "wild", "N"))
    assert Attack("N") in events


def test_a_wild_card_has_no_action() -> None:
    """HN-09"""
    position = table("wild", "E blue-flip")
    after, events = told(position, Play(0, "wild", "E"))
    assert events == ()
    assert after.step == "draw"
    assert (after.sharks, after.places, after.cage) == (
        position.sharks,
        position.places,
        position.cage,
    )


def test_two_wild_cards_are_still_no_colour() -> None:
    """HN-10"""
    position = table("red-flip", "N wild wild / E blue-flip / S green-flip")
    assert sides_of(position, "red-flip") == "NW"


def test_on_a_first_turn_a_card_goes_to_an_empty_side_if_one_can() -> None:
    """HN-11"""
    position = table("red-flip blue-cage wild", "N red-cage / E wild", turn=3)
    assert {(a.card, a.side) for a in GAME.legal(position)} == {  # type: ignore[union-attr]
        ("blue-cage", "S"),
        ("blue-cage", "W"),
        ("wild", "S"),
        ("wild", "W"),
    }
    because = Refusal("HN-11", "refused.empty-first")
    for play in (
        Play(0, "red-flip", "N"),
        Play(0, "blue-cage", "E"),
        Play(0, "wild", "N"),
    ):
        assert refused(position, play) == because


def test_when_all_sides_are_empty_any_card_goes_anywhere() -> None:
    """HN-12: late in a game too."""
    position = table("red-flip blue-cage wild", turn=50)
    for card in ("red-flip", "blue-cage", "wild"):
        assert sides_of(position, card) == "NESW"


def test_the_action_of_a_card_has_to_be_done() -> None:
    """HN-14"""
    position = act(table("red-flip wild"), Play(0, "red-flip", "N"))
    assert {type(action) for action in GAME.legal(position)} == {Flip}
    because = Refusal("HN-14", say("waits.act", asked=0, card="red-flip", task="flip"))
    for action in (
        Swap(0, 3),
        Play(0, "wild", "E"),
        Cage(0, "pink"),
        Hide(0, "pink"),
        Swim(0, "pink", "TR"),
        Enter(0, "pink", "TL"),
    ):
        assert refused(position, action) == because
    assert refused(position, Endure(0)).rule == "HN-54"
    assert why(position, Draw(0, "wild")) == "HN-37 refused.no-draw waits.act"


# The actions


def test_flip_turns_any_shark_over() -> None:
    """HN-31"""
    position = act(table("red-flip", hungry={3}), Play(0, "red-flip", "N"))
    assert [a.shark for a in GAME.legal(position)] == list(range(12))  # type: ignore[union-attr]
    assert hungry(act(position, Flip(0, 0))) == {0, 3}
    assert hungry(act(position, Flip(0, 3))) == set()
    for shark in (-1, 12):
        assert why(position, Flip(0, shark)) == "HN-31 no-such.shark"


def test_a_shark_that_swims_on_changes_places_with_the_next_one() -> None:
    """HN-30"""
    position = act(table("red-shark", hungry={3, 11}), Play(0, "red-shark", "N"))
    assert [a.shark for a in GAME.legal(position)] == list(range(12))  # type: ignore[union-attr]
    assert hungry(act(position, Swap(0, 3))) == {4, 11}
    assert hungry(act(position, Swap(0, 2))) == {2, 11}
    assert hungry(act(position, Swap(0, 11))) == {0, 3}
    # Equal sharks may do it too, and nothing looks different.
    assert hungry(act(position, Swap(0, 6))) == {3, 11}
    for shark in (-1, 12):
        assert why(position, Swap(0, shark)) == "HN-30 no-such.shark"


def test_a_diver_swims_to_a_neighbouring_place_and_never_across() -> None:
    """HN-32"""
    position = act(table("red-diver"), Play(0, "red-diver", "N"))
    assert set(GAME.legal(position)) == {Swim(0, "pink", "TR"), Swim(0, "pink", "BL")}
    after = act(position, Swim(0, "pink", "BL"))
    assert after.places == ("black", "turquoise", "green", "pink")
    for place in ("BR", "TL"):
        assert why(position, Swim(0, "pink", place)) == "HN-32 refused.not-beside"
    assert why(position, Swim(0, "black", "TL")) == "HN-32 refused.not-own"
    assert refused(position, Swim(0, "pink", "XX")).says == (
        say("no-such.place", place="XX", known=("TL", "TR", "BR", "BL"))
    )
    assert refused(position, Swim(0, "red", "TR")).says == (
        say("no-such.diver", diver="red", known=("pink", "turquoise", "green", "black"))
    )


def test_the_cage_goes_on_any_diver_that_does_not_have_it() -> None:
    """HN-24, HN-43: with two seats as well."""
    for seats in SEATS:
        position = table("red-cage", seats=seats, cage="green")
        position = act(position, Play(0, "red-cage", "N"))
        assert GAME.legal(position) == (
            Cage(0, "pink"),
            Cage(0, "turquoise"),
            Cage(0, "black"),
        )
        assert act(position, Cage(0, "black")).cage == "black"
        assert why(position, Cage(0, "green")) == "HN-24 refused.has-cage"


def test_without_a_diver_for_the_cage_the_card_does_nothing() -> None:
    """HN-14, HN-24"""
    position = table("red-cage wild", divers="pink - - -", cage="pink")
    after, events = told(position, Play(0, "red-cage", "N"))
    assert events == (Idle(0, "red-cage"),)
    assert (after.cage, after.step) == ("pink", "draw")
    assert lying(after, "N") == ("red-cage",)


def test_the_cage_moves_with_its_diver() -> None:
    """HN-27: whoever of the two swims."""
    for cage in ("pink", "turquoise"):
        position = table("red-diver", cage=cage)
        position = act(position, Play(0, "red-diver", "N"), Swim(0, "pink", "TR"))
        assert position.cage == cage


def test_a_caged_diver_hides_with_its_cage_unless_a_card_takes_it() -> None:
    """HN-28"""
    position = table("red-camouflage / blue-cage", cage="pink")
    position = act(position, Play(0, "red-camouflage", "N"), Hide(0, "pink"))
    assert position.cage == "pink"
    for card in ("wild", "wild", "wild"):
        position = act(position, Draw(0, card))
    position = act(position, Play(1, "blue-cage", "E"))
    assert listed(position, Cage(1, "green"))
    assert act(position, Cage(1, "green")).cage == "green"


def test_on_ones_turn_a_cage_card_is_the_cage() -> None:
    """HN-54"""
    position = act(table("red-cage red-cage"), Play(0, "red-cage", "N"))
    for action in (Harpoon(0, "pink", "red-cage"), Endure(0)):
        assert why(position, action) == "HN-54 refused.no-attack waits.act"


# Camouflage


def test_a_camouflaged_diver_leaves_its_place_free_until_its_seats_next_turn() -> None:
    """HN-33"""
    position = table("red-camouflage wild / blue-diver / wild / wild")
    position = act(position, Play(0, "red-camouflage", "N"))
    assert GAME.legal(position) == (Hide(0, "pink"),)
    assert why(position, Hide(0, "green")) == "HN-33 refused.not-own"
    position = act(position, Hide(0, "pink"), Draw(0, "wild"), Draw(0, "blue-flip"))
    assert position.places == (None, "turquoise", "green", "black")
    position = act(position, Play(1, "blue-diver", "E"), Swim(1, "turquoise", "TL"))
    for seat in (1, 2, 3):
        if seat > 1:
            position = act(position, Play(seat, "wild", "E" if seat == 3 else "S"))
        while position.active == seat and position.step == "draw":
            position = act(position, next(o.action for o in GAME.chance(position)))
    assert position.active == 0
    assert GAME.legal(position) == (Enter(0, "pink", "TR"),)
    assert why(position, Play(0, "wild", "N")) == "HN-33 waits.enter"
    position = act(position, Enter(0, "pink", "TR"))
    assert position.places == ("turquoise", "pink", "green", "black")
    assert position.step == "play"


def test_with_several_free_places_the_seat_chooses() -> None:
    """HN-34"""
    position = table("wild", divers="- - green black")._replace(step="enter")
    assert GAME.legal(position) == (Enter(0, "pink", "TL"), Enter(0, "pink", "TR"))
    assert why(position, Enter(0, "pink", "BR")) == "HN-34 refused.taken"
    assert refused(position, Enter(0, "pink", "XX")).rule == "HN-34"
    assert why(position, Enter(0, "turquoise", "TL")) == "HN-33 refused.not-hidden"
    assert refused(position, Enter(0, "red", "TL")).rule == "HN-33"
    after = act(position, Enter(0, "pink", "TR"))
    assert after.places == (None, "pink", "green", "black")


def test_a_diver_comes_back_in_a_turn_without_cards_too() -> None:
    """HN-36"""
    position = table(divers="- turquoise green black", active=3)
    for card in ("wild", "blue-flip", "blue-cage"):
        position = act(position, Draw(3, card))
    assert (position.active, position.step) == (0, "enter")
    position = act(position, Enter(0, "pink", "TL"))
    assert position.step == "draw"
    assert GAME.legal(position) == ()


def test_with_two_seats_one_of_the_two_divers_hides() -> None:
    """HN-42"""
    position = act(table("red-camouflage", seats=2), Play(0, "red-camouflage", "N"))
    assert GAME.legal(position) == (Hide(0, "pink"), Hide(0, "green"))
    assert why(position, Hide(0, "black")) == "HN-42 refused.not-own"
    after = act(position, Hide(0, "green"))
    assert after.places == ("pink", "turquoise", None, "black")


def test_a_hand_is_seen_by_its_seat_and_counted_by_the_others() -> None:
    """HN-52"""
    position = table("wild blue-cage / red-cage / / blue-flip")
    everything = GAME.state(position, None)
    hands: list[tuple[Viewer, list[Any]]] = [
        (0, [["blue-cage", "wild"], 1, 0, 1]),
        (1, [2, ["red-cage"], 0, 1]),
        (2, [2, 1, [], 1]),
        ("table", [2, 1, 0, 1]),
    ]
    for viewer, seen in hands:
        assert GAME.state(position, viewer) == {**everything, "hands": seen}
