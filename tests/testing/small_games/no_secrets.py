"""Dice and daring, all of it open: roll as often as you dare; a one loses the turn."""

from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.deals import by_score, next_seat, over, put
from controller.rules.game import Event, Game, Options, Outcome, Result
from controller.rules.kinds import one_of
from controller.rules.turns import in_turn

KERNEL = 1
GOAL, TURNS = 15, 60


@record
class Go(NamedTuple):
    """A seat's choice: 1 to roll, 0 to stop and keep."""

    seat: int
    on: int


@record
class Rolled(NamedTuple):
    pips: int


class Position(NamedTuple):
    seats: int
    active: int
    rolling: bool
    pot: int
    turns: int
    points: tuple[int, ...]


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, False, 0, 0, (0,) * seats)


def rolls(position: Position) -> tuple[Outcome[Rolled], ...]:
    if not position.rolling:
        return ()
    return tuple(Outcome(Rolled(pips), 1) for pips in range(1, 7))


def goes(position: Position) -> tuple[Go, ...]:
    return Go(position.active, 0), Go(position.active, 1)


def apply(
    position: Position, action: Go | Rolled
) -> tuple[Position, tuple[Event, ...]]:
    if isinstance(action, Rolled) and action.pips > 1:
        return position._replace(rolling=False, pot=position.pot + action.pips), ()
    if isinstance(action, Go) and action.on:
        return position._replace(rolling=True), ()
    won = position.pot if isinstance(action, Go) else 0
    seat = position.active
    after = position._replace(
        active=next_seat(seat, position.seats),
        rolling=False,
        pot=0,
        turns=position.turns + 1,
        points=put(position.points, seat, position.points[seat] + won),
    )
    return after, (over(result(after)),) if is_over(after) else ()


def is_over(position: Position) -> bool:
    return max(position.points) >= GOAL or position.turns == TURNS


def result(position: Position) -> Result | None:
    if not is_over(position):
        return None
    return by_score(position.points, verbatim("Somebody has enough."))


GAME: Game[Position, Go | Rolled] = Game(
    name="no-secrets",
    title="NO SECRETS",
    seats=(2, 3),
    steps=in_turn(
        Go,
        goes,
        one_of("way", (0, 1)),
        rule="NS-01",
        end_rule="NS-02",
        is_over=is_over,
        chance=(Rolled, rolls),
        chance_fields=(one_of("pips", range(1, 7)),),
    ),
    start=start,
    apply=apply,
    result=result,
)
