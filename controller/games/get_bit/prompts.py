"""GET BIT!: the current decision and the line, as keys of `words/`."""

from controller.basics.sentence import Says, say
from controller.games.get_bit.pieces import Position, Robot
from controller.tabletop.staging import Decision, View
from controller.tabletop.staging import decision as in_words


def decision(position: Position) -> Decision:
    """GB-20: a seat with two robots chooses two cards, one after the other."""
    missing = [
        robot
        for robot, card in zip(position.robots, position.choices, strict=True)
        if not card and not robot.out
    ]
    seats = dict.fromkeys(robot.seat for robot in missing)
    pairs = [both for seat in seats if len(both := _of(missing, seat)) > 1]
    if not pairs:
        return in_words("choose", is_held=True)
    order = tuple(say("before", first=one, then=other) for one, other in pairs)
    return in_words("choose-twice", is_held=True, order=order)


def standing(view: View) -> tuple[Says, ...]:
    state, is_longer = view["state"], view["options"]["longer"]
    key = "standing.robot-longer" if is_longer else "standing.robot"
    robots = tuple(
        say(key, robot=name, limbs=state["robots"][name]["limbs"])
        for name in state["line"]
    )
    return (say("standing.line", robots=robots),) if robots else ()


def _of(robots: list[Robot], seat: int) -> list[str]:
    return [robot.name for robot in robots if robot.seat == seat]
