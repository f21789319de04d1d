"""HOLD YOUR GROUND: what others see, what is written, and the engine's answers."""

from random import Random
from typing import Any

import pytest

from controller.basics.sentence import Sentence, say
from controller.engine.protocol import Engine
from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.pieces import (
    Blast,
    Collapse,
    Out,
    Play,
    Roll,
    Scatter,
    Shoved,
    Take,
)
from controller.rules.deals import Draw
from controller.rules.game import BadSetup, Event, Outcome, checked_options
from controller.rules.match import CannotUndo, Match
from controller.rules.records import to_json
from tests.games.hold_your_ground.positions import (
    HOUSE,
    act,
    begun,
    captured,
    island,
    march,
    walk,
)
from tests.support.engine_driver import ask, fail


def started(seats: int = 2, *, chance: str = "manual", **options: Any) -> Engine:
    engine = Engine()
    ask(
        engine,
        "new",
        game="hold-your-ground",
        seats=seats,
        options=options,
        chance=chance,
    )
    return engine


def laid_out(seats: int = 2, **options: Any) -> Engine:
    engine = started(seats, **options)
    for name in ("0,0", "0,4", "4,0", "4,4"):
        ask(engine, "act", action={"type": "hole", "at": name})
    return engine


def test_the_state_at_the_start_is_as_the_protocol_has_it() -> None:
    """HYG-04, HYG-06"""
    state = ask(started(3), "show")["state"]
    names = [f"{row},{column}" for row in range(5) for column in range(5)]
    assert state == {
        "active": None,
        "cap": 5,
        "tiles": names,
        "board": {},
        "air": {},
        "eliminator": "2,2",
        "hands": [[], [], []],
        "decks": [13, 13, 13],
        "discards": [[], [], []],
        "captured": {"red": {}, "green": {}, "blue": {}},
        "lost": {"red": 0, "green": 0, "blue": 0},
        "out": [],
        "turn": 1,
    }


def test_the_board_is_filled_with_the_last_hole_before_the_first_seat_is_known() -> (
    None
):
    """HYG-04"""
    engine = laid_out(2)
    shown = ask(engine, "show")
    assert len(shown["state"]["board"]) == 21
    assert shown["state"]["board"]["2,2"] == {"red": 1, "green": 1}
    assert shown["pending"]["by"] == "chance"
    assert [a["type"] for a in shown["pending"]["legal"]] == ["first", "first"]


def test_a_hole_is_offered_with_its_share_of_the_layouts() -> None:
    """HYG-02"""
    legal = ask(started(), "show")["pending"]["legal"]
    assert len(legal) == 24
    assert legal[0] == {"type": "hole", "at": "0,0", "p": 1651 / (4 * 9283)}
    assert sum(action["p"] for action in legal) == pytest.approx(1, abs=1e-9)


def test_hands_are_hidden_and_all_else_lies_open() -> None:
    """HYG-51"""
    engine = started(2, chance="auto")
    whole = ask(engine, "show")
    mine, table = ask(engine, "show", seat=0), ask(engine, "show", seat="table")
    hands = whole["state"]["hands"]
    assert [len(hand) for hand in hands] == [4, 4]
    assert mine["state"] == {**whole["state"], "hands": [hands[0], 4]}
    assert table["state"] == {**whole["state"], "hands": [4, 4]}


def test_nobody_else_is_told_which_card_was_drawn() -> None:
    """HYG-51"""
    engine = laid_out(2, first=0)
    ask(engine, "act", action={"type": "draw", "seat": 0, "card": "n4"})
    drawn = {"type": "draw", "seat": 0, "card": "n4"}
    assert ask(engine, "show", seat=0)["events"] == [drawn]
    for seat in (1, "table"):
        assert ask(engine, "show", seat=seat)["events"] == [{**drawn, "card": None}]


def test_once_it_is_over_hands_lie_open() -> None:
    """HYG-51"""
    position = act(
        island({"0,0": "rrg"})._replace(phase="roll"),
        Roll("royale"),
        Take(0, "0,0", "green"),
    )
    assert GAME.state(position, "table") == GAME.state(position, None)
    told = GAME.event_view(position, Draw(0, "n1"), 1)
    assert told == {"type": "draw", "seat": 0, "card": "n1"}


def test_a_draw_is_asked_even_if_one_card_is_left() -> None:
    """HYG-30: a shoe has to be told, though there is nothing to choose."""
    assert Draw in GAME.never_automatic
    position = island({"2,2": "r", "0,0": "g"}, hand="n1 n2")
    one = position.cards[0]._replace(deck=tuple(c == "b3" for c in HOUSE_CARDS))
    position = position._replace(phase="draw", cards=(one, position.cards[1]))
    assert GAME.chance(position) == (Outcome(Draw(0, "b3"), 1),)


HOUSE_CARDS = begun().variant.house.cards


def test_a_draw_cannot_be_undone_and_a_play_can() -> None:
    """HYG-60"""
    engine = started(2, chance="auto")
    shown = ask(engine, "show")
    action = next(
        a for a in shown["pending"]["legal"] if "-" not in a["battlers"] + a["tiles"]
    )
    ask(engine, "act", action=action)
    undone = ask(engine, "undo")
    assert undone["events"] == []
    assert undone["state"] == shown["state"]
    assert fail(engine, "undo")["code"] == "cannot-undo"


