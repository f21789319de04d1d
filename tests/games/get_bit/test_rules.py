"""GET BIT!: the rulings, one by one.

Here: setting up, choosing, moving, and the printed example. The bite and the end are in
test_bites.py, what others see in test_views.py, and a second opinion in test_twice.py.
"""

from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

from controller.basics.sentence import Sentence, say
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import (
    Bite,
    Choose,
    LineUp,
    PickUp,
    Position,
    Reveal,
    Stay,
    Swim,
)
from controller.rules.game import Refusal
from tests.games.get_bit.positions import (
    act,
    choose,
    hands,
    in_round,
    lined_up,
    play,
    play_rounds,
    refused,
    why,
    with_robot,
)

SEATS = [2, 3, 4, 5, 6]


def no_card(card: int, last: int) -> Sentence:
    return say("refused.no-card", card=card, last=last)


# Setting up


@pytest.mark.parametrize(("seats", "last"), [(4, 5), (5, 6), (6, 7)])
def test_every_hand_has_one_card_more_than_there_are_robots(
    seats: int, last: int
) -> None:
    """GB-01"""
    position = lined_up(seats=seats)
    assert len(position.robots) == seats
    for one in position.robots:
        assert one.hand == tuple(range(1, last + 1))
    assert refused(position, choose(position, "red", last + 1)) == Refusal(
        "GB-01", no_card(last + 1, last)
    )


def test_two_seats_play_four_robots_with_cards_up_to_five() -> None:
    """GB-02"""
    position = lined_up(seats=2)
    assert [one.name for one in position.robots] == ["red", "blue", "green", "yellow"]
    assert all(one.hand == (1, 2, 3, 4, 5) for one in position.robots)
    assert refused(position, Choose(0, "red", 6)) == Refusal("GB-02", no_card(6, 5))


def test_three_seats_play_six_robots_with_all_seven_cards() -> None:
    """GB-03"""
    position = lined_up(seats=3)
    assert len(position.robots) == 6
    assert all(one.hand == (1, 2, 3, 4, 5, 6, 7) for one in position.robots)
    assert refused(position, Choose(2, "orange", 8)) == Refusal("GB-03", no_card(8, 7))


def test_a_zero_or_a_negative_card_is_no_card() -> None:
    """GB-01: 0 marks a missing choice inside, and must not slip in from outside."""
    for card in (0, -1):
        assert refused(lined_up(), Choose(0, "red", card)) == Refusal(
            "GB-01", no_card(card, 5)
        )


@pytest.mark.parametrize("seats", SEATS)
def test_colours_go_to_the_seats_in_order(seats: int) -> None:
    """GB-32"""
    owners = {
        2: [0, 0, 1, 1],
        3: [0, 0, 1, 1, 2, 2],
        4: [0, 1, 2, 3],
        5: [0, 1, 2, 3, 4],
        6: [0, 1, 2, 3, 4, 5],
    }
    colours = ["red", "blue", "green", "yellow", "purple", "orange"]
    position = lined_up(seats=seats)
    assert [one.seat for one in position.robots] == owners[seats]
    assert [one.name for one in position.robots] == colours[: len(owners[seats])]


@pytest.mark.parametrize("seats", SEATS)
def test_every_starting_line_is_as_likely_as_any_other(seats: int) -> None:
    """GB-04"""
    options = {option.name: option.default for option in GAME.options}
    lines = {GAME.start(seats, options, None): Fraction(1)}
    while any(GAME.chance(position) for position in lines):
        following: dict[Position, Fraction] = {}
        for position, p in lines.items():
            outcomes = GAME.chance(position)
            total = sum(outcome.weight for outcome in outcomes)
            for action, weight in outcomes:
                after = GAME.apply(position, action)[0]
                share = p * weight / total
                following[after] = following.get(after, Fraction(0)) + share
        lines = following
    count = factorial(len(next(iter(lines)).robots))
    assert len({position.line for position in lines}) == count
    assert set(lines.values()) == {Fraction(1, count)}


def test_no_card_is_chosen_before_the_line_is_complete() -> None:
    """GB-04"""
    options = {option.name: option.default for option in GAME.options}
    position = act(GAME.start(4, options, None), LineUp("red"))
    assert GAME.legal(position) == ()
    assert (
        why(position, Choose(0, "red", 1)) == "GB-04 refused.not-lined-up waits.line-up"
    )
    assert why(position, LineUp("red")) == "GB-04 refused.in-line"
    assert why(position, LineUp("purple")) == "GB-04 no-such.robot"
    assert why(lined_up(), LineUp("red")) == "GB-04 refused.lined-up waits.choose"


