"""GET BIT! in light: the line, the limbs, the shark, the seats, a round's end.

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


def test_robots_swim_in_their_line_each_limb_a_lane_and_the_shark_behind() -> None:
    lamps = picture(a_position("red blue green yellow"))
    assert sea(lamps.__getitem__) == (
        "~rr~~bb~~gg~~yy~~~SS~~~~~~~~~~~\n"
        "~rr~~bb~~gg~~yy~~SSSS~~~~~~~~~~\n"
        "~rr~~bb~~gg~~yy~~SSSS~~~~~~~~~~\n"
        "~rr~~bb~~gg~~yy~~~SS~~~~~~~~~~~"
    )


def test_a_lost_limb_is_a_dark_lane() -> None:
    limbs = {"blue": 3, "green": 2, "yellow": 1}
    lamps = picture(a_position("yellow red green blue", limbs))
    assert sea(lamps.__getitem__) == (
        "~yy~~rr~~gg~~bb~~~SS~~~~~~~~~~~\n"
        "~  ~~rr~~gg~~bb~~SSSS~~~~~~~~~~\n"
        "~  ~~rr~~  ~~bb~~SSSS~~~~~~~~~~\n"
        "~  ~~rr~~  ~~  ~~~SS~~~~~~~~~~~"
    )


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


def test_a_seat_is_bright_while_its_card_is_missing_and_dim_when_it_is_in() -> None:
    position = a_position("yellow red green blue", chosen={"blue": 2, "yellow": 5})
    assert seat_lamps(picture(position)) == [
        layout.COLOURS["red"],
        PALE["blue"],
        layout.COLOURS["green"],
        PALE["yellow"],
        None,
        None,
    ]


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


def test_at_the_end_only_the_winner_is_bright_and_only_its_robot_swims() -> None:
    position = a_position("green red", {"blue": 0, "yellow": 0})
    lamps = picture(position._replace(phase="over"))
    assert seat_lamps(lamps)[:4] == [
        PALE["red"],
        None,
        layout.COLOURS["green"],
        None,
    ]
    assert sea(lamps.__getitem__).splitlines()[1] == "~gg~~SSSS~~~~~~~~~~~~~~~~~~~~~~"


# A round's end

A_ROUND: list[dict[str, Any]] = [
    {"type": "choose", "seat": 3, "robot": "yellow", "card": 4},
    {"type": "reveal", "cards": {"red": 1, "blue": 3, "green": 3, "yellow": 4}},
    {"type": "stay", "card": 3, "robots": ["blue", "green"]},
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
    {"type": "pick-up", "seat": 2, "robot": "green", "cards": [3]},
    {"type": "round", "round": 3},
]


def lane(keyframe: Keyframe, number: int) -> str:
    return sea(keyframe.lamps.__getitem__).splitlines()[number]


def an_effect(*types: str) -> tuple[Keyframe, ...]:
    before = view(a_position("blue red green yellow"))
    return scene.effect(before, [e for e in A_ROUND if e["type"] in types])


def test_the_one_shark_bites_and_the_limb_is_gone() -> None:
    keyframes = an_effect("swim", "bite")[2:]
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
