"""HOLD YOUR BREATH!: who has to breathe, who panics, and how a turn ends."""

from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import Done, End, SelfPanic, Toss
from controller.rules.game import Refusal
from tests.games.hold_your_breath.positions import (
    a_turn,
    act,
    both,
    cards_in,
    kinds,
    play,
    refused,
    row,
    uses,
    why,
)
from tests.support.words import instead

# Breathing


@both
def test_who_holds_air_and_has_played_none_cannot_be_done(edition: str) -> None:
    """HYB-11, HYBD-15."""
    position = a_turn("air-5-calm shark", "", edition=edition)
    assert "Done" not in kinds(position)
    assert why(position, Done(0)) == "HYB-11 refused.breathe"
    position = act(position, play("air-5-calm", "air-5"))
    assert "Done" in kinds(position)
    assert act(position, Done(0)).step == "toss"


@both
def test_an_air_card_played_for_its_icon_is_no_breath(edition: str) -> None:
    """HYB-06, HYB-13, HYBD-15: it may be the last one; the price is a Panic."""
    position = a_turn("air-5-panic shark kraken", "", edition=edition)
    position = act(position, play("air-5-panic", "panic", target=1))
    assert position.air == 0
    position = act(position, Done(0))
    assert position.step == "panic"
    assert GAME.legal(position) == (SelfPanic(0, "kraken"), SelfPanic(0, "shark"))


@both
def test_a_dolphin_in_hand_is_a_breath_that_could_be_taken(edition: str) -> None:
    """HYB-12, HYBD-15."""
    position = a_turn("dolphin shark", "", edition=edition)
    assert "Done" not in kinds(position)
    assert why(position, Done(0)) == "HYB-12 refused.breathe-dolphin"
    spent = act(position, play("dolphin", "shark", target=1), Done(0))
    assert spent.step == "panic"
    breathed = act(position, play("dolphin", "air-10"), Done(0))
    assert (breathed.air, breathed.step) == (10, "toss")


@both
def test_ones_own_panics_stack(edition: str) -> None:
    """HYB-15."""
    fronts = ("panic:air-5-panic hidden:kraken",)
    position = a_turn("shark swim-5-calm", "", fronts=fronts, edition=edition)
    position = act(position, Done(0), SelfPanic(0, "shark"))
    assert position.fronts[0] == row("panic:air-5-panic hidden:kraken hidden:shark")


@both
def test_any_card_of_the_hand_can_be_laid_down(edition: str) -> None:
    """HYB-16."""
    position = act(a_turn("shark kraken swim-5-calm", "", edition=edition), Done(0))
    assert cards_in(GAME.legal(position)) == [
        "kraken",
        "shark",
        "swim-5-calm",
    ]
    assert why(position, SelfPanic(0, "dolphin")) == "HYB-61 refused.not-held"
    position = act(position, SelfPanic(0, "swim-5-calm"))
    assert position.hands[0] == ("kraken", "shark")
    assert position.step == "toss"


def test_an_empty_hand_takes_the_top_of_the_discard_pile() -> None:
    """HYB-16."""
    position = act(a_turn("", "shark", discard="kraken air-5-calm"), Done(0))
    assert GAME.legal(position) == (SelfPanic(0, "air-5-calm"),)
    assert refused(position, SelfPanic(0, "kraken")).rule == "HYB-16"
    after = act(position, SelfPanic(0, "air-5-calm"))
    assert after.fronts[0] == row("panic:air-5-calm")
    assert after.discard == ("kraken",)
    nothing = act(a_turn("", "shark"), Done(0))
    assert nothing.step == "toss"


@both
def test_nobody_lays_down_a_panic_without_need(edition: str) -> None:
    """HYB-11."""
    position = a_turn("shark", "kraken", edition=edition)
    assert (
        why(position, SelfPanic(0, "shark"))
        == "HYB-11 refused.no-self-panic waits.play"
    )
    position = act(position, Done(0))
    assert (
        why(position, SelfPanic(1, "kraken"))
        == "HYB-11 rules.not-your-turn waits.panic"
    )


@both
def test_a_laid_down_card_is_a_panic_and_is_itself_again_when_calmed(
    edition: str,
) -> None:
    """HYB-17: be it the Shark."""
    fronts = ("hidden:shark",)
    position = a_turn("swim-5-calm kraken", "", fronts=fronts, edition=edition)
    assert uses(position, "kraken") == []
    assert uses(position, "swim-5-calm") == ["calm front=0"]
    position = act(position, play("swim-5-calm", "calm", front=0))
    assert position.fronts[0] == ()
    assert position.discard == ("swim-5-calm", "shark")


@both
def test_done_is_done(edition: str) -> None:
    """HYB-19: no Calm for the Panic that has just been laid down."""
    position = act(a_turn("swim-5-calm shark", "", edition=edition), Done(0))
    calm = play("swim-5-calm", "calm", front=0)
    assert why(position, calm) == "HYB-19 waits.panic"
    position = act(position, SelfPanic(0, "shark"))
    assert kinds(position) == {"Toss", "End"}
    for again in (calm, Done(0)):
        assert why(position, again) == "HYB-19 waits.toss"


# Ending a turn


@both
def test_after_done_any_cards_go_in_any_order(edition: str) -> None:
    """HYB-39."""
    hand = "air-5-calm kraken shark swim-5-calm"
    position = a_turn(hand, "", edition=edition)
    words = instead("refused.not-done", "waits.play", 0, 0)
    for early in (Toss(0, "shark"), End(0)):
        assert refused(position, early) == Refusal("HYB-39", words)
    position = act(position, play("air-5-calm", "air-5"), Done(0))
    assert GAME.legal(position) == (
        Toss(0, "kraken"),
        Toss(0, "shark"),
        Toss(0, "swim-5-calm"),
        End(0),
    )
    position = act(position, Toss(0, "swim-5-calm"), Toss(0, "kraken"))
    assert position.discard == ("air-5-calm", "swim-5-calm", "kraken")
    assert why(position, Toss(0, "kraken")) == "HYB-61 refused.not-held"
    assert refused(position, Toss(1, "shark")).rule == "HYB-61"