def test_the_last_action_of_a_game_cannot_be_undone_for_it_opens_all_hands() -> None:
    """HYG-51"""
    match = Match(
        GAME, 2, {"turn_cap": 1, "first": 0}, lambda outcomes, _: _first(outcomes)
    )
    match.accept(match.opening())
    while match.result is None:
        match.accept(match.plan(GAME.legal(match.position)[0]))
    with pytest.raises(CannotUndo, match=r"undo\.too-late"):
        match.undo_mark()


def _first(outcomes: Any) -> Any:
    return outcomes[0].action


def test_what_is_in_the_air_is_part_of_the_state() -> None:
    """HYG-40"""
    position = island({"0,1": "rgg", "2,2": "rg"})._replace(phase="roll", eliminator=1)
    position = act(position, Roll("explosion"), Scatter("red", None))
    state = GAME.state(position, 1)
    assert state["air"] == {"green": 2}
    assert state["lost"]["red"] == position.lost[0]


def test_piles_name_every_team_and_leave_out_zeros() -> None:
    """HYG-48"""
    position = captured(island({"2,2": "rg"}), red="gg")
    assert GAME.state(position, None)["captured"] == {"red": {"green": 2}, "green": {}}


def test_a_tile_may_hold_more_than_its_maximum_in_the_middle_of_a_move() -> None:
    """HYG-18, HYG-24"""
    position = march(island({"2,1": "r", "2,2": "ggggg"}), 1, 1)
    state = GAME.state(walk(position, "2,1 2,2"), None)
    assert state["board"]["2,2"] == {"red": 1, "green": 5}


def test_consequences_are_written_with_their_fields() -> None:
    """HYG-41"""
    assert to_json(Blast("0,1", {"red": 2})) == {
        "type": "blast",
        "at": "0,1",
        "battlers": {"red": 2},
    }
    assert to_json(Collapse(("0,0",), {}))["tiles"] == ("0,0",)
    assert to_json(Scatter("red", None)) == {
        "type": "scatter",
        "team": "red",
        "to": None,
    }


def test_the_option_first_has_to_be_a_seat_of_the_game() -> None:
    """HYG-07"""
    assert checked_options(GAME, 4, {"first": 3})["first"] == 3
    for wrong in (3, -1, True, 1.0, "1"):
        with pytest.raises(BadSetup, match="option first must be one of null, 0, 1"):
            checked_options(GAME, 3, {"first": wrong})


def test_the_option_turn_cap_has_to_be_a_number_of_turns() -> None:
    """HYG-59"""
    for right in (None, 1, 1000):
        assert checked_options(GAME, 2, {"turn_cap": right})["turn_cap"] == right
    for wrong in (0, -1, True, 2.0, "3"):
        with pytest.raises(BadSetup, match="null or a whole number from 1"):
            checked_options(GAME, 2, {"turn_cap": wrong})


def test_what_is_no_action_of_the_game_is_refused_by_name() -> None:
    """HYG-60"""
    error = fail(started(), "act", action={"type": "jump", "seat": 0})
    assert error["rule"] == "HYG-60"
    assert error["message"].startswith(
        'There is no action "jump" in this game; it knows hole, first,'
    )


def test_lists_stay_short() -> None:
    options = checked_options(GAME, 4, {})
    for seed in range(20):
        rng = Random(seed)
        position = GAME.start(2 + seed % 3, options, HOUSE)
        while True:
            choices = GAME.chance(position) or GAME.legal(position)
            if not choices:
                break
            assert len(choices) <= 400
            chosen = rng.choice(choices)
            action = chosen.action if isinstance(chosen, Outcome) else chosen
            position = GAME.apply(position, action)[0]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            Play(0, "n1-royale", "t3"),
            say(
                "tell.play",
                type="play",
                seat=0,
                battlers="n1-royale",
                tiles="t3",
                many=1,
                far=3,
            ),
        ),
        (
            Play(1, "t3", "t4"),
            say(
                "tell.play-idle",
                type="play",
                seat=1,
                battlers="t3",
                tiles="t4",
                many=3,
                far=4,
            ),
        ),
        (
            Shoved("green", "2,0", "1,0"),
            say("tell.shoved", type="shoved", team="green", at="2,0", to="1,0"),
        ),
        (
            Shoved("green", "2,0", None),
            say("tell.shoved-lost", type="shoved", team="green", at="2,0", to=None),
        ),
        (
            Blast("2,3", {"red": 2, "green": 1}),
            say(
                "tell.blast",
                type="blast",
                at="2,3",
                battlers=(
                    say("some.of", number=2, team="red"),
                    say("some.of", number=1, team="green"),
                ),
            ),
        ),
        (
            Scatter("red", None),
            say("tell.scatter-lost", type="scatter", team="red", to=None),
        ),
        (
            Collapse(("0,3", "0,4"), {}),
            say(
                "tell.collapse",
                type="collapse",
                tiles=("0,3", "0,4"),
                battlers=(say("some.none"),),
            ),
        ),
        (
            Out(("red", "green")),
            say("tell.out", type="out", teams=("red", "green")),
        ),
    ],
)
def test_what_happened_is_told_by_its_key(event: Event, says: Sentence) -> None:
    assert GAME.tell(to_json(event), {}) == says
