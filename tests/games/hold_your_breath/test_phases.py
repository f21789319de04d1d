"""HOLD YOUR BREATH!: how phases end and begin, surfacing, and who wins."""

from random import Random
from typing import Any

from controller.basics.sentence import say
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    Anchors,
    DeckOut,
    Done,
    End,
    Move,
    Position,
    SelfPanic,
    Surface,
)
from controller.rules.deals import Draw, First, Over, Turn
from controller.rules.game import Result, checked_options
from tests.games.hold_your_breath.positions import (
    DECK,
    a_turn,
    act,
    bag,
    both,
    draw,
    ended,
    finish,
    play,
    refused,
    row,
    told,
    why,
)


def breathe(position: Position) -> Position:
    """The active seat plays an Air 5 and ends its turn."""
    seat = position.active or 0
    card = next(c for c in position.hands[seat] if c.startswith("air-5"))
    return finish(act(position, play(card, "air-5", seat)))


AIRS = ("air-5-calm", "air-5-draw", "air-5-panic", "air-5-discard")


# The published end of a phase


@both
def test_a_last_turn_has_no_refill_and_cards_can_be_kept(edition: str) -> None:
    """HYB-43."""
    position = a_turn(
        f"{AIRS[0]} shark kraken",
        "",
        fronts=("hidden:swim-5-calm",),
        deck="",
        last_turns=0,
        depths=(10, 5),
        edition=edition,
        discard="air-10-calm",
    )
    position = breathe(position)
    assert position.phase == "ascent"
    assert position.hands[0] == ("kraken", "shark")
    assert position.fronts[0] == row("hidden:swim-5-calm")


# From Descent to Ascent


def last_turn(depths: tuple[int, ...], edition: str = "published") -> Position:
    """The Descent's last turn, seat 1's, with nothing left to play."""
    hands = ["shark", AIRS[1], "kraken"][: len(depths)]
    discard = 4 * "swim-5-draw swim-10-draw " + "dolphin"
    return a_turn(
        *hands,
        deck="",
        last_turns=0,
        active=1,
        depths=depths,
        edition=edition,
        discard=f"air-10-calm air-10-draw air-10-panic air-10-discard {discard}",
    )


@both
def test_the_shallowest_starts_the_ascent_and_hands_are_filled_to_five(
    edition: str,
) -> None:
    """HYB-44, HYB-45, HYBD-09."""
    position = breathe(last_turn((10, 25, 5), edition))
    assert [o.action for o in GAME.chance(position)] == [First(2)]
    assert why(position, First(0)) == "HYB-45 refused.not-shallowest"
    position, events = told(position, First(2))
    assert events == (Turn(4, 2),)
    assert (position.active, position.turn) == (2, 4)
    drawn = []
    while outcomes := GAME.chance(position):
        drawn.append(outcomes[0].action.seat)
        position = act(position, outcomes[0].action)
    assert drawn == [2] * 4 + [0] * 4 + [1] * 5
    assert (position.step, position.active) == ("play", 2)
    assert "shark" in position.hands[0]
    assert why(position, First(2)) == "HYB-45 refused.first-found waits.play"


def test_a_deal_that_empties_the_deck_leaves_one_round() -> None:
    """HYB-59; and HYB-41: the deal itself sets off nothing."""
    start = a_turn(
        "", "", deck="air-5-calm air-5-draw", step="first", phase="ascent",
        depths=(5, 10), active=1,
    )  # fmt: skip
    position = act(start, First(0))
    position = draw(position, "air-5-calm")
    assert position.last_turns is None
    position, events = told(position, Draw(0, "air-5-draw"))
    assert events == (DeckOut(1),)
    assert (position.step, position.active, position.last_turns) == ("play", 0, 1)
    position = breathe(position)
    assert (position.active, position.last_turns) == (1, 0)
    position = act(position, Done(1), SelfPanic(1, "air-5-calm"), End(1))
    assert position.phase == "over"


