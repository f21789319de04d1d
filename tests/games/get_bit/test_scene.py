"""GET BIT! in light: half limbs, two robots of a seat, a bite.

The golden pictures show the rest.
Pictures of the Depth Board are written as people would draw them: a robot by the
first letter of its colour, `S` the shark, `B` the shark while it bites, `~` water.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from controller.games.get_bit import GAME, layout, scene
from controller.games.get_bit.pieces import Position
from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Keyframe, Lamps, dim
from controller.rules.game import checked_options
from controller.rules.views import show
from controller.tabletop.staging import View

LETTERS = {
    **{colour: name[0] for name, colour in layout.COLOURS.items()},
    **{dim(colour, 0.15): "-" for colour in layout.COLOURS.values()},
    palette.WATER: "~",
    palette.SHARK: "S",
    palette.BLOOD: "B",
    DARK: " ",
}
PALE = {name: dim(colour, 0.25) for name, colour in layout.COLOURS.items()}


def sea(lamp: Callable[[str], Colour]) -> str:
    """The Depth Board, a line of text for each lane."""
    return "\n".join(
        "".join(LETTERS[lamp(f"depth:{lane}:{position}")] for position in range(31))
        for lane in range(4)
    )


def tiles(lamp: Callable[[str], Colour]) -> str:
    """The tile grid: a letter where a tile is lit."""
    letters = {**LETTERS, DARK: ".", WHITE: "*"}
    return " ".join(
        "".join(letters[lamp(f"tile:{row},{column}")] for column in range(5))
        for row in range(5)
    )


def a_position(
    line: str,
    limbs: Mapping[str, int] | None = None,
    chosen: Mapping[str, int] | None = None,
    *,
    seats: int = 4,
    **options: Any,
) -> Position:
    """A position with these robots in the line, front first."""
    start: Position = GAME.start(seats, checked_options(GAME, seats, options), None)
    names = tuple(line.split())
    robots = tuple(
        robot._replace(
            limbs=(limbs or {}).get(robot.name, robot.limbs),
            out=robot.name not in names,
        )
        for robot in start.robots
    )
    return start._replace(
        line=names,
        robots=robots,
        fallen=tuple(robot.name for robot in robots if robot.out),
        choices=tuple((chosen or {}).get(robot.name, 0) for robot in robots),
        phase="choose",
        round=2,
    )


def view(position: Position) -> View:
    variant = position.variant
    options = {"longer": variant.longer, "memory": variant.memory}
    return {**show(GAME, position, "table", ()), "options": options}


def picture(position: Position) -> Lamps:
    return scene.picture(view(position))


# The line


def test_a_longer_game_loses_half_a_lane_at_a_time_the_outer_half_first() -> None:
    limbs = {"blue": 7, "green": 5, "yellow": 2, "purple": 1}
    line = "red blue green yellow purple orange"
    lamps = picture(a_position(line, limbs, seats=6, longer=True))
    assert sea(lamps.__getitem__) == (
        "~rr~~bb~~gg~~yy~~p ~~oo~~~SS~~~\n"
        "~rr~~bb~~gg~~  ~~  ~~oo~~SSSS~~\n"
        "~rr~~bb~~g ~~  ~~  ~~oo~~SSSS~~\n"
        "~rr~~b ~~  ~~  ~~  ~~oo~~~SS~~~"
    )


# The seats


def seat_lamps(lamps: Lamps) -> list[Colour | None]:
    return [lamps.get(f"seat:{seat}") for seat in range(6)]


@pytest.mark.parametrize("line", ["red blue green yellow", "yellow green blue red"])
def test_a_seat_with_two_robots_shows_the_one_that_is_asked_for_next(line: str) -> None:
    def seats(**chosen: int) -> list[Colour | None]:
        return seat_lamps(picture(a_position(line, chosen=chosen, seats=2)))[:2]

    red, blue, green = (layout.COLOURS[name] for name in ("red", "blue", "green"))
    assert seats() == [red, green]
    assert seats(red=1) == [blue, green]
    # A seat's page may choose in any order.
    assert seats(blue=1) == [red, green]
    (dimmed, _) = seats(red=1, blue=1)
    assert dimmed in (PALE["red"], PALE["blue"])


# A round's end

EVENTS: list[dict[str, Any]] = [
    {
        "type": "swim",
        "robot": "red",
        "card": 1,
        "line": ["red", "blue", "green", "yellow"],
    },
    {
        "type": "swim",
        "robot": "yellow",
        "card": 4,
        "line": ["yellow", "red", "blue", "green"],
    },
    {
        "type": "bite",
        "seat": 2,
        "robot": "green",
        "limbs": 3,
        "line": ["green", "yellow", "red", "blue"],
    },
]


def lane(keyframe: Keyframe, number: int) -> str:
    return sea(keyframe.lamps.__getitem__).splitlines()[number]


def test_the_one_shark_bites_and_the_limb_is_gone() -> None:
    before = view(a_position("blue red green yellow"))
    keyframes = scene.effect(before, EVENTS)[2:]
    assert [lane(keyframe, 3) for keyframe in keyframes] == [
        "~yy~~rr~~bb~~gg~BB~~~~~~~~~~~~~",
        "~yy~~rr~~bb~~  ~BB~~~~~~~~~~~~~",
        "~yy~~rr~~bb~~gg~BB~~~~~~~~~~~~~",
        "~yy~~rr~~bb~~  ~BB~~~~~~~~~~~~~",
        "~  ~~yy~~rr~~bb~~~SS~~~~~~~~~~~",
    ]
    assert {lane(keyframe, 1) for keyframe in keyframes[:4]} == {
        "~yy~~rr~~bb~~ggBBBB~~~~~~~~~~~~"
    }
    assert {tiles(keyframe.lamps.__getitem__) for keyframe in keyframes} == {
        "..... ..... ..... ..... ....."
    }
