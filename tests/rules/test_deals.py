"""What several games share: turn order, hands, bags, ranks, and who sees a hand."""

from typing import Any

import pytest

from controller.rules.deals import (
    Draw,
    Over,
    best,
    competition_ranks,
    over,
    short_of_cards,
)
from controller.rules.game import Result
from controller.rules.views import sees, shown, shown_draw, shown_hands

HANDS = (("a", "b"), ("c",))


@pytest.mark.parametrize(
    ("viewer", "over", "seen"),
    [
        (0, False, True),
        (1, False, False),
        ("table", False, False),
        (None, False, True),
        (1, True, True),
        ("table", True, True),
    ],
)
def test_a_seat_and_the_engine_see_its_secrets_and_all_do_at_the_end(
    viewer: Any, over: bool, seen: bool
) -> None:
    assert sees(viewer, 0, over=over) is seen


def test_what_is_hidden_is_a_number() -> None:
    assert shown(("a", "b"), is_seen=True) == ["a", "b"]
    assert shown(("a", "b"), is_seen=False) == 2
    assert shown_hands(HANDS, 1, over=False) == [2, ["c"]]
    assert shown_hands(HANDS, "table", over=False) == [2, 1]


def test_a_drawn_card_is_its_seat_s_secret() -> None:
    draw = Draw(0, "a")
    assert shown_draw(draw, 0, over=False)["card"] == "a"
    assert shown_draw(draw, 1, over=False)["card"] is None


def test_each_hand_is_filled_before_the_next_one_clockwise() -> None:
    hands = (("a",), ("b", "c"), ())
    assert short_of_cards(hands, 1, 2) == 2
    assert short_of_cards(hands, 0, 2) == 0


def test_equal_scores_share_a_rank_and_the_first_rank_wins() -> None:
    ranks = competition_ranks([(1,), (3,), (3,), (0,)])
    assert ranks == (3, 1, 1, 4)
    assert best(ranks) == (1, 2)
    assert over(Result((1, 2), ranks, "")) == Over((1, 2))
