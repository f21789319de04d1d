"""HOLD YOUR BREATH!: what seats, the table and the engine see; what can be undone."""

from typing import Any

import pytest

from controller.engine.protocol import Engine
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    Clear,
    Done,
    Drop,
    Position,
    SelfPanic,
    Snatch,
    Toss,
    Uncover,
)
from controller.rules.deals import Draw
from controller.rules.game import Event, Viewer
from controller.rules.match import Entry, Match, settling
from controller.rules.views import show
from tests.games.hold_your_breath.positions import a_turn, act, both, play, told
from tests.support.engine_driver import ask, fail
from tests.support.words import said

HELD = ("air-5-calm shark", "kraken")
# By seat: who has to be kept in the dark.
OTHERS: dict[int, tuple[Viewer, ...]] = {0: (1, "table"), 1: (0, "table")}
FRONTS = ("hidden:dolphin panic:air-5-panic", "panic:swim-5-calm shark:dolphin")


def heard(position: Position, event: Event, viewer: Viewer) -> dict[str, Any]:
    return GAME.event_view(position, event, viewer)


def test_the_whole_state_is_written_as_the_protocol_says() -> None:
    position = a_turn(
        *HELD, fronts=FRONTS, air=10, swim=5, depths=(5, 20), discard="air-10-draw"
    )
    assert GAME.state(position, None) == {
        "phase": "descent",
        "active": 0,
        "depths": [5, 20],
        "anchors": None,
        "hands": [["air-5-calm", "shark"], ["kraken"]],
        "fronts": [
            [
                {"card": "dolphin", "as": "panic", "hidden": True},
                {"card": "air-5-panic", "as": "panic", "hidden": False},
            ],
            [
                {"card": "swim-5-calm", "as": "panic", "hidden": False},
                {"card": "dolphin", "as": "shark", "hidden": False},
            ],
        ],
        "deck": 60,
        "discard": ["air-10-draw"],
        "air": 10,
        "swim": 5,
        "last_turns": None,
        "turn": 3,
    }


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


def test_a_seat_sees_what_it_laid_face_down_itself() -> None:
    """HYB-18."""
    position = a_turn(*HELD, fronts=FRONTS)
    assert GAME.state(position, 0)["fronts"] == GAME.state(position, None)["fronts"]


def test_what_another_seat_draws_is_not_told() -> None:
    """HYB-58."""
    position = a_turn(*HELD)
    drawn = Draw(1, "kraken")
    assert heard(position, drawn, 1)["card"] == "kraken"
    assert heard(position, drawn, None)["card"] == "kraken"
    for viewer in OTHERS[1]:
        assert heard(position, drawn, viewer) == {
            "type": "draw",
            "seat": 1,
            "card": None,
        }


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


def test_an_old_panic_stays_a_secret_when_it_is_told_again() -> None:
    """HYB-18: as the events of a loaded game are."""
    position = a_turn("", "shark", fronts=("hidden:kraken",), active=1)
    assert heard(position, SelfPanic(0, "kraken"), 1)["card"] is None


def test_what_goes_to_the_pile_is_told_to_all() -> None:
    """HYB-58."""
    position = a_turn(*HELD)
    for event in (
        Drop(0, "shark"),
        Toss(0, "shark"),
        Snatch(0, "shark"),
        Clear(0, "shark"),
        Uncover(0, "shark"),
    ):
        for viewer in OTHERS[0]:
            assert heard(position, event, viewer)["card"] == "shark"


def test_nobody_is_shown_a_chance_list_and_others_no_legal_actions() -> None:
    """HYB-58."""
    position = a_turn(*HELD)
    assert show(GAME, position, 1, ())["pending"] == {
        "by": "seats",
        "seats": [0],
        "legal": [],
    }
    drawing = a_turn(*HELD, step="refill")
    assert show(GAME, drawing, 0, ())["pending"] == {
        "by": "chance",
        "seats": [],
        "legal": [],
    }


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


def test_a_played_card_can_be_taken_back() -> None:
    """HYB-61."""
    position = a_turn("air-5-panic swim-5-calm", "", fronts=("panic:air-10-panic",))
    undo = Undo(position)
    assert undo.is_possible_after(play("air-5-panic", "panic", target=1))
    assert undo.is_possible_after(play("swim-5-calm", "calm", front=0))


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


def test_the_end_shows_every_hand_and_cannot_be_taken_back() -> None:
    """HYB-49, HYB-58."""
    position = a_turn(
        "swim-5-calm", "shark", phase="ascent", depths=(5, 5), anchors=(20, 10), air=5
    )
    undo = Undo(position)
    assert not undo.is_possible_after(play("swim-5-calm", "swim-5"))
    assert GAME.state(undo.match.position, "table")["hands"] == [[], ["shark"]]


def test_a_dropped_card_and_a_laid_down_one_can_be_taken_back() -> None:
    """HYB-34, HYB-16."""
    five = "air-5-calm air-5-draw air-5-panic dolphin shark"
    undo = Undo(a_turn("swim-5-discard kraken", five))
    assert undo.is_possible_after(
        play("swim-5-discard", "discard", target=1), Drop(1, "shark")
    )
    assert undo.is_possible_after(Done(0))
    assert undo.match.position.fronts[0][-1].card == "kraken"


