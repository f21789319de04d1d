"""GET BIT!: invariants for the contract suite."""

from collections.abc import Iterator, Sequence
from typing import Any

from controller.games.get_bit.layout import COLOURS
from controller.games.get_bit.pieces import Choose, Position, Robot
from controller.light.colour import DARK
from controller.light.legend import Lamp, Legend, shades
from controller.light.palette import SHARK, WATER
from controller.rules.deals import put
from controller.rules.game import State, Viewer

SECRETS = {Choose: ("card",)}
IN_HANDS = "four-seats-refresh-at-1"


def longest(seats: int, options: dict[str, Any]) -> int:
    """Return the longest game in actions: every robot is bitten whenever possible."""
    robots = {2: 4, 3: 6}.get(seats, seats)
    limbs = 8 if options.get("longer") else 4
    bites = robots * (limbs - 1) + (1 if seats < 4 else robots - 2)
    return robots + robots * (1 + bites)


def broken(position: Position) -> Iterator[str]:
    variant, number, line, robots, choices, fallen, phase = position
    full = tuple(range(1, len(robots) + 2))
    living = {robot.name for robot in robots if not robot.out}
    for robot, card in zip(robots, choices, strict=True):
        yield from _broken_robot(robot, card, full)
    if sorted(set(line)) != sorted(line):
        yield f"a robot is in the line twice: {line}"
    if phase != "line-up" and set(line) != living:
        yield f"the line {line} is not made of the living {living}"
    if {robot.name for robot in robots if robot.out} != set(fallen):
        yield f"{fallen} have fallen, but others are out"
    whole = (8 if variant.longer else 4) * len(robots)
    lost = whole - sum(robot.limbs for robot in robots)
    due = number - 1 if phase == "over" else max(0, number - 2)
    if lost != due:
        yield f"{lost} limbs are lost in round {number}, not {due}"
    ended = len(line) == 2 if variant.seats > 3 else bool(fallen)
    if phase != "line-up" and ended != (phase == "over"):
        yield f"phase {phase} with {line} in the line and {fallen} out"


def _broken_robot(robot: Robot, card: int, full: tuple[int, ...]) -> Iterator[str]:
    if tuple(sorted(robot.hand + robot.table)) != full:
        yield f"{robot.name} has not one of each card: {robot.hand}, {robot.table}"
    if robot.hand != tuple(sorted(robot.hand)):
        yield f"the hand of {robot.name} is not sorted: {robot.hand}"
    if card and card not in robot.hand:
        yield f"{robot.name} has chosen {card}, which is not in its hand"
    if robot.out != (robot.limbs == 0):
        yield f"{robot.name} has {robot.limbs} limbs, and out is {robot.out}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Change another seat's chosen card and, in a memory game, its played cards."""
    for index, robot in enumerate(position.robots):
        if robot.out or viewer in (None, robot.seat) or position.phase != "choose":
            continue
        card = position.choices[index]
        if card:
            other = robot.hand[robot.hand.index(card) - 1]
            yield position._replace(choices=put(position.choices, index, other))
        if position.variant.memory and robot.table:
            yield _mirrored(position, index)


def _mirrored(position: Position, index: int) -> Position:
    """Swap each of a robot's cards for its opposite: 1 and 7, 2 and 6, and so on."""
    robot, card = position.robots[index], position.choices[index]
    total = len(position.robots) + 2
    mirrored = robot._replace(
        hand=tuple(sorted(total - c for c in robot.hand)),
        table=tuple(total - c for c in robot.table),
    )
    return position._replace(
        robots=put(position.robots, index, mirrored),
        choices=put(position.choices, index, total - card if card else 0),
    )


def said(shown: Sequence[Sequence[State]], position: Position) -> list[State]:
    """Fill in each chosen card from the next reveal, or else from the position."""
    names = [robot.name for robot in position.robots]
    cards = dict(zip(names, position.choices, strict=True))
    told = []
    for action, *events in reversed(shown):
        for event in events:
            if event["type"] == "reveal":
                cards = event["cards"]
        if action.get("card", "") is None:
            action = {**action, "card": cards[action["robot"]]}
        told.append(action)
    return told[::-1]


_ROBOTS = {name: (colour,) for name, colour in COLOURS.items()}
LEGEND: Legend = (
    Lamp(
        "the Depth Board",
        "depth:.*",
        {
            **_ROBOTS,
            "the shark": (SHARK,),
            "water or a lost limb": (WATER, DARK),
        },
    ),
    Lamp(
        "the tiles",
        "tile:.*",
        {"nothing": (DARK,)},
        "while cards are revealed, the number of lamps is the card, and the robots' "
        "cards come in the order of the box",
    ),
    Lamp(
        "the seats",
        "(seat:.)",
        {name: shades(colour, 0.25) for name, colour in COLOURS.items()},
        "everyone knows their seat; its colour and winks name the robot",
    ),
)
