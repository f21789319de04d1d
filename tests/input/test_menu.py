"""Tiles that cannot be pressed: `next` points at them, and `ok` presses them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.light.colour import WHITE
from controller.tabletop.gestures import Press
from controller.testing.known import known
from tests.support.ours import so_many
from tests.support.simtable import SimTable, sim_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        yield table


def point(table: SimTable, place: str) -> None:
    gestures = table.table.gestures
    for _ in range(60):
        table.tap("next")
        if gestures.pointed == place or (
            gestures.pointed is None and place in gestures.lit
        ):
            break
    else:
        raise AssertionError(f"`next` never comes to {place}")
    table.tap("ok")


def do(table: SimTable, action: Any) -> None:
    match = table.table.match
    script = games.staging(match.game).script(match.position, action)
    assert script is not None
    before = len(match.actions)
    if all(isinstance(gesture, Press) for gesture in script):
        step_to(table, action)
    else:
        table.perform(script, lambda place: point(table, place))
    if len(match.actions) == before:
        table.tap("ok")
    assert match.actions[before] == action


def step_to(table: SimTable, action: Any) -> None:
    """Step to this open action with `next`, and take it with `ok`."""
    gestures = table.table.gestures
    script = games.staging(table.table.match.game).script(table.position, action)
    assert script
    first = script[0]
    assert isinstance(first, Press)
    for _ in range(200):
        table.tap("next")
        if gestures.coming == action or gestures.pointed == first.place:
            break
    else:
        raise AssertionError(f"`next` never comes to {action}")
    table.tap("ok")


@pytest.mark.parametrize("game", games.names())
def test_a_whole_game_is_played_without_any_tile(table: SimTable, game: str) -> None:
    table.start(so_many(game), dict(known(game).short), game=game, seed=2)
    rng = Random(2)
    match = table.table.match
    while match.result is None:
        # Of two robots of a seat the first one comes first.
        do(table, rng.choice([action for action, _ in table.table.scripts]))
    assert table.table.phase == "over"


def test_the_tile_that_is_pointed_at_is_white(table: SimTable) -> None:
    table.start(2, {}, game="hold-your-breath", seed=2)
    table.end_effects()
    seen = []
    for _ in range(3):
        table.tap("next")
        (white,) = [p for p in table.board.pixels if table.lamp(p) == WHITE]
        seen.append(white)
    assert seen == ["tile:0,2", "tile:0,3", "tile:0,4"]
    table.tap("undo")
    assert [p for p in table.board.pixels if table.lamp(p) == WHITE] == []


def test_a_tile_that_means_nothing_now_is_pressed_for_nothing(table: SimTable) -> None:
    table.start(2, {"first": 0}, game="hold-your-breath", seed=2)
    before = table.position
    gestures = table.table.gestures
    while gestures.pointed != "tile:1,0":
        table.tap("next")
    table.tap("ok")
    assert table.position is before
    assert not gestures.begun


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "hold-your-ground"])
def test_each_tile_can_be_stuck_and_the_game_goes_on(
    table: SimTable, game: str
) -> None:
    """Another one at each action; what it seems to mean is taken back."""
    tiles = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
    options = {"turn_cap": 12} if game == "hold-your-ground" else {}
    table.start(2, options, game=game, seed=2)
    rng = Random(2)
    match = table.table.match
    while match.result is None and tiles:
        tile = tiles.pop()
        before = len(match.actions)
        table.press(tile)
        table.clock.tick(0.1)
        if table.table.gestures.begun or len(match.actions) > before:
            table.tap("undo")
        if match.result is None:
            do(table, rng.choice([action for action, _ in table.table.scripts]))
        table.release(tile)
    assert not tiles
