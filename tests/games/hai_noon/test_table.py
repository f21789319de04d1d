"""HAI NOON on the simulated table: with buttons and tiles alone."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.hai_noon import GAME, STAGING, layout, scene
from controller.games.hai_noon.pieces import (
    Cage,
    Endure,
    Enter,
    Flip,
    Harpoon,
    Hide,
    Play,
    Position,
    Swap,
    Swim,
)
from controller.input.scripts import imagined
from controller.light.colour import DARK, WHITE
from controller.light.palette import PLACE
from controller.rules.deals import First
from controller.rules.match import Match
from controller.stage.gestures import Count, Hold, Press, Script
from tests.games.hai_noon.positions import act, table
from tests.support.simtable import SimTable, sim_table

RED = "N red-flip red-diver"


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        yield table


def script(position: Position, action: Any) -> Script:
    found = STAGING.script(position, action)
    assert found is not None, f"{action} cannot be meant on the table"
    return found


def perform(sim: SimTable, gestures: Script) -> None:
    """What a hand does; `ok` at the end, where the table waits for it."""
    played = len(sim.table.match.actions)
    sim.perform(gestures)
    if len(sim.table.match.actions) == played:
        sim.tap("ok")


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (2, {}, 3),
        (2, {"last_diver": True}, 4),
        (3, {"start": "hungry"}, 5),
        (4, {}, 6),
        (4, {"last_diver": True, "turn_cap": 40}, 7),
    ],
)
def test_a_whole_game_is_played_with_buttons_and_tiles_alone(
    sim: SimTable, seats: int, options: dict[str, Any], seed: int
) -> None:
    sim.start(seats, options, game="hai-noon", seed=seed)
    rng = Random(seed)
    while sim.table.match.result is None:
        position, played = sim.position, len(sim.table.match.actions)
        action = rng.choice(GAME.legal(position))
        perform(sim, script(position, action))
        done = sim.table.match.actions[played]
        assert done == action
    assert sim.table.phase == "over"
    assert [told for told in sim.told if not told.legal] == []
    sim.end_effects()
    winners = sim.table.match.result.winners
    for seat in range(seats):
        colour = scene.seat_colour(GAME.state(sim.position, None), seat)
        assert (sim.lamp(f"seat:{seat}") == colour != DARK) == (seat in winners)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_action_has_gestures_of_its_own(seats: int) -> None:
    rng = Random(seats)
    kinds = set()
    for _ in range(40):
        match = Match(GAME, seats, {}, lambda o, ply: rng.choice(o).action)
        match.accept(match.opening())
        while match.result is None:
            legal = GAME.legal(match.position)
            scripts = [script(match.position, action) for action in legal]
            assert len(set(map(repr, scripts))) == len(legal)
            kinds |= {type(action) for action in legal}
            match.accept(match.plan(rng.choice(legal)))
    assert kinds >= {Play, Swim, Cage, Swap, Flip, Endure, Harpoon}


# What is meant by what


def test_a_card_is_counted_in_the_order_of_the_hand_and_equal_cards_once() -> None:
    position = table("blue-cage wild wild")
    seat, north = Hold("seat:0"), Press("tile:0,2")
    assert script(position, Play(0, "blue-cage", "N")) == (seat, north, Count(1))
    assert script(position, Play(0, "wild", "N")) == (seat, north, Count(2))
    assert script(position, Play(0, "wild", "E"))[1] == Press("tile:2,4")
    assert STAGING.script(position, Play(0, "red-cage", "N")) is None


def test_an_answer_is_counted_too_and_none_is_to_endure() -> None:
    position = table("wild / blue-flip red-cage", RED, hungry={2})
    position = act(position, Play(0, "wild", "N"))
    seat = Hold("seat:1")
    assert script(position, Endure(1)) == (seat, Count(0))
    shot = Harpoon(1, "turquoise", "red-cage")
    assert script(position, shot) == (seat, Count(2))


def test_of_two_attacked_divers_the_second_is_counted_past_the_hand() -> None:
    """HN-44"""
    divers = "pink green turquoise black"
    position = table(
        "wild blue-cage red-cage", RED, seats=2, hungry={1, 2}, divers=divers
    )
    position = act(position, Play(0, "wild", "N"))
    seat = Hold("seat:0")
    for diver, times in [("pink", 2), ("green", 4)]:
        shot = Harpoon(0, diver, "red-cage")
        assert script(position, shot) == (seat, Count(times))


def test_the_rest_is_a_press_of_its_tile() -> None:
    position = table("wild", divers="pink - green black")
    assert script(position, Flip(0, 4)) == (Press("tile:1,4"),)
    assert script(position, Swap(0, 11)) == (Press("tile:1,0"),)
    assert script(position, Enter(1, "turquoise", "TR")) == (Press("tile:1,3"),)
    assert script(position, Cage(0, "black")) == (Press("tile:3,1"),)
    assert script(position, Hide(0, "pink")) == (Press("tile:1,1"),)
    assert script(position, Swim(0, "pink", "TR")) == (Press("tile:1,3"),)
    assert STAGING.script(position, Cage(0, "turquoise")) is None
    assert STAGING.script(position, Flip(0, 12)) is None
    assert STAGING.script(position, First(0)) is None


def test_where_two_divers_could_swim_the_diver_is_pressed_first() -> None:
    """HN-32"""
    position = table("wild", seats=2)
    swim = script(position, Swim(0, "green", "TR"))
    assert swim == (Press("tile:3,3"), Press("tile:1,3"))


# On the table


def dealt(sim: SimTable, seats: int = 4) -> Position:
    sim.start(seats, {"first": 0}, game="hai-noon", seed=11)
    position: Position = sim.position
    return position


def test_a_wrong_card_is_explained_to_its_seat_alone(sim: SimTable) -> None:
    """HN-06, HN-11: what was counted is nobody else's business."""
    dealt(sim)
    first = GAME.legal(sim.position)[0]
    while sim.position.turn < 6:
        legal = GAME.legal(sim.position)
        perform(sim, script(sim.position, legal[0]))
    assert isinstance(first, Play)
    position = sim.position
    for action in imagined(sim.table.match):
        refusal = GAME.refuse(position, action)
        gestures = STAGING.script(position, action)
        sides = {a.side for a in GAME.legal(position) if isinstance(a, Play)}
        if (
            isinstance(action, Play)
            and action.seat == position.active
            and refusal
            and gestures
            and action.side in sides
        ):
            break
    else:
        pytest.fail("this hand fits everywhere; take another seed")
    perform(sim, gestures)
    assert sim.position == position
    seat, table_ = sim.told[-2:]
    assert (seat.seat, seat.rule) == (position.active, refusal.rule)
    assert table_.seat is None
    assert sim.refused(refusal)[1] not in table_.message


