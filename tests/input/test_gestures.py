"""Gestures: from hands to actions, on a toy table of scripts."""

from collections.abc import Mapping

import pytest

from controller.input.gestures import Gestures, Progress
from controller.tabletop.gestures import Carry, Count, Hold, NoMatch, Press, Script

# Two secret cards for each of two seats, as in GET BIT!.
CARDS: Mapping[str, Script] = {
    "red 1": (Hold("seat:0"), Count(1)),
    "red 3": (Hold("seat:0"), Count(3)),
    "blue 1": (Hold("seat:1"), Count(1)),
    "blue 2": (Hold("seat:1"), Count(2)),
}
# A move in two presses, a shot in one, and two ways to pass that no place tells apart.
MOVES: Mapping[str, Script] = {
    "a to b": (Press("tile:a"), Press("tile:b")),
    "a to c": (Press("tile:a"), Press("tile:c")),
    "shoot d": (Press("tile:d"),),
    "pass left": (Press("tile:p"),),
    "pass right": (Press("tile:p"),),
}


def toy(scripts: Mapping[str, Script], *final: str) -> Gestures:
    gestures = Gestures(lambda action: action in final)
    gestures.offer(scripts.items())
    return gestures


def press(gestures: Gestures, *places: str) -> object:
    """Press these places, all but the last of which lead to nothing yet."""
    for place in places[:-1]:
        assert gestures.press(place) is None
    return gestures.press(places[-1])


def shown(gestures: Gestures) -> tuple[object, ...]:
    """Return everything that lamps may show of the progress."""
    return (
        gestures.lit,
        gestures.counting,
        gestures.progress.counted,
        gestures.waits_for_ok,
        gestures.progress.held,
    )


# Stepping


def test_next_steps_through_what_no_press_tells_apart() -> None:
    gestures = toy(MOVES)
    assert gestures.press("tile:p") is None
    assert gestures.waits_for_ok is False
    assert gestures.press("next") is None
    assert gestures.waits_for_ok is True
    assert gestures.lit == {"tile:p"}
    assert gestures.press("ok") == "pass left"
    assert press(gestures, "tile:p", "next", "next", "ok") == "pass right"
    assert press(gestures, "tile:p", "next", "next", "next", "ok") == "pass left"


def test_stepping_never_reaches_a_secret_choice() -> None:
    gestures = toy(CARDS)
    assert press(gestures, "next", "ok") is None
    assert gestures.waits_for_ok is False
    mixed = toy({**CARDS, "stop": ()})
    assert press(mixed, "next", "next", "ok") == "stop"


# Hold and Count


def test_a_card_is_counted_under_a_held_button() -> None:
    gestures = toy(CARDS)
    assert gestures.lit == {"seat:0", "seat:1"}
    assert gestures.press("seat:0") is None
    assert gestures.progress.held == "seat:0"
    assert gestures.lit == frozenset()
    assert (gestures.counting, gestures.progress.counted) == (True, False)
    assert press(gestures, "next", "next", "next", "ok") == "red 3"
    assert gestures.progress.held is None


def test_nothing_that_shows_tells_how_far_the_count_is() -> None:
    gestures = toy(CARDS)
    gestures.press("seat:0")
    gestures.press("next")
    after_one = shown(gestures)
    assert gestures.progress.counted is True
    for _ in range(6):
        gestures.press("next")
        assert shown(gestures) == after_one


@pytest.mark.parametrize("times", [0, 2, 4, 30])
def test_a_count_that_means_nothing_is_a_misfit_and_counting_starts_again(
    times: int,
) -> None:
    gestures = toy(CARDS)
    misfit = press(gestures, "seat:0", *["next"] * times, "ok")
    assert misfit == NoMatch((Hold("seat:0"), Count(times)))
    assert isinstance(misfit, NoMatch)
    assert (gestures.progress.held, gestures.counting, gestures.progress.counted) == (
        "seat:0",
        True,
        False,
    )
    assert press(gestures, "next", "next", "next", "ok") == "red 3"


# A new offer


def test_what_has_been_done_is_kept_by_an_offer_that_it_fits() -> None:
    gestures = toy(CARDS)
    press(gestures, "seat:0", "next", "next")
    gestures.offer((a, s) for a, s in CARDS.items() if a.startswith("red"))
    assert (gestures.progress.held, gestures.progress.counted) == ("seat:0", True)
    assert press(gestures, "next", "ok") == "red 3"


def test_what_has_been_done_is_forgotten_by_an_offer_that_it_does_not_fit() -> None:
    gestures = toy(CARDS)
    press(gestures, "seat:0", "next", "next")
    gestures.offer((a, s) for a, s in CARDS.items() if a.startswith("blue"))
    assert gestures.progress == Progress()
    assert gestures.counting is False
    assert gestures.lit == {"seat:1"}
    assert press(gestures, "seat:1", "next", "ok") == "blue 1"


def test_a_carried_piece_is_forgotten_when_other_actions_are_offered() -> None:
    gestures = Gestures(lambda _action: False)
    carry = Carry("lane:1", "lane:2")
    ways = [("deeper", (carry, Press("tile:a"))), ("dive", (carry, Press("tile:b")))]
    gestures.offer(ways)
    gestures.carry(carry, ways)
    assert gestures.progress.carrying is True
    gestures.offer(ways)
    assert gestures.progress == Progress()