# Choosing


def test_a_robot_gets_one_card_a_round_and_keeps_it() -> None:
    """GB-05"""
    position = act(lined_up(), Choose(0, "red", 3))
    assert why(position, Choose(0, "red", 3)) == "GB-05 refused.has-card"
    assert refused(position, Choose(0, "red", 4)).rule == "GB-05"
    assert {action.robot for action in GAME.legal(position)} == {
        "blue",
        "green",
        "yellow",
    }


def test_nobody_chooses_for_a_robot_of_another_seat() -> None:
    """GB-05, and GB-20 where a seat has two robots."""
    assert why(lined_up(), Choose(1, "red", 3)) == "GB-05 refused.not-own"
    assert why(lined_up(), Choose(7, "red", 3)) == "GB-05 no-such.seat"
    assert why(lined_up(seats=2), Choose(1, "blue", 3)) == "GB-20 refused.not-own"


def test_a_card_on_the_table_cannot_be_chosen() -> None:
    """GB-31"""
    position = play_rounds(lined_up(), "1 2 3 4")
    assert why(position, Choose(0, "red", 1)) == "GB-31 refused.on-table"
    assert Choose(0, "red", 1) not in GAME.legal(position)


# Moving


def test_moving_agrees_with_its_definition_for_every_line_and_all_cards() -> None:
    """GB-06, GB-07, GB-08, GB-29: each of the 15,000 ways for four robots."""
    names = ("red", "blue", "green", "yellow")
    starts = [lined_up(" ".join(line)) for line in permutations(names)]
    for cards in product(range(1, 6), repeat=4):
        untied = [
            pair for pair in zip(cards, names, strict=True) if _alone(pair, cards)
        ]
        for start in starts:
            ready = start._replace(choices=(*cards[:3], 0))
            line = list(start.line)
            for _, name in sorted(untied):
                line.remove(name)
                line.insert(0, name)
            after, _ = GAME.apply(ready, Choose(3, "yellow", cards[3]))
            assert list(after.line) == line, (start.line, cards)


def _alone(pair: tuple[int, str], cards: tuple[int, ...]) -> bool:
    return cards.count(pair[0]) == 1


# The printed example


EXAMPLE = [
    line
    for line in permutations(["red", "blue", "green", "yellow"])
    if line.index("red") < line.index("green")
]


@pytest.mark.parametrize("line", EXAMPLE, ids=" ".join)
@pytest.mark.parametrize("refresh_at", [1, 2])
def test_the_example_of_the_rule_sheet(line: tuple[str, ...], refresh_at: int) -> None:
    """John is red, Anne blue, Beth green, Ted yellow; the line itself is a picture.

    Whichever line it shows, as long as John swims ahead of Beth, all that the text
    tells is so. Ted has one card left after this round: see GB-10 on how that can be.
    """
    start = in_round(4, " ".join(line), refresh_at=refresh_at)
    for name, hand in (("red", (1, 2, 4, 5)), ("blue", (1, 3, 4, 5))):
        start = with_robot(start, name, hand=hand)
    start = with_robot(start, "green", hand=(1, 4, 5))
    start = with_robot(start, "yellow", hand=(2, 5))
    after, events = play(start, red=4, blue=1, green=4, yellow=5)
    # Cards are turned up, and only John and Beth are tied.
    assert events[:2] == (
        Reveal({"red": 4, "blue": 1, "green": 4, "yellow": 5}),
        Stay(4, ("red", "green")),
    )
    # Anne is the first to swim to the front, and Ted the next.
    swims = [event for event in events if isinstance(event, Swim)]
    assert [swim.robot for swim in swims] == ["blue", "yellow"]
    # John and Beth have stayed, so Beth is last.
    assert swims[-1].line == ("yellow", "blue", "red", "green")
    # Beth is bitten, loses a limb, goes to the front and picks up.
    assert events[4] == Bite(2, "green", 3, ("green", "yellow", "blue", "red"))
    assert hands(after)["green"] == "12345|"
    # So does Ted; the others leave their cards, and all choose again.
    assert [e.robot for e in events if isinstance(e, PickUp)] == ["green", "yellow"]
    assert hands(after)["yellow"] == "12345|"
    assert hands(after)["red"] == "125|34"
    assert hands(after)["blue"] == "345|21"
    assert [one.limbs for one in after.robots] == [4, 4, 3, 4]
    assert after.phase == "choose"
    assert {action.robot for action in GAME.legal(after)} == set(line)