def test_no_lamp_tells_where_a_hidden_hand_fits(sim: SimTable) -> None:
    """HN-52: while the seat's button is held, before a side is pressed."""
    dealt(sim)
    sim.end_effects()
    before = {
        tile: sim.lamp(tile) for pair in layout.SIDE_TILES.values() for tile in pair
    }
    sim.press("seat:0")
    for tile, colour in before.items():
        assert sim.lamp(tile) == colour
    assert sim.lamp("seat:0") == WHITE
    sim.release("seat:0")


def test_a_free_place_to_come_back_to_is_lit(sim: SimTable) -> None:
    """HN-34"""
    sim.start(4, {}, game="hai-noon", seed=1)
    rng = Random(8)
    for seed in range(200):
        while sim.table.match.result is None:
            legal = GAME.legal(sim.position)
            if isinstance(legal[0], Enter):
                sim.end_effects()
                for action in legal:
                    (press,) = script(sim.position, action)
                    assert isinstance(press, Press)
                    assert sim.lamp(press.place) == PLACE
                return
            sim.act(rng.choice(legal))
        sim.table.new_game(GAME, 4, {}, seed=seed)
    pytest.fail("nobody ever had a choice of places")


def test_sharks_can_be_stepped_through_with_next_and_ok(sim: SimTable) -> None:
    """HN-31: nobody has to reach across the table."""
    sim.start(2, {"first": 0}, game="hai-noon", seed=1)
    rng = Random(5)
    while sim.position.step != "act" or not isinstance(
        GAME.legal(sim.position)[0], Flip
    ):
        assert sim.table.match.result is None, "take another seed"
        sim.act(rng.choice(GAME.legal(sim.position)))
    third = GAME.legal(sim.position)[2]
    played = len(sim.table.match.actions)
    for control in ("next", "next", "next", "ok"):
        sim.tap(control)
    assert sim.table.match.actions[played] == third
