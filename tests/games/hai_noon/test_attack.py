"""HAI NOON: what the third card on a side sets off."""

from typing import Any

import pytest

from controller.games.hai_noon import GAME
from controller.games.hai_noon.pieces import (
    SIDES,
    Attack,
    Bite,
    Cage,
    Clear,
    Endure,
    Harpoon,
    Miss,
    Play,
    Position,
    Rotate,
    Wake,
)
from tests.games.hai_noon.positions import (
    act,
    discarded,
    health,
    hungry,
    listed,
    lying,
    refused,
    table,
    told,
    why,
)

RED = "N red-flip red-diver"


def attack(hands: str = "", sides: str = RED, **setup: Any) -> Position:
    """Seat 0 has just played a Wild card as the third on N."""
    position = table(f"wild {hands}", sides, **setup)
    return act(position, Play(0, "wild", "N"))


def outcome(hands: str = "", sides: str = RED, **setup: Any) -> tuple[Any, Any]:
    position = table(f"wild {hands}", sides, **setup)
    return told(position, Play(0, "wild", "N"))


# Who attacks whom


@pytest.mark.parametrize("side", SIDES)
def test_the_two_middle_sharks_of_a_side_attack_the_places_beside_them(
    side: str,
) -> None:
    """HN-04"""
    table_of_rulings = {
        "N": {1: "TL", 2: "TR"},
        "E": {4: "TR", 5: "BR"},
        "S": {7: "BR", 8: "BL"},
        "W": {10: "BL", 11: "TL"},
    }
    divers = {"TL": "pink", "TR": "turquoise", "BR": "green", "BL": "black"}
    position = table("wild", f"{side} red-flip red-diver", hungry=range(12))
    after, events = told(position, Play(0, "wild", side))
    expected = table_of_rulings[side]
    assert [e for e in events if isinstance(e, Bite)] == [
        Bite(shark, divers[place], "injured") for shark, place in expected.items()
    ]
    assert hungry(after) == set(range(12)) - expected.keys()


def test_the_action_comes_before_the_attack_and_the_discard_after_it() -> None:
    """HN-15"""
    position = table("red-rotate", RED, hungry={0, 1})
    after, events = told(position, Play(0, "red-rotate", "N"))
    assert events == (
        Rotate(0),
        Attack("N"),
        Bite(1, "pink", "injured"),
        Bite(2, "turquoise", "injured"),
        Clear("N", ("red-flip", "red-diver", "red-rotate")),
    )
    assert lying(after, "N") == ()
    assert discarded(after) == ["red-diver", "red-flip", "red-rotate"]
    assert after.step == "draw"


def test_the_printed_example() -> None:
    """HN-17, HN-18: at the bottom the left shark is full and the right one hungry."""
    position = table("red-rotate", "S red-flip red-diver", hungry={6})
    after, _ = told(position, Play(0, "red-rotate", "S"))
    assert health(after, "black") == "healthy"
    assert health(after, "green") == "injured"
    assert hungry(after) == {8}


def test_a_shark_that_gets_nobody_stays_hungry() -> None:
    """HN-19: harpoon, cage, dummy, nobody there."""
    after = act(attack("red-cage", hungry={1}), Harpoon(0, "pink", "red-cage"))
    assert 1 in hungry(after)
    assert 1 in hungry(outcome(hungry={1}, cage="pink")[0])
    assert 1 in hungry(outcome(hungry={1}, divers="- pink green black")[0])
    third = outcome(hungry={1}, seats=3, divers="black turquoise green pink")[0]
    assert 1 in hungry(third)


def test_on_a_free_place_a_full_shark_becomes_hungry_and_a_hungry_one_stays_so() -> (
    None
):
    """HN-35"""
    after, events = outcome(hungry={1}, divers="- - green black")
    assert events[1:3] == (Miss(1, "TL", None, "free"), Wake(2))
    assert hungry(after) == {1, 2}