@both
def test_every_turn_draws_a_card_until_the_deck_is_empty(edition: str) -> None:
    """HYB-57."""
    rng = Random(edition)
    position = GAME.start(3, checked_options(GAME, 3, {"edition": edition}), DECK)
    phase, turn, left = "", 0, 68
    while position.phase != "over":
        if (position.phase, position.turn) != (phase, turn) and position.step == "play":
            if position.phase == phase and left:
                assert sum(position.deck) < left
            phase, turn, left = position.phase, position.turn, sum(position.deck)
        outcomes = [o.action for o in GAME.chance(position)]
        position = act(position, rng.choice(outcomes or GAME.legal(position)))
    assert turn < 2 * 68


# The Ascent


def ascent(
    depths: tuple[int, ...],
    anchors: tuple[int, ...],
    hand: str = "air-10-calm swim-10-calm swim-5-calm",
    **more: Any,
) -> Position:
    surfaced = tuple(None if depth else 0 for depth in depths)
    given = {"surfaced": surfaced, **more}
    others = [""] * (len(depths) - 1)
    return a_turn(
        hand, *others, phase="ascent", depths=depths, anchors=anchors, **given
    )


def swim(position: Position, card: str, use: str) -> Position:
    return act(position, play("air-10-calm", "air-10"), play(card, use))


@both
def test_in_the_ascent_one_swims_up(edition: str) -> None:
    """HYB-48: and never down again."""
    position = swim(
        ascent((30, 40), (30, 40), edition=edition), "swim-10-calm", "swim-10"
    )
    assert position.depths == (20, 40)


@both
def test_the_surface_stops_a_pirate_and_the_card_counts_in_full(edition: str) -> None:
    """HYB-46."""
    position = ascent((5, 40), (30, 40), edition=edition)
    position = act(position, play("air-10-calm", "air-10"))
    position, events = told(position, play("swim-10-calm", "swim-10"))
    assert events == (Move(0, 0), Surface(0))
    assert (position.depths, position.swim) == ((0, 40), 10)
    if edition == "published":
        assert refused(position, play("swim-5-calm", "swim-5")).rule == "HYB-08"


@both
def test_swimming_at_the_surface_moves_nothing(edition: str) -> None:
    """HYB-47."""
    position = ascent((0, 40), (30, 40), edition=edition)
    position = act(position, play("air-10-calm", "air-10"))
    after, events = told(position, play("swim-5-calm", "swim-5"))
    assert events == ()
    assert (after.depths, after.swim, after.surfaced) == ((0, 40), 5, (0, None))


@both
def test_it_is_over_at_once_when_a_deepest_diver_is_back(edition: str) -> None:
    """HYB-49: cards are left, and are not asked for."""
    position = ascent((10, 0, 40), (45, 20, 45), edition=edition)
    position = act(position, play("air-10-calm", "air-10"))
    position, events = told(position, play("swim-10-calm", "swim-10"))
    assert events == (Move(0, 0), Surface(0), Over((0,)))
    assert position.phase == "over"
    assert GAME.legal(position) == ()
    assert position.hands[0] == ("swim-5-calm",)
    assert ended(position) == Result(
        (0,), (1, 2, 3), say("ending.home", seats=(0,), depth=45)
    )
    assert why(position, Done(0)) == "HYB-49 rules.over"
    assert (position.active, position.turn, position.air) == (0, 3, 10)


def end(position: Position) -> Position:
    """The last turn of the Ascent is taken without a swim."""
    return act(position, Done(position.active or 0), End(position.active or 0))


def last(depths: tuple[int, ...], anchors: tuple[int, ...], **more: Any) -> Position:
    """The Ascent's last turn, all but over."""
    given = {"deck": "", "last_turns": 0, "air": 5, **more}
    return end(ascent(depths, anchors, "shark", **given))


@both
def test_when_the_deck_runs_out_it_is_over_after_the_last_turns(edition: str) -> None:
    """HYB-56, HYBD-10: who is back with the deepest Anchor wins."""
    position = last(
        (0, 15, 0, 5), (20, 60, 30, 60), surfaced=(1, None, 2, None), edition=edition
    )
    assert ended(position) == Result(
        (2,),
        (2, 4, 1, 3),
        say("ending.came-back", seats=(2,), depth=30),
    )
    assert position.last_turns == 0
    assert why(position, End(0)) == "HYB-56 rules.over"


