"""HOLD YOUR BREATH!: Panics, Sharks, Calm and the Kraken, in both editions."""

import pytest

from controller.basics.sentence import say
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import Clear, Drop, Uncover
from controller.rules.game import Refusal
from tests.games.hold_your_breath.positions import (
    a_turn,
    act,
    both,
    play,
    refused,
    row,
    told,
    uses,
    why,
)

FIVE = "air-5-calm air-5-draw air-5-panic air-5-discard air-10-calm"


@both
def test_a_panic_forbids_swim_amounts_and_no_icons(edition: str) -> None:
    """HYB-07, HYBD-03."""
    position = a_turn(
        "swim-5-calm swim-5-draw",
        "",
        fronts=("panic:air-5-panic",),
        air=10,
        edition=edition,
    )
    assert uses(position, "swim-5-calm") == ["calm front=0"]
    assert uses(position, "swim-5-draw") == ["draw"]
    assert refused(position, play("swim-5-draw", "swim-5")) == Refusal(
        "HYBD-03" if edition == "draft" else "HYB-07",
        "refused.panic-in-front",
    )


@both
def test_a_shark_forbids_them_too(edition: str) -> None:
    """HYB-26, HYBD-03."""
    position = a_turn(
        "swim-5-draw", "", fronts=("shark:shark",), air=10, edition=edition
    )
    assert refused(position, play("swim-5-draw", "swim-5")) == Refusal(
        "HYBD-03" if edition == "draft" else "HYB-26",
        "refused.shark-in-front",
    )


@both
def test_a_panic_lies_in_front_of_another_seat(edition: str) -> None:
    """HYB-24, HYB-38."""
    position = a_turn("air-5-panic", "", "", edition=edition)
    assert uses(position, "air-5-panic") == [
        "air-5",
        "panic target=1",
        "panic target=2",
    ]
    assert (
        why(position, play("air-5-panic", "panic", target=0))
        == "HYB-24 refused.for-others"
    )
    after = act(position, play("air-5-panic", "panic", target=2))
    assert after.fronts == ((), (), row("panic:air-5-panic"))
    assert after.discard == ()


@both
@pytest.mark.parametrize("there", ["panic:air-5-panic", "hidden:kraken"])
def test_a_second_panic_cannot_be_played_on_a_seat(edition: str, there: str) -> None:
    """HYB-21: also if the first is the seat's own, face down."""
    position = a_turn("swim-5-panic", "", fronts=("", there), edition=edition)
    assert (
        why(position, play("swim-5-panic", "panic", target=1))
        == "HYB-21 refused.has-panic"
    )
    assert "panic target=1" not in uses(position, "swim-5-panic")


@both
def test_a_panic_can_be_played_on_a_seat_that_has_only_a_shark(edition: str) -> None:
    """HYB-20."""
    fronts = ("", "shark:shark")
    position = a_turn("air-5-panic", "", fronts=fronts, edition=edition)
    after = act(position, play("air-5-panic", "panic", target=1))
    assert after.fronts[1] == row("shark:shark panic:air-5-panic")
    agreed = a_turn(
        "air-5-panic", "", fronts=fronts, edition=edition, panic_on_sharked=False
    )
    assert uses(agreed, "air-5-panic") == ["air-5"]
    assert (
        why(agreed, play("air-5-panic", "panic", target=1))
        == "HYB-20 refused.has-shark"
    )


@both
@pytest.mark.parametrize("there", ["", "panic:air-5-panic", "shark:dolphin"])
def test_a_shark_can_be_played_on_any_other_seat(edition: str, there: str) -> None:
    """HYB-22, HYB-24."""
    position = a_turn("shark", "", fronts=("", there), edition=edition)
    assert uses(position, "shark") == ["shark target=1"]
    assert (
        why(position, play("shark", "shark", target=0)) == "HYB-24 refused.for-others"
    )
    after = act(position, play("shark", "shark", target=1))
    assert after.fronts[1] == row(f"{there} shark:shark")


@both
def test_a_dolphin_can_be_a_second_shark(edition: str) -> None:
    """HYB-23, HYB-25: like the first, and a Dolphin again when it is discarded."""
    position = a_turn("dolphin", "", fronts=("", "shark:shark"), edition=edition)
    position = act(position, play("dolphin", "shark", target=1))
    assert position.fronts[1] == row("shark:shark shark:dolphin")
    other = a_turn(
        "", "kraken swim-5-calm", fronts=("", "shark:shark shark:dolphin"),
        active=1, edition=edition,
    )  # fmt: skip
    assert uses(other, "kraken") == [
        "kraken effect=shark target=1 front=0",
        "kraken effect=shark target=1 front=1",
    ]
    taken = play("kraken", "kraken", 1, effect="shark", target=1, front=1)
    after, events = told(other, taken)
    assert after.fronts[1] == row("shark:shark")
    assert after.discard == ("kraken", "dolphin")
    assert events == (Clear(1, "dolphin"),)


