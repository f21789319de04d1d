"""What several games' scenes share: places, seats, signs, waves."""

import ast
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.light.colour import dim
from controller.light.palette import BLUE, RED
from controller.tabletop import pictures, places
from tests.support.ours import OURS
from wiring import boardmap

COLOURS = (RED, BLUE, RED)


def view(
    asked: tuple[int, ...] = (),
    active: int | None = None,
    winners: tuple[int, ...] | None = None,
) -> dict[str, Any]:
    result = None if winners is None else {"winners": winners}
    return {
        "state": {"active": active},
        "pending": {"seats": asked},
        "result": result,
    }


def test_the_largest_board_has_a_lamp_at_every_place() -> None:
    pixels = boardmap.load().pixels
    lanes = [place for lane in places.SEA for place in lane]
    assert set(lanes) == {place for place in pixels if place.startswith("depth:")}
    assert set(places.TILES) == {place for place in pixels if place.startswith("tile:")}
    assert places.seat(0) in pixels


GAME_FILES = [
    path
    for name in OURS
    for path in games.folder(name).rglob("*.py")
    if path.name not in ("layout.py", "testing.py")
]


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_only_a_game_s_layout_says_which_tile_or_lane_is_what(path: Path) -> None:
    texts = [
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [text for text in texts if text.startswith(("tile:", "depth:"))] == []


def test_a_seat_whose_turn_it_is_stands_out_while_others_answer() -> None:
    lamps = pictures.seats(view(asked=(1,), active=0), COLOURS, resting=0.3, turn=0.6)
    assert lamps["seat:0"] == dim(RED, 0.6)
    assert lamps["seat:2"] == dim(RED, 0.3)


def test_at_the_end_the_winners_are_bright_and_nobody_has_a_turn() -> None:
    over = view(active=0, winners=(2,))
    lamps = pictures.seats(over, COLOURS, resting=0.3, turn=0.6)
    assert lamps == {"seat:0": dim(RED, 0.3), "seat:1": dim(BLUE, 0.3), "seat:2": RED}