@both
def test_of_equal_anchors_who_was_back_first_is_ahead(edition: str) -> None:
    """HYB-50, HYBD-10."""
    position = last((0, 0, 90), (20, 20, 90), surfaced=(2, 1, None), edition=edition)
    result = GAME.result(position)
    assert result
    assert (result.winners, result.ranks) == ((1,), (2, 1, 3))


@both
def test_who_never_dived_counts_as_back_and_ends_nothing(edition: str) -> None:
    """HYB-51: several of them tie."""
    position = breathe(last_turn((0, 5, 0), edition))
    assert position.phase == "ascent"
    assert position.surfaced == (0, None, 0)
    over = last((0, 5, 0), (0, 5, 0), edition=edition)
    assert ended(over) == Result(
        (0, 2),
        (1, 3, 1),
        say("ending.stayed-up", seats=(0, 2), depth=0),
    )


@both
def test_if_nobody_dived_all_share_the_win_when_the_anchors_are_set(
    edition: str,
) -> None:
    """HYB-52."""
    position = act(last_turn((0, 0, 0), edition), play(AIRS[1], "air-5", 1), Done(1))
    position, events = told(position, End(1))
    assert events == (Anchors((0, 0, 0)), Over((0, 1, 2)))
    assert (position.phase, position.anchors) == ("over", (0, 0, 0))
    assert ended(position) == Result(
        (0, 1, 2),
        (1, 1, 1),
        "ending.nobody-dived",
    )
    assert why(position, End(1)) == "HYB-52 rules.over"
    assert position.last_turns == 0
    assert position.deck == bag("")


@both
def test_if_nobody_came_back_the_longest_way_wins(edition: str) -> None:
    """HYB-53, HYBD-11: down and back up; equal ways share it."""
    position = last((10, 40, 5), (40, 55, 20), edition=edition)
    assert ended(position) == Result(
        (0, 1),
        (1, 1, 3),
        say("ending.furthest", seats=(0, 1), score=70),
    )


@both
def test_hindrances_cost_ten_each_in_the_draft_only(edition: str) -> None:
    """HYB-54, HYBD-11."""
    fronts = ("panic:air-5-panic shark:dolphin", "hidden:kraken")
    position = last((10, 10, 10), (40, 35, 30), fronts=fronts, edition=edition)
    result = GAME.result(position)
    assert result
    # 70, 60 and 50 ft; in the draft 50, 50 and 50.
    if edition == "draft":
        assert (result.winners, result.ranks) == ((0, 1, 2), (1, 1, 1))
        assert ended(position).reason == say(
            "ending.furthest-less", seats=(0, 1, 2), score=50
        )
    else:
        assert (result.winners, result.ranks) == ((0,), (1, 2, 3))
        assert ended(position).reason == say("ending.furthest", seats=(0,), score=70)


@both
def test_chance_decides_between_equally_shallow_seats(edition: str) -> None:
    """HYB-45, HYBD-14; then it goes clockwise, whatever the depths."""
    position = breathe(last_turn((5, 25, 5), edition))
    outcomes = GAME.chance(position)
    assert [(o.action, o.weight) for o in outcomes] == [(First(0), 1), (First(2), 1)]
    position = a_turn(
        AIRS[0], AIRS[1], AIRS[2], phase="ascent", depths=(5, 25, 10), edition=edition
    )
    position = breathe(position)
    while outcomes := GAME.chance(position):
        position = act(position, outcomes[0].action)
    assert position.active == 1


@both
def test_the_returned_come_first_then_the_others_by_their_way(edition: str) -> None:
    """HYB-55."""
    position = last(
        (5, 0, 40, 0), (50, 10, 60, 5), surfaced=(None, 2, None, 1), edition=edition
    )
    result = GAME.result(position)
    assert result
    assert result.ranks == (3, 1, 4, 2)
