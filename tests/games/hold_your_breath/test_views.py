"""HOLD YOUR BREATH!: what seats, the table and the engine see; what can be undone."""

from typing import Any

import pytest

from controller.basics.sentence import keys_in
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    Done,
    Drop,
    Move,
    Position,
    SelfPanic,
)
from controller.rules.codec import to_json
from controller.rules.deals import Draw
from controller.rules.game import Event, Viewer
from controller.rules.match import Entry, Match, forced_action
from tests.games.hold_your_breath.positions import a_turn, act, both, play

HELD = ("air-5-calm shark", "kraken")
# By seat: who has to be kept in the dark.
OTHERS: dict[int, tuple[Viewer, ...]] = {0: (1, "table"), 1: (0, "table")}
FRONTS = ("hidden:dolphin panic:air-5-panic", "panic:swim-5-calm shark:dolphin")


def heard(position: Position, event: Event, viewer: Viewer) -> dict[str, Any]:
    return GAME.event_view(position, event, viewer)


@pytest.mark.parametrize("viewer", [1, "table"])
def test_hands_and_face_down_cards_of_others_are_hidden(viewer: Viewer) -> None:
    """HYB-18, HYB-58."""
    position = a_turn(*HELD, fronts=FRONTS, discard="air-10-draw")
    whole, seen = GAME.state(position, None), GAME.state(position, viewer)
    own = ["kraken"] if viewer == 1 else 1
    assert seen["hands"] == [2, own]
    assert seen["fronts"][0] == [
        {"card": None, "as": "panic", "hidden": True},
        {"card": "air-5-panic", "as": "panic", "hidden": False},
    ]
    open_to_all = whole.keys() - {"hands", "fronts"}
    assert {key: seen[key] for key in open_to_all} == {
        key: whole[key] for key in open_to_all
    }
    assert seen["fronts"][1] == whole["fronts"][1]


@both
def test_what_is_laid_face_down_from_a_hand_is_not_told(edition: str) -> None:
    """HYB-18."""
    position = act(a_turn("shark kraken", "", edition=edition), Done(0))
    laid = SelfPanic(0, "kraken")
    position = act(position, laid)
    assert heard(position, laid, 0)["card"] == "kraken"
    for viewer in OTHERS[0]:
        assert heard(position, laid, viewer)["card"] is None


def test_what_is_taken_from_the_discard_pile_is_told() -> None:
    """HYB-18: even beside an equal card that is hidden."""
    fronts = ("hidden:air-10-draw",)
    position = a_turn("", "", fronts=fronts, discard="air-10-draw")
    laid = SelfPanic(0, "air-10-draw")
    position = act(position, Done(0), laid)
    assert heard(position, laid, 1)["card"] == "air-10-draw"
    assert GAME.state(position, 1)["fronts"][0] == [
        {"card": None, "as": "panic", "hidden": True},
        {"card": "air-10-draw", "as": "panic", "hidden": False},
    ]


# Undo


class Undo:
    """A match that stands at some position; what follows can be undone or not."""

    def __init__(self, position: Position) -> None:
        seats = position.variant.seats
        self.match = Match(GAME, seats, {}, None)
        self.match.accept((Entry(None, "settled", position, (), True),))

    def is_possible_after(self, *actions: object) -> bool:
        for action in actions:
            self.match.accept(self.match.plan(action))
        return self.match.can_undo()


def test_a_panic_that_was_uncovered_cannot_be_covered_again() -> None:
    """HYB-18."""
    position = a_turn("swim-5-calm", "", fronts=("hidden:kraken",))
    assert not Undo(position).is_possible_after(play("swim-5-calm", "calm", front=0))


def test_a_drawn_and_a_snatched_card_cannot_be_taken_back() -> None:
    """HYB-58."""
    position = a_turn("air-5-draw", "", deck="kraken")
    undo = Undo(position)
    assert undo.is_possible_after(play("air-5-draw", "draw"))
    assert not undo.is_possible_after(Draw(0, "kraken"))
    five = "swim-5-calm " * 4 + "swim-5-calm"
    draft = a_turn("air-5-discard", "", edition="draft", deck="")
    draft = draft._replace(hands=(("air-5-discard",), tuple(five.split())))
    # One kind of card only: it is snatched without asking, and seen.
    assert not Undo(draft).is_possible_after(play("air-5-discard", "discard", target=1))


# What the engine takes by itself


def events_after(position: Position, action: Any) -> list[str]:
    undo = Undo(position)
    entries = undo.match.plan(action)
    return [type(entry.action).__name__ for entry in entries]


@pytest.mark.parametrize("edition", ["published", "draft"])
@pytest.mark.parametrize("hand", ["shark kraken", "swim-5-draw swim-5-draw"])
def test_a_hand_of_several_cards_is_asked_for_its_panic_equal_or_not(
    hand: str, edition: str
) -> None:
    """HYB-63."""
    position = a_turn(hand, "", edition=edition)
    assert events_after(position, Done(0)) == ["Done"]


@pytest.mark.parametrize("edition", ["published", "draft"])
def test_a_victim_with_one_kind_of_card_is_asked_like_any_other(edition: str) -> None:
    """HYB-34, HYB-63: five of a kind are in some houses' decks."""
    position = a_turn("kraken", "", edition=edition)
    position = position._replace(hands=(("kraken",), ("swim-5-draw",) * 5))
    action = play("kraken", "kraken", effect="discard")
    assert events_after(position, action) == ["Play"]
    after = act(position, action, Drop(1, "swim-5-draw"))
    assert after.hands[1] == ("swim-5-draw",) * 4


def test_a_victim_of_a_single_card_is_not_asked() -> None:
    """HYB-63: where everybody sees that there is one, nothing is told."""
    position = a_turn("air-5-calm", "shark")._replace(step="drop", queue=(1,))
    assert forced_action(GAME, position, ()) == Drop(1, "shark")


@pytest.mark.parametrize(("depth", "key"), [(5, "tell.move"), (0, "tell.move-home")])
def test_the_surface_is_told_as_such(depth: int, key: str) -> None:
    assert [*keys_in(GAME.tell(to_json(Move(0, depth)), {}))] == [key]