def test_the_dummy_is_never_bitten_and_fills_no_shark() -> None:
    """HN-46"""
    position = table("wild", "W red-flip red-diver", seats=3, hungry={10})
    after, events = told(position, Play(0, "wild", "W"))
    assert Miss(10, "BL", "black", "dummy") in events
    assert health(after, "black") == "dummy"
    assert 10 in hungry(after)
    assert Endure(0) not in GAME.legal(after)


# Harpoons


def test_only_a_diver_that_a_hungry_shark_attacks_can_be_defended() -> None:
    """HN-20: a full shark attacks nobody, and others cannot help."""
    position = attack("red-cage / red-cage / red-diver", hungry={2})
    assert position.asked == (1,)
    assert why(position, Harpoon(0, "pink", "red-cage")) == "HN-20 refused.not-attacked"
    assert refused(position, Harpoon(2, "turquoise", "red-cage")).rule == "HN-20"
    assert why(position, Harpoon(1, "pink", "red-cage")) == "HN-20 refused.no-target"
    assert refused(position, Harpoon(1, "red", "red-cage")).rule == "HN-20"


def test_a_seat_without_cards_is_not_asked() -> None:
    """HN-20, HN-22"""
    position = attack("/ / / ", hungry={1, 2})
    assert position.step == "draw"
    position = attack("/ red-flip", hungry={1, 2})
    assert position.asked == (1,)
    assert why(position, Endure(0)) == "HN-20 refused.no-card"


def test_seats_answer_clockwise_from_the_one_whose_turn_it_is() -> None:
    """HN-22"""
    position = table("blue-flip / blue-flip / / wild", RED, hungry={1, 2}, active=3)
    position = act(position, Play(3, "wild", "N"))
    assert position.asked == (0, 1)
    own = attack("blue-flip / blue-flip", hungry={1, 2})
    assert own.asked == (0, 1)
    swapped = table(
        "blue-flip / wild green-flip",
        RED,
        hungry={1, 2},
        active=1,
    )
    swapped = act(swapped, Play(1, "wild", "N"))
    assert swapped.asked == (1, 0)
    assert why(swapped, Endure(0)) == "HN-22 refused.later"
    assert why(swapped, Play(1, "green-flip", "E")) == "HN-22 waits.answer"
    answered = act(swapped, Endure(1))
    assert why(answered, Endure(1)) == "HN-22 refused.answered"


def test_nothing_changes_before_the_last_answer() -> None:
    """HN-16, HN-22"""
    position = attack("blue-flip / red-cage", hungry={1, 2}, cage="pink")
    between = act(position, Endure(0))
    assert between.sharks == position.sharks
    assert between.health == position.health
    assert between.cage == "pink"
    assert between.active == 0
    after = act(between, Harpoon(1, "turquoise", "red-cage"))
    assert after.cage is None


def test_a_harpoon_has_the_colour_of_the_attacked_side() -> None:
    """HN-21"""
    position = attack("/ blue-cage red-cage red-flip", hungry={2})
    assert [a for a in GAME.legal(position) if isinstance(a, Harpoon)] == [
        Harpoon(1, "turquoise", "red-cage")
    ]
    assert (
        why(position, Harpoon(1, "turquoise", "blue-cage"))
        == "HN-21 refused.wrong-colour"
    )
    assert (
        why(position, Harpoon(1, "turquoise", "green-cage")) == "HN-21 refused.not-held"
    )
    assert refused(position, Harpoon(1, "turquoise", "red-anchor")).rule == "HN-21"


def test_no_other_card_is_a_harpoon() -> None:
    """HN-54"""
    position = attack("/ red-flip", hungry={2})
    assert (
        why(position, Harpoon(1, "turquoise", "red-flip")) == "HN-54 refused.no-harpoon"
    )


