"""HOLD YOUR BREATH!: the rulings, one by one.

Here: setting up and playing cards. In files of their own: breathing and the end of a
turn, hindrances, phases and the end, the two editions side by side, views, light.
"""

import pytest

from controller.basics.sentence import say
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import Done, Drop, End, Move, Play, Snatch
from controller.rules.deals import Draw, First, Turn
from controller.rules.game import BadSetup, Refusal, checked_options
from controller.rules.match import Match
from tests.games.hold_your_breath.positions import (
    DECK,
    a_turn,
    act,
    both,
    cards_in,
    draw,
    play,
    refused,
    told,
    uses,
    why,
)


def new(seats: int = 3, **options: object) -> Match:
    """Chance waits to be told."""
    match = Match(GAME, seats, options, None)
    match.accept(match.opening())
    return match


# Setting up


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_can_play(seats: int) -> None:
    """HYB-01."""
    with pytest.raises(BadSetup, match="seats must be a number from 2 to 4"):
        checked_options(GAME, seats, {})


def test_the_host_can_say_who_starts_and_chance_is_not_asked() -> None:
    """HYB-04."""
    match = new(first=1)
    assert match.actions == [First(1)]
    assert match.position.active == 1
    assert GAME.chance(match.position)[0].action.seat == 1
    start = GAME.start(3, checked_options(GAME, 3, {"first": 1}), DECK)
    assert why(start, First(0)) == "HYB-04 refused.first-chosen"
    with pytest.raises(BadSetup, match="option first must be"):
        checked_options(GAME, 3, {"first": 3})


def test_only_who_is_to_draw_draws_and_only_what_is_there() -> None:
    """HYB-02, HYB-40, HYB-44."""
    refill = a_turn("", "", deck="air-5-calm", step="refill")
    assert why(refill, Draw(1, "air-5-calm")) == "HYB-40 rules.not-your-turn waits.draw"
    assert why(refill, Draw(0, "kraken")) == "HYB-02 refused.none-left"
    assert why(refill, Draw(0, "joker")) == "HYB-02 no-such.card"
    deal = refill._replace(step="deal", queue=(1,))
    assert why(deal, Draw(0, "air-5-calm")) == "HYB-44 rules.not-your-turn waits.draw"
    assert (
        why(a_turn("shark", ""), Draw(0, "kraken"))
        == "HYB-40 refused.nobody-draws waits.play"
    )


# Whose turn it is


def test_only_the_active_seat_plays_and_only_what_it_holds() -> None:
    """HYB-61."""
    position = a_turn("air-5-calm", "shark")
    assert (
        why(position, play("shark", "shark", 1, target=0))
        == "HYB-61 rules.not-your-turn waits.play"
    )
    assert why(position, play("shark", "shark", target=1)) == "HYB-61 refused.not-held"
    assert why(position, play("joker", "draw")) == "HYB-02 no-such.card"
    assert why(position, Done(7)) == "HYB-61 no-such.seat"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            play("dolphin", "air-5", target=1),
            say("shape.alone", use="air-5"),
        ),
        (play("dolphin", "panic"), say("shape.target", use="panic")),
        (
            play("dolphin", "calm", target=1),
            say("shape.calm", use="calm"),
        ),
        (
            play("dolphin", "kraken", effect="shark", target=0),
            say("shape.kraken-shark", use="kraken"),
        ),
        (
            play("dolphin", "kraken", effect="discard", target=0),
            say("shape.kraken-discard", use="kraken"),
        ),
    ],
)
def test_a_play_says_what_its_use_needs_and_no_more(wrong: Play, words: str) -> None:
    """HYB-61."""
    position = a_turn("dolphin", "", fronts=("shark:shark",))
    assert refused(position, wrong) == Refusal("HYB-61", words)


# A card is its amount or its icon


def test_a_card_is_played_for_its_amount_or_for_its_icon() -> None:
    """HYB-05."""
    position = a_turn("air-5-draw shark kraken", "")
    assert uses(position, "air-5-draw") == ["air-5", "draw"]
    for wrong in ("air-10", "calm", "shark", "nonsense"):
        none = say(
            "refused.no-such-use",
            card="air-5-draw",
            uses=("air-5", "draw"),
            use=wrong,
        )
        assert refused(position, play("air-5-draw", wrong)) == Refusal("HYB-05", none)
    assert (
        why(position, play("shark", "kraken", effect="discard"))
        == "HYB-05 refused.no-such-use"
    )


@both
def test_a_played_card_lies_on_the_discard_pile_before_its_effect(edition: str) -> None:
    """HYB-38, HYB-60."""
    five = "shark kraken dolphin air-5-panic air-5-draw"
    position = a_turn("air-5-discard", five, discard="swim-5-calm", edition=edition)
    position = act(position, play("air-5-discard", "discard", target=1))
    assert position.discard == ("swim-5-calm", "air-5-discard")
    lose = Snatch(1, "kraken") if edition == "draft" else Drop(1, "kraken")
    position = act(position, lose)
    assert position.discard == ("swim-5-calm", "air-5-discard", "kraken")


# Air and Swim


