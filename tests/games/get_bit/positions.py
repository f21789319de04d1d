"""GET BIT! set up in a line or two, for tests."""

from itertools import chain
from typing import Any

from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import INDEX, Choose, LineUp, Position, Robot
from controller.rules.game import Event, checked_options
from tests.games.playing import Playing

PLAYING: Playing[Position] = Playing(GAME)
act, ended = PLAYING.act, PLAYING.ended
refused, why = PLAYING.refused, PLAYING.why


def robots_of(seats: int) -> int:
    return {2: 4, 3: 6}.get(seats, seats)


def lined_up(line: str = "", *, seats: int = 4, **options: Any) -> Position:
    """The first round, the robots in this order from the front, or in seat order."""
    position = GAME.start(seats, checked_options(GAME, seats, options), None)
    names = line.split() or [robot.name for robot in position.robots]
    for name in names:
        position = act(position, LineUp(name))
    assert position.phase == "choose", "the line is not complete"
    return position


def in_round(number: int, line: str = "", **setup: Any) -> Position:
    """As lined_up, but later; nobody has lost a limb or played a card."""
    return lined_up(line, **setup)._replace(round=number)


def with_robot(position: Position, name: str, **changes: Any) -> Position:
    """A robot changed; a new hand leaves the other cards on its table."""
    index = INDEX[name]
    robots = list(position.robots)
    robot = robots[index]._replace(**changes)
    if "hand" in changes and "table" not in changes:
        cards = range(1, len(robots) + 2)
        robot = robot._replace(table=tuple(c for c in cards if c not in robot.hand))
    robots[index] = robot
    return position._replace(robots=tuple(robots))


def without(position: Position, *names: str) -> Position:
    """These robots are out, in this order."""
    for name in names:
        position = with_robot(position, name, limbs=0, out=True)
        line = tuple(other for other in position.line if other != name)
        position = position._replace(line=line, fallen=(*position.fallen, name))
    return position


def robot(position: Position, name: str) -> Robot:
    return position.robots[INDEX[name]]


def choose(position: Position, name: str, card: int) -> Choose:
    return Choose(robot(position, name).seat, name, card)


def play(position: Position, **cards: int) -> tuple[Position, tuple[Event, ...]]:
    """A card for each robot named, and the events of the last one."""
    actions = [choose(position, name, card) for name, card in cards.items()]
    position = act(position, *actions[:-1])
    refusal = GAME.refuse(position, actions[-1])
    assert refusal is None, f"{actions[-1]}: {refusal}"
    return GAME.apply(position, actions[-1])


def play_rounds(position: Position, *rounds: str) -> Position:
    """Rounds as "4 1 4 5": a card for each living robot in the order of colours."""
    for numbers in rounds:
        living = [robot.name for robot in position.robots if not robot.out]
        cards = dict(zip(living, map(int, numbers.split()), strict=True))
        position = play(position, **cards)[0]
    return position


def hands(position: Position) -> dict[str, str]:
    """Of each robot hand and table, as "123|45"."""
    return {
        r.name: "".join(map(str, chain(r.hand, "|", r.table))) for r in position.robots
    }
