"""GET BIT!: the bite, the cards that come back, and the end of the game."""

from random import Random

import pytest

from controller.basics.sentence import say
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import (
    Bite,
    Choose,
    Eaten,
    LineUp,
    Out,
    PickUp,
    Position,
    Reveal,
    Round,
)
from controller.rules.deals import Over
from controller.rules.game import Refusal
from tests.games.get_bit.positions import (
    act,
    ended,
    hands,
    in_round,
    lined_up,
    play,
    play_rounds,
    refused,
    robot,
    robots_of,
    why,
    with_robot,
    without,
)

SEATS = [2, 3, 4, 5, 6]


# Biting


@pytest.mark.parametrize("seats", SEATS)
def test_in_the_first_round_robots_move_and_nobody_is_bitten(seats: int) -> None:
    """GB-09"""
    start = lined_up(seats=seats)
    cards = " ".join("1234567"[: robots_of(seats)])
    after = play_rounds(start, cards)
    assert after.line == start.line[::-1]
    assert [one.limbs for one in after.robots] == [4] * robots_of(seats)
    assert [one.table for one in after.robots] == [(int(c),) for c in cards.split()]
    assert after.round == 2


def test_the_last_robot_loses_a_limb_swims_to_the_front_and_picks_up() -> None:
    """GB-13"""
    start = play_rounds(lined_up("red blue green yellow"), "1 2 3 4")
    after, events = play(start, red=2, blue=1, green=4, yellow=3)
    assert after.line == ("blue", "green", "yellow", "red")
    assert robot(after, "blue").limbs == 3
    assert hands(after) == {
        "red": "345|12",
        "blue": "12345|",
        "green": "125|34",
        "yellow": "125|43",
    }
    assert events[-3:] == (
        Bite(1, "blue", 3, ("blue", "green", "yellow", "red")),
        PickUp(1, "blue", (1, 2)),
        Round(3),
    )


def test_a_robot_that_is_out_plays_no_more_cards() -> None:
    """GB-14"""
    position = without(in_round(9, seats=5), "green")
    assert why(position, Choose(2, "green", 1)) == "GB-14 refused.out"
    assert {action.robot for action in GAME.legal(position)} == {
        "red",
        "blue",
        "yellow",
        "purple",
    }
    after, events = play(position, red=1, blue=2, yellow=3, purple=4)
    assert events[0] == Reveal({"red": 1, "blue": 2, "yellow": 3, "purple": 4})
    assert after.round == 10


def test_which_limb_goes_is_neither_asked_nor_recorded() -> None:
    """GB-15"""
    after, _ = play(in_round(2), red=1, blue=2, green=3, yellow=4)
    assert {type(action) for action in GAME.legal(after)} == {Choose}
    assert GAME.actions == (LineUp, Choose)
    assert set(GAME.state(after, None)["robots"]["red"]) == {
        "seat",
        "limbs",
        "hand",
        "table",
        "out",
    }


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("longer", [False, True])
def test_exactly_one_limb_is_lost_a_round_from_the_second_on(
    seats: int, longer: bool
) -> None:
    """GB-16, GB-27"""
    rng = Random(seats)
    position = lined_up(seats=seats, longer=longer)
    while GAME.result(position) is None:
        before = position
        while position.round == before.round and GAME.result(position) is None:
            position = act(position, rng.choice(GAME.legal(position)))
        lost = limbs(before) - limbs(position)
        assert lost == (0 if before.round == 1 else 1)


def limbs(position: Position) -> int:
    return sum(one.limbs for one in position.robots)


def test_hands_keep_their_size_when_robots_have_left() -> None:
    """GB-19"""
    position = without(in_round(12, seats=6), "green", "orange")
    red = robot(position, "red")
    assert red.hand == (1, 2, 3, 4, 5, 6, 7)
    after, _ = play(position, red=7, blue=2, yellow=3, purple=7)
    assert sorted(robot(after, "red").hand + robot(after, "red").table) == list(
        range(1, 8)
    )


# Picking up


@pytest.mark.parametrize(
    ("refresh_at", "before", "after"),
    [
        (2, "1234|5", "123|54"),
        (2, "124|35", "12345|"),
        (2, "14|325", "12345|"),
        (1, "1234|5", "123|54"),
        (1, "124|35", "12|354"),
        (1, "14|325", "12345|"),
    ],
)
def test_a_small_hand_comes_back(refresh_at: int, before: str, after: str) -> None:
    """GB-10, GB-12: counted when the round's card is played, and that comes too."""
    hand, table = (tuple(map(int, part)) for part in before.split("|"))
    start = in_round(5, "red blue green yellow", refresh_at=refresh_at)
    start = with_robot(start, "red", hand=hand, table=table)
    position, events = play(start, red=4, blue=2, green=3, yellow=1)
    assert hands(position)["red"] == after
    picked_up = [e for e in events if isinstance(e, PickUp) and e.robot == "red"]
    cards = tuple(sorted((*table, 4)))
    assert picked_up == ([PickUp(0, "red", cards)] if after == "12345|" else [])


def test_picking_up_is_not_a_choice() -> None:
    """GB-11"""
    start = with_robot(in_round(5), "red", hand=(1, 4, 5))
    after, _ = play(start, red=5, blue=2, green=3, yellow=1)
    assert hands(after)["red"] == "12345|"
    assert after.round == 6
    assert {type(action) for action in GAME.legal(after)} == {Choose}


