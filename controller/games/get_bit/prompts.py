"""GET BIT!: what is asked of people, in words."""

from controller.games.get_bit.pieces import ROBOTS, Position, Robot
from controller.games.get_bit.rules import robots_in
from controller.stage.decisions import Decision

ABOUT = (
    "Robots flee from a shark: play the card that nobody else plays, and stay ahead."
)
CHOOSE = Decision(
    "choose a card",
    "Hold your seat, press next as often as the card's number says, then ok.",
    "Tap a card, then Play.",
    is_held=True,
)
CHOOSE_TWICE = "choose a card for each of your robots"
IN_ORDER = (
    "Hold your seat, press next as often as the card's number says, then ok; "
    "once for each robot, {order}."
)


def decision(position: Position) -> Decision:
    """GB-20: with two robots a seat has two cards to choose, one after the other."""
    missing = [
        robot
        for robot, card in zip(position.robots, position.choices, strict=True)
        if not card and not robot.out
    ]
    pairs = [both for seat in _seats(missing) if len(both := _of(missing, seat)) > 1]
    if not pairs:
        return CHOOSE
    order = ", ".join(" before ".join(robot.name for robot in both) for both in pairs)
    return CHOOSE._replace(what=CHOOSE_TWICE, table=IN_ORDER.format(order=order))


def seat_names(seats: int) -> tuple[str, ...]:
    """By the colours of their robots."""
    robots = robots_in(seats)
    each = robots // seats
    return tuple(
        " & ".join(name.capitalize() for name in ROBOTS[first : first + each])
        for first in range(0, robots, each)
    )


def _seats(robots: list[Robot]) -> list[int]:
    return list(dict.fromkeys(robot.seat for robot in robots))


def _of(robots: list[Robot], seat: int) -> list[Robot]:
    return [robot for robot in robots if robot.seat == seat]