def test_a_pirate_dives_as_far_as_the_swim_card_says() -> None:
    """HYB-08: the sheet's example. Air 10, then Swim 5 or Swim 10, not both."""
    position = a_turn("air-10-calm swim-5-calm swim-10-calm", "")
    assert why(position, play("swim-5-calm", "swim-5")) == "HYB-08 refused.air-first"
    position = act(position, play("air-10-calm", "air-10"))
    assert uses(position, "swim-5-calm") == ["swim-5"]
    assert uses(position, "swim-10-calm") == ["swim-10"]
    five, events = told(position, play("swim-5-calm", "swim-5"))
    assert five.depths == (5, 0)
    assert events == (Move(0, 5),)
    assert why(five, play("swim-10-calm", "swim-10")) == "HYB-08 refused.air-first"
    ten = act(position, play("swim-10-calm", "swim-10"))
    assert ten.depths == (10, 0)


def test_sums_are_compared_and_not_card_with_card() -> None:
    """HYB-09: two Air 5 carry one Swim 10; one Air 10 carries two Swim 5."""
    position = a_turn("air-5-calm air-5-draw swim-10-calm", "")
    position = act(
        position,
        play("air-5-calm", "air-5"),
        play("air-5-draw", "air-5"),
        play("swim-10-calm", "swim-10"),
    )
    assert (position.depths[0], position.air, position.swim) == (10, 10, 10)
    position = a_turn("air-10-calm swim-5-draw swim-5-calm", "")
    position = act(
        position,
        play("air-10-calm", "air-10"),
        play("swim-5-draw", "swim-5"),
        play("swim-5-calm", "swim-5"),
    )
    assert position.depths[0] == 10


@both
def test_air_does_not_keep_until_the_next_turn(edition: str) -> None:
    """HYB-10."""
    kept = "swim-5-calm swim-5-draw swim-5-panic shark"
    position = a_turn(f"air-10-calm {kept}", "", edition=edition)
    position = act(position, play("air-10-calm", "air-10"), Done(0), End(0))
    assert (position.step, position.air) == ("refill", 10)
    position, events = told(position, Draw(0, "kraken"))
    assert (position.active, position.air, position.swim) == (1, 0, 0)
    assert events == (Turn(4, 1),)


# Draw and Discard


@both
def test_a_drawn_card_can_be_played_at_once_and_drawing_goes_on(edition: str) -> None:
    """HYB-36."""
    position = a_turn(
        "air-5-draw swim-5-draw shark dolphin kraken", "", edition=edition
    )
    position = act(position, play("air-5-draw", "draw"))
    assert GAME.chance(position)[0].action.seat == 0
    position = draw(position, "air-10-draw")
    assert position.step == "play"
    assert len(position.hands[0]) == 5
    position = act(position, play("air-10-draw", "draw"))
    position = draw(position, "air-10-calm")
    position = act(position, play("air-10-calm", "air-10"))
    assert position.air == 10


@both
def test_draw_without_a_deck_does_nothing(edition: str) -> None:
    """HYB-37, HYBD-13."""
    position = a_turn("air-5-draw", "", deck="", last_turns=1, edition=edition)
    after, events = told(position, play("air-5-draw", "draw"))
    assert (after.step, after.hands[0], events) == ("play", (), ())
    assert after.discard == ("air-5-draw",)


def test_discard_asks_another_seat_with_exactly_five_cards_to_choose_one() -> None:
    """HYB-34."""
    five = "shark kraken dolphin air-5-panic air-5-draw"
    position = a_turn("air-5-discard", five, "air-10-calm air-10-draw")
    assert uses(position, "air-5-discard") == ["air-5", "discard target=1"]
    assert (
        why(position, play("air-5-discard", "discard", target=2))
        == "HYB-34 refused.not-five"
    )
    assert (
        why(position, play("air-5-discard", "discard", target=0))
        == "HYB-34 refused.for-others"
    )
    position = act(position, play("air-5-discard", "discard", target=1))
    assert position.active == 0
    assert {action.seat for action in GAME.legal(position)} == {1}
    assert cards_in(GAME.legal(position)) == sorted(five.split())
    position = act(position, Drop(1, "shark"))
    assert position.hands[1] == ("air-5-draw", "air-5-panic", "dolphin", "kraken")
    assert (position.step, position.discard[-1]) == ("play", "shark")


@both
def test_a_second_discard_does_not_hit_the_same_seat(edition: str) -> None:
    """HYB-35."""
    five = "shark kraken dolphin air-5-panic air-5-draw"
    position = a_turn("air-5-discard swim-5-discard", five, edition=edition)
    position = act(position, play("air-5-discard", "discard", target=1))
    lose = Snatch(1, "shark") if edition == "draft" else Drop(1, "shark")
    position = act(position, lose)
    assert uses(position, "swim-5-discard") == (
        ["swim-5"] if edition == "draft" else []
    )
    words = say("refused.not-five", target=1, cards=4)
    assert refused(position, play("swim-5-discard", "discard", target=1)) == Refusal(
        "HYBD-05" if edition == "draft" else "HYB-34", words
    )


@both
def test_an_effect_that_would_do_nothing_cannot_be_played(edition: str) -> None:
    """HYB-28, HYB-33."""
    hand = "swim-5-calm swim-5-discard swim-5-panic kraken"
    position = a_turn(hand, "", fronts=("", "panic:air-5-panic"), edition=edition)
    plain = ["swim-5"] if edition == "draft" else []
    for card in hand.split()[:3]:
        assert uses(position, card) == plain
    assert uses(position, "kraken") == []
    assert (
        why(position, play("swim-5-calm", "calm", front=0))
        == "HYB-28 refused.nothing-to-calm"
    )
    assert (
        why(position, play("kraken", "kraken", effect="discard"))
        == "HYB-33 refused.nobody-has-five"
    )
    assert (
        why(position, play("kraken", "kraken", effect="dance"))
        == "HYB-28 refused.kraken-effect"
    )