# What the engine takes by itself


def events_after(position: Position, action: Any) -> list[str]:
    undo = Undo(position)
    entries = undo.match.plan(action)
    return [type(entry.action).__name__ for entry in entries]


def test_the_only_card_of_a_hand_is_laid_down_by_the_engine() -> None:
    """HYB-16, HYB-63: and so is the top of the Discard Pile."""
    one_card = a_turn("shark", "")
    assert events_after(one_card, Done(0)) == ["Done", "SelfPanic"]
    pile = a_turn("", "", discard="kraken")
    assert events_after(pile, Done(0)) == ["Done", "SelfPanic"]


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
    assert settling(GAME, position, ()) == Drop(1, "shark")


def test_done_and_end_are_asked_even_where_nothing_else_can_be_done() -> None:
    """HYB-61."""
    position = a_turn("", "", deck="", last_turns=1)
    assert GAME.legal(position) == (Done(0),)
    assert events_after(position, Done(0)) == ["Done"]


# Through the engine


def test_the_engine_knows_the_game_and_its_options() -> None:
    (listed,) = [
        game
        for game in ask(Engine(), "games")["games"]
        if game["game"] == "hold-your-breath"
    ]
    assert listed["name"] == "HOLD YOUR BREATH!"
    assert listed["seats"] == [2, 4]
    options = {
        name: (option["default"], option["allowed"])
        for name, option in listed["options"].items()
    }
    assert options == {
        "edition": ("published", ["published", "draft"]),
        "first": (None, [None, 0, 1, 2, 3]),
        "panic_on_sharked": (True, [True, False]),
        "dolphin_must_be_air": (True, [True, False]),
    }


def test_a_game_told_card_by_card() -> None:
    """HYB-04, HYB-61: as another program drives it."""
    engine = Engine()
    setup = {"game": "hold-your-breath", "seats": 2, "chance": "manual"}
    shown = ask(engine, "new", **setup, options={"first": 1})
    assert shown["events"][0] == {"type": "first", "seat": 1}
    hands = {
        1: ["air-5-calm", "swim-5-calm", "swim-10-draw", "dolphin", "shark"],
        0: ["air-10-calm", "air-10-draw", "kraken", "swim-5-panic", "swim-5-draw"],
    }
    for seat, hand in hands.items():
        for card in hand:
            assert shown["pending"]["by"] == "chance"
            shown = ask(
                engine, "act", action={"type": "draw", "seat": seat, "card": card}
            )
    assert shown["state"]["hands"] == [sorted(hands[0]), sorted(hands[1])]
    assert shown["pending"]["seats"] == [1]
    wrong = {"type": "play", "seat": 1, "card": "swim-5-calm", "as": "swim-5"}
    assert fail(engine, "act", action=wrong) == {
        "code": "illegal",
        "message": said(GAME, "refused.air-first"),
        "rule": "HYB-08",
    }
    air = {"type": "play", "seat": 1, "card": "air-5-calm", "as": "air-5"}
    shown = ask(engine, "act", action=air)
    assert shown["events"] == [air]
    shark = {"type": "play", "seat": 1, "card": "shark", "as": "shark", "target": 0}
    shown = ask(engine, "act", action=shark)
    front = {"card": "shark", "as": "shark", "hidden": False}
    assert shown["state"]["fronts"] == [[front], []]
    for extra in ({"front": 0}, {"effect": "shark"}, {"target": None}):
        assert fail(engine, "act", action={**wrong, **extra})["code"] == "illegal"
    shown = ask(engine, "act", action=wrong)
    assert shown["state"]["depths"] == [0, 5]
    shown = ask(engine, "undo")
    assert shown["state"]["depths"] == [0, 0]


def test_a_loaded_games_events_tell_no_secret() -> None:
    """HYB-18, HYB-58."""
    engine = Engine()
    ask(engine, "new", game="hold-your-breath", seats=3, seed=4)
    shown = ask(engine, "show")
    while not any(row for row in shown["state"]["fronts"] if hides(row)):
        shown = ask(engine, "act", action=shown["pending"]["legal"][-1])
    other = Engine()
    ask(other, "load", log=ask(engine, "log")["log"])
    seen = ask(other, "show", seat="table")
    laid = [e for e in seen["events"] if e["type"] in ("self-panic", "draw")]
    assert laid
    assert all(event["card"] is None for event in laid)


def hides(row: list[dict[str, Any]]) -> bool:
    return any(front["hidden"] for front in row)


@both
def test_the_events_of_a_turn_say_what_happened(edition: str) -> None:
    """HYB-18: a face-down Panic is named when it is uncovered."""
    position = a_turn("swim-5-calm", "", fronts=("hidden:kraken",), edition=edition)
    after, events = told(position, play("swim-5-calm", "calm", front=0))
    assert [heard(after, event, "table") for event in events] == [
        {"type": "uncover", "seat": 0, "card": "kraken"}
    ]