def test_a_bitten_robot_with_a_small_hand_picks_up_once() -> None:
    """GB-30"""
    start = with_robot(in_round(5, "red blue green yellow"), "yellow", hand=(1, 2, 4))
    after, events = play(start, red=4, blue=4, green=4, yellow=4)
    assert [event for event in events if isinstance(event, PickUp)] == [
        PickUp(3, "yellow", (3, 4, 5))
    ]
    assert hands(after)["yellow"] == "12345|"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bite_gives_back_the_cards_of_that_robot_only(seats: int) -> None:
    """GB-21"""
    start = lined_up(seats=seats)
    others = {one.name: 1 for one in start.robots[:-2]}
    first, second = (one.name for one in start.robots[-2:])
    position, _ = play(start, **others, **{first: 1, second: 1})
    others = dict.fromkeys(others, 2)
    after, events = play(position, **others, **{first: 2, second: 2})
    seat = seats - 1
    assert [e for e in events if isinstance(e, PickUp)] == [
        PickUp(seat, second, (1, 2))
    ]
    assert robot(after, first).table == (1, 2)
    assert robot(after, second).table == ()


# The end


def test_with_two_robots_left_the_front_one_wins_and_the_back_one_is_eaten() -> None:
    """GB-17: in the very round, in the order after the move."""
    start = without(in_round(12, "red blue green yellow"), "green")
    start = with_robot(start, "yellow", limbs=1)
    after, events = play(start, red=1, blue=2, yellow=2)
    assert after.line == ("red", "blue")
    assert events[3:] == (
        Bite(3, "yellow", 0, ("red", "blue")),
        Out(3, "yellow"),
        Eaten(1, "blue"),
        Over((0,)),
    )
    assert ended(after) == (
        (0,),
        (1, 2, 4, 3),
        say("ending.last-two", front="red", back="blue"),
    )
    assert GAME.legal(after) == ()


@pytest.mark.parametrize(
    ("seats", "rule"), [(2, "GB-22"), (3, "GB-23"), (4, "GB-17"), (6, "GB-17")]
)
def test_after_the_end_everything_is_refused(seats: int, rule: str) -> None:
    """GB-17, GB-22, GB-23"""
    rng = Random(seats)
    position = lined_up(seats=seats)
    while GAME.result(position) is None:
        position = act(position, rng.choice(GAME.legal(position)))
    for action in (Choose(0, "red", 1), LineUp("red"), Choose(9, "pink", 9)):
        assert refused(position, action) == Refusal(rule, "rules.over")


def test_the_table_is_left_as_the_end_found_it() -> None:
    """GB-33"""
    start = without(in_round(12, "red blue green yellow"), "green")
    start = with_robot(start, "yellow", limbs=1)
    start = with_robot(start, "blue", limbs=2, hand=(2, 3))
    after, events = play(start, red=1, blue=2, yellow=2)
    assert not [event for event in events if isinstance(event, PickUp)]
    assert hands(after) == {
        "red": "2345|1",
        "blue": "3|1452",
        "green": "12345|",
        "yellow": "1345|2",
    }
    assert robot(after, "blue").limbs == 2
    assert not robot(after, "blue").out
    assert after.round == 12
    assert after.choices == (0, 0, 0, 0)


def test_second_is_who_was_eaten_at_the_end_and_then_the_last_out_first() -> None:
    """GB-28"""
    start = without(in_round(20, seats=6), "orange", "red", "yellow")
    start = start._replace(line=("purple", "blue", "green"))
    start = with_robot(start, "green", limbs=1)
    after, _ = play(start, blue=3, green=3, purple=3)
    result = GAME.result(after)
    assert result
    # purple, blue, green, yellow, red, orange
    assert result.ranks == (5, 2, 3, 4, 1, 6)
    assert result.winners == (4,)


def test_with_two_seats_the_first_robot_out_loses_the_game() -> None:
    """GB-22"""
    start = with_robot(in_round(9, "red green yellow blue", seats=2), "blue", limbs=1)
    after, events = play(start, red=1, blue=1, green=1, yellow=1)
    assert ended(after) == (
        (1,),
        (2, 1),
        say("ending.lost-robot", robot="blue", seat=0),
    )
    assert events[-2:] == (Out(0, "blue"), Over((1,)))


@pytest.mark.parametrize(
    ("line", "ranks", "front"),
    [
        # The loser's other robot leads, and does not win for it.
        ("orange green red blue yellow purple", (2, 1, 3), "green"),
        ("orange red green yellow blue purple", (1, 2, 3), "red"),
        ("red blue orange green yellow purple", (1, 2, 3), "red"),
        ("green yellow red blue orange purple", (2, 1, 3), "green"),
    ],
)
def test_with_three_seats_the_foremost_of_the_other_two_wins(
    line: str, ranks: tuple[int, ...], front: str
) -> None:
    """GB-23"""
    start = with_robot(in_round(9, line, seats=3), "purple", limbs=1)
    after, _ = play(start, red=1, blue=1, green=1, yellow=1, purple=1, orange=1)
    assert ended(after) == (
        (ranks.index(1),),
        ranks,
        say("ending.lost-robot-of-three", robot="purple", seat=2, front=front),
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_seats_the_first_elimination_ends_it(seats: int) -> None:
    """GB-24: with more than two robots still swimming."""
    start = in_round(9, seats=seats)
    last = start.line[-1]
    start = with_robot(start, last, limbs=1)
    after, events = play(start, **{one.name: 1 for one in start.robots})
    assert len(after.line) == robots_of(seats) - 1
    assert GAME.result(after)
    assert not [event for event in events if isinstance(event, Eaten)]