def test_on_a_side_of_wild_cards_any_colour_fits_that_lies_nowhere_else() -> None:
    """HN-21"""
    sides = "N wild wild / E blue-flip"
    position = attack(
        "green-cage / red-cage green-cage blue-cage", sides, hungry={1, 2}
    )
    assert listed(position, Harpoon(0, "pink", "green-cage"))
    other = act(position, Endure(0))
    assert {a.card for a in GAME.legal(other) if isinstance(a, Harpoon)} == {
        "red-cage",
        "green-cage",
    }
    assert (
        why(other, Harpoon(1, "turquoise", "blue-cage"))
        == "HN-21 refused.colour-elsewhere"
    )
    # The first harpoon gives the side its colour.
    green = act(position, Harpoon(0, "pink", "green-cage"))
    assert {a.card for a in GAME.legal(green) if isinstance(a, Harpoon)} == {
        "green-cage"
    }
    assert (
        why(green, Harpoon(1, "turquoise", "red-cage")) == "HN-21 refused.wrong-colour"
    )


def test_a_harpoon_stays_as_a_card_of_its_side() -> None:
    """HN-23"""
    position = attack("/ red-cage", hungry={2})
    after, events = told(position, Harpoon(1, "turquoise", "red-cage"))
    assert Clear("N", ("red-flip", "red-diver", "wild")) in events
    assert lying(after, "N") == ("red-cage",)
    # It gives the side its colour and counts towards the next three.
    later = table("red-flip wild wild", "N red-cage wild", hungry={1})
    assert refused(later, Play(0, "red-flip", "E")).rule == "HN-06"
    third, events = told(later, Play(0, "wild", "N"))
    assert Attack("N") in events
    third = act(third, Endure(0))
    assert lying(third, "N") == ()
    assert "red-cage" in discarded(third)


def test_five_cards_may_lie_there_for_a_moment_and_two_at_most_remain() -> None:
    """HN-53"""
    position = attack("red-cage / red-cage", hungry={1, 2})
    position = act(position, Harpoon(0, "pink", "red-cage"))
    assert lying(position, "N") == ("red-flip", "red-diver", "wild", "red-cage")
    after, events = told(position, Harpoon(1, "turquoise", "red-cage"))
    assert lying(after, "N") == ("red-cage", "red-cage")
    assert not [e for e in events if isinstance(e, Attack)]
    assert after.step == "draw"


# The cage


def test_a_cage_saves_its_diver_once() -> None:
    """HN-25"""
    after, events = outcome(hungry={1}, cage="pink")
    assert Miss(1, "TL", "pink", "cage") in events
    assert (after.cage, health(after, "pink")) == (None, "healthy")
    assert 1 in hungry(after)
    again = act(table("blue-cage", hungry={1}), Play(0, "blue-cage", "E"))
    assert listed(again, Cage(0, "pink"))


def test_with_a_harpoon_the_cage_stays() -> None:
    """HN-26"""
    position = attack("red-cage", hungry={1}, cage="pink")
    assert act(position, Harpoon(0, "pink", "red-cage")).cage == "pink"
    assert act(position, Endure(0)).cage is None


def test_an_attack_on_a_caged_dummy_leaves_the_cage() -> None:
    """HN-29"""
    position = table("wild", "W red-flip red-diver", seats=3, hungry={10}, cage="black")
    after, events = told(position, Play(0, "wild", "W"))
    assert Miss(10, "BL", "black", "dummy") in events
    assert after.cage == "black"


# Two divers each


def both(hands: str, **setup: Any) -> Position:
    """Both divers of seat 0 lie at the top, and both sharks there are hungry."""
    divers = "pink green turquoise black"
    return attack(hands, seats=2, hungry={1, 2}, divers=divers, **setup)


def test_of_two_attacked_divers_one_can_be_defended() -> None:
    """HN-44"""
    position = both("red-cage red-cage")
    assert position.asked == (0,)
    assert GAME.legal(position) == (
        Harpoon(0, "pink", "red-cage"),
        Harpoon(0, "green", "red-cage"),
        Endure(0),
    )
    after = act(position, Harpoon(0, "green", "red-cage"))
    assert health(after, "pink") == "injured"
    assert health(after, "green") == "healthy"
    assert after.hands[0] == ("red-cage",)