# Calm


@both
def test_calm_clears_one_panic_of_ones_choice_or_moves_one_shark(edition: str) -> None:
    """HYB-27."""
    fronts = ("panic:air-5-panic shark:shark hidden:kraken",)
    position = a_turn("swim-5-calm", "", "", fronts=fronts, edition=edition)
    assert uses(position, "swim-5-calm") == [
        "calm front=0",
        "calm target=1 front=1",
        "calm target=2 front=1",
        "calm front=2",
    ]
    after, events = told(position, play("swim-5-calm", "calm", front=0))
    assert after.fronts[0] == row("shark:shark hidden:kraken")
    assert events == (Clear(0, "air-5-panic"),)
    after, events = told(position, play("swim-5-calm", "calm", front=2))
    assert after.fronts[0] == row("panic:air-5-panic shark:shark")
    assert events == (Uncover(0, "kraken"),)
    after = act(position, play("swim-5-calm", "calm", front=1, target=2))
    assert after.fronts == (
        row("panic:air-5-panic hidden:kraken"),
        (),
        row("shark:shark"),
    )
    assert after.discard == ("swim-5-calm",)


@both
def test_calm_cannot_do_what_it_does_not_say(edition: str) -> None:
    """HYB-27, HYB-29."""
    position = a_turn(
        "swim-5-calm", "", fronts=("panic:air-5-panic shark:shark",), edition=edition
    )
    wrong: dict[tuple[int, int | None], Refusal] = {
        (0, 1): Refusal("HYB-27", "refused.panic-stays"),
        (1, None): Refusal("HYB-27", "refused.shark-goes"),
        (1, 0): Refusal("HYB-29", say("refused.for-others", use="calm")),
        (2, None): Refusal("HYB-27", say("refused.no-such-front", cards=2)),
        (-1, None): Refusal("HYB-27", say("refused.no-such-front", cards=2)),
    }
    for (front, target), refusal in wrong.items():
        action = play("swim-5-calm", "calm", front=front, target=target)
        assert refused(position, action) == refusal


# The Kraken


@both
def test_the_kraken_takes_a_shark(edition: str) -> None:
    """HYB-30, HYBD-06: the sheet's example, and the other edition's reach."""
    eliza = a_turn(
        "kraken", "", fronts=("", "panic:air-5-panic shark:shark"), edition=edition
    )
    action = play("kraken", "kraken", effect="shark", target=1, front=1)
    if edition == "published":
        assert why(eliza, action) == "HYB-30 refused.own-shark"
        assert uses(eliza, "kraken") == []
    else:
        after = act(eliza, action)
        assert after.fronts[1] == row("panic:air-5-panic")
        assert after.discard == ("kraken", "shark")
        gone = play("kraken", "kraken", effect="shark", target=2, front=0)
        assert refused(eliza, gone) == Refusal("HYB-01", say("no-such.seat", seat=2))
    zack = a_turn(
        "kraken", "", fronts=("panic:air-5-panic shark:shark",), edition=edition
    )
    assert uses(zack, "kraken") == ["kraken effect=shark target=0 front=1"]
    wrong = play("kraken", "kraken", effect="shark", target=0, front=0)
    assert refused(zack, wrong) == Refusal(
        "HYBD-06" if edition == "draft" else "HYB-30",
        say("refused.no-shark", target=0),
    )
    after = act(zack, play("kraken", "kraken", effect="shark", target=0, front=1))
    assert after.fronts[0] == row("panic:air-5-panic")


@both
def test_the_kraken_makes_everybody_with_five_cards_discard_one(edition: str) -> None:
    """HYB-31, HYB-32, HYBD-16: each its own choice, clockwise from the active seat."""
    four = "swim-5-calm swim-5-draw swim-5-panic swim-5-discard"
    other = "swim-10-calm swim-10-draw swim-10-panic swim-10-discard air-10-draw"
    position = a_turn(other, FIVE, f"kraken {four}", four, active=2, edition=edition)
    position = act(position, play("kraken", "kraken", 2, effect="discard"))
    assert (position.step, position.active, position.queue) == ("drop", 2, (0, 1))
    assert len(position.hands[2]) == 4
    assert {action.seat for action in GAME.legal(position)} == {0}
    assert (
        why(position, Drop(1, "air-5-calm")) == "HYB-31 rules.not-your-turn waits.drop"
    )
    position = act(position, Drop(0, "air-10-draw"))
    assert {action.seat for action in GAME.legal(position)} == {1}
    position = act(position, Drop(1, "air-5-calm"))
    assert [len(hand) for hand in position.hands] == [4, 4, 4, 4]
    assert position.discard == ("kraken", "air-10-draw", "air-5-calm")
    assert (position.step, position.queue) == ("play", ())
