"""HOLD YOUR BREATH!: the published edition and the draft, side by side.

Each test plays the same cards in both and says where they part. The numbers are those
of the list of differences between the two sheets.
"""

from typing import Any

from controller.basics.sentence import keys_in
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    DeckOut,
    Done,
    Drop,
    End,
    Move,
    Position,
    SelfPanic,
    Snatch,
)
from controller.rules.codec import from_json
from controller.rules.deals import Draw, Turn
from controller.rules.game import Refusal
from tests.games.hold_your_breath.positions import (
    a_turn,
    act,
    both,
    draw,
    finish,
    kinds,
    play,
    refused,
    told,
    why,
)


def in_both(*hands: str, **given: Any) -> tuple[Position, Position]:
    return (
        a_turn(*hands, edition="published", **given),
        a_turn(*hands, edition="draft", **given),
    )


# 4: the order of Air and Swim


def test_swim_before_air_is_illegal_here_and_waits_for_air_there() -> None:
    """HYB-08, HYBD-01, HYBD-02."""
    published, draft = in_both("swim-10-calm air-5-calm air-10-calm", "")
    swim = play("swim-10-calm", "swim-10")
    assert why(published, swim) == "HYB-08 refused.air-first"
    draft, events = told(draft, swim)
    assert (draft.depths, draft.swim, events) == ((0, 0), 10, ())
    draft, events = told(draft, play("air-5-calm", "air-5"))
    assert (draft.depths, events) == ((5, 0), (Move(0, 5),))
    draft, events = told(draft, play("air-10-calm", "air-10"))
    assert (draft.depths, events) == ((10, 0), (Move(0, 10),))


# 5: no air and no hand


def test_an_empty_hand_takes_a_panic_from_the_pile_here_and_none_there() -> None:
    """HYB-16, HYBD-04."""
    published, draft = in_both("", "shark", discard="kraken swim-5-calm")
    published, draft = act(published, Done(0)), act(draft, Done(0))
    assert GAME.legal(published) == (SelfPanic(0, "swim-5-calm"),)
    assert draft.step == "toss"
    assert (
        why(draft, SelfPanic(0, "swim-5-calm"))
        == "HYB-11 refused.no-self-panic waits.toss"
    )
    assert kinds(draft) == {"End"}


# 6: hindered


@both
def test_hindered_one_breathes_and_does_not_swim(edition: str) -> None:
    """HYB-07, HYB-14, HYBD-03."""
    hand = "air-10-draw swim-10-calm"
    position = a_turn(hand, "", fronts=("panic:air-5-panic",), edition=edition)
    position = act(position, play("air-10-draw", "air-10"))
    rule = {"published": "HYB-07", "draft": "HYBD-03"}[edition]
    assert refused(position, play("swim-10-calm", "swim-10")).rule == rule


# 8: what sets off the end of a phase


def test_the_last_card_ends_it_here_and_a_failed_refill_there() -> None:
    """HYB-41, HYBD-07: a refill that takes exactly the last card."""
    hands = ("air-5-calm shark kraken dolphin dolphin", "air-5-draw", "air-5-panic")
    for position in in_both(*hands, deck="air-10-calm"):
        position = finish(act(position, play("air-5-calm", "air-5")))
        position, events = told(position, Draw(0, "air-10-calm"))
        if position.variant.draft:
            assert events == (Turn(4, 1),)
            assert position.last_turns is None
            # The next one draws nothing at all, and that sets it off.
            position = act(position, play("air-5-draw", "air-5", 1), Done(1))
            position, events = told(position, End(1))
            assert events == (DeckOut(3), Turn(5, 2))
            assert position.last_turns == 2
        else:
            assert events == (DeckOut(2), Turn(4, 1))
            assert position.last_turns == 1


# 9: the last turns


def test_the_round_is_finished_here_and_a_whole_lap_is_played_there() -> None:
    """HYB-42, HYBD-08: set off by seat 1, in a round that began with seat 0."""
    airs = "air-5-calm air-5-draw"
    hands = (airs, "air-10-calm air-10-draw", "air-5-panic air-5-discard")
    for position in in_both(*hands, deck="kraken", active=1, leader=0):
        position = position._replace(depths=(5, 10, 15))
        position = act(position, play("air-10-calm", "air-10", 1), Done(1), End(1))
        position = draw(position, "kraken")
        seats, left = [], []
        while position.phase == "descent":
            seat = position.active or 0
            seats.append(seat)
            left.append(position.last_turns)
            card = position.hands[seat][0]
            position = finish(act(position, play(card, card[: card.rindex("-")], seat)))
        if position.variant.draft:
            assert (seats, left) == ([2, 0, 1], [2, 1, 0])
        else:
            assert (seats, left) == ([2], [0])


# 20: Discard


def test_the_victim_of_discard_chooses_here_and_chance_there() -> None:
    """HYB-34, HYBD-05."""
    five = "air-5-draw air-5-draw air-5-draw kraken shark"
    published, draft = in_both("swim-5-discard", five)
    published, draft = (
        act(p, play("swim-5-discard", "discard", target=1)) for p in (published, draft)
    )
    assert GAME.chance(published) == ()
    assert [type(a).__name__ for a in GAME.legal(published)] == ["Drop"] * 3
    assert GAME.legal(draft) == ()
    assert [(o.action, o.weight) for o in GAME.chance(draft)] == [
        (Snatch(1, "air-5-draw"), 3),
        (Snatch(1, "kraken"), 1),
        (Snatch(1, "shark"), 1),
    ]
    assert why(draft, Drop(1, "kraken")) == "HYB-34 refused.nobody-drops waits.snatch"
    assert why(draft, Snatch(0, "kraken")) == "HYBD-05 rules.not-your-turn waits.snatch"
    assert refused(draft, Snatch(1, "dolphin")).rule == "HYB-61"
    draft = act(draft, Snatch(1, "shark"))
    assert draft.discard == ("swim-5-discard", "shark")
    assert why(draft, Snatch(1, "kraken")) == "HYBD-05 refused.nobody-loses waits.play"


# 23, 24, 26: the Kraken


# 28: leaving the table


@both
def test_leaving_the_table_is_no_action_of_the_game(edition: str) -> None:
    """HYBD-12."""
    assert a_turn("", "", edition=edition).phase == "descent"
    refusal = from_json(GAME, {"type": "resign", "seat": 0})
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "HYB-61"
    assert next(keys_in(refusal.says)) == "action.unknown"
