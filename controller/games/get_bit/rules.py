"""GET BIT!: everyone picks a card in secret, the untied swim, the last one is bitten.

In a round, each living robot gets one card from its own hand (`Choose`, all seats at
once). The last card reveals all. The untied robots swim to the front, from the lowest
card to the highest. From the second round on, the robot at the back is bitten: it loses
a limb, swims to the front and gets its cards back, or is out.

The rulings (GB-..) are in `rulings.md` beside this file.
"""

from functools import cache
from operator import attrgetter

from controller.basics.sentence import Sentence, say
from controller.games.get_bit.pieces import (
    INDEX,
    ROBOTS,
    Action,
    Bite,
    Choose,
    Eaten,
    LineUp,
    Out,
    PickUp,
    Position,
    Reveal,
    Robot,
    Round,
    Stay,
    Swim,
    Variant,
)
from controller.rules.deals import SEAT, over, put, without
from controller.rules.game import Event, Options, Outcome, Refusal, Result, Teams
from controller.rules.kinds import Field, Kind
from controller.rules.steps import Step, Steps, by_chance


def start(seats: int, options: Options, _house: None = None) -> Position:
    robots = robots_in(seats)
    cards = tuple(range(1, robots + 2))  # GB-01, GB-02, GB-03
    each = robots // seats  # GB-20: two robots, two hands
    limbs = 8 if options["longer"] else 4  # GB-27
    return Position(
        Variant(seats, options["longer"], options["memory"], options["refresh_at"]),
        1,
        (),
        tuple(
            Robot(name, index // each, limbs, cards, (), False)
            for index, name in enumerate(ROBOTS[:robots])
        ),
        (0,) * robots,
        (),
        "line-up",
    )


def robots_in(seats: int) -> int:
    return {2: 4, 3: 6}.get(seats, seats)


def teams(seats: int) -> Teams:
    """GB-32: map each seat to its robots, in their order in the box."""
    each = robots_in(seats) // seats
    return tuple(ROBOTS[seat * each : seat * each + each] for seat in range(seats))


def line_ups(position: Position) -> tuple[Outcome[Action], ...]:
    """GB-04: the starting line is random."""
    placed = position.line
    return tuple(
        Outcome(LineUp(robot.name), 1)
        for robot in position.robots
        if robot.name not in placed
    )


@cache
def _choices(seat: int, robot: str, hand: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(Choose(seat, robot, card) for card in hand)


def choices(position: Position) -> tuple[Action, ...]:
    """GB-05: list every card of every robot without a choice."""
    actions: tuple[Action, ...] = ()
    chosen = position.choices
    for index, robot in enumerate(position.robots):
        if not chosen[index] and not robot.out:
            actions += _choices(robot.seat, robot.name, robot.hand)
    return actions


def _why_not_line_up(position: Position, action: LineUp) -> Refusal | None:
    if action.robot in position.line:
        return Refusal("GB-04", say("refused.in-line", robot=action.robot))
    return None


def _why_not_choose(position: Position, action: Choose) -> Refusal | None:
    seat, name, card = action
    robot = position.robots[INDEX[name]]
    if robot.seat != seat:
        rule = "GB-20" if position.variant.seats < 4 else "GB-05"
        return Refusal(rule, say("refused.not-own", robot=name))
    if robot.out:
        return Refusal("GB-14", say("refused.out", robot=name))
    if position.choices[INDEX[name]]:
        return Refusal("GB-05", say("refused.has-card", robot=name))
    if card in robot.hand:
        return None
    if card in robot.table:
        return Refusal("GB-31", say("refused.on-table", robot=name, card=card))
    rule = {2: "GB-02", 3: "GB-03"}.get(position.variant.seats, "GB-01")
    last = len(position.robots) + 1
    return Refusal(rule, say("refused.no-card", card=card, last=last))


def apply(position: Position, action: Action) -> tuple[Position, tuple[Event, ...]]:
    if isinstance(action, LineUp):
        return _line_up(position, action.robot), ()
    variant, number, line, robots, choices, fallen, phase = position
    index = INDEX[action.robot]
    choices = put(choices, index, action.card)
    # A robot that is out stays at 0.
    if choices.count(0) == len(fallen):
        return _play_round(position, choices)
    return Position(variant, number, line, robots, choices, fallen, phase), ()


def _line_up(position: Position, robot: str) -> Position:
    line = (*position.line, robot)
    complete = len(line) == len(position.robots)
    return position._replace(line=line, phase="choose" if complete else "line-up")


def _play_round(
    position: Position, choices: tuple[int, ...]
) -> tuple[Position, tuple[Event, ...]]:
    """Reveal the cards, move the robots, bite the last one, and pick up."""
    variant, number, line, robots, _, fallen, _ = position
    cards = {
        robot.name: card for robot, card in zip(robots, choices, strict=True) if card
    }
    events: list[Event] = [Reveal(cards)]
    line = _move(line, cards, events)
    laid = [
        _lay_down(robot, card) if card else robot
        for robot, card in zip(robots, choices, strict=True)
    ]
    if number > 1:  # GB-09: no bite and no pick-up in the first round
        line, fallen = _bite(laid, line, fallen, events)
        if _is_end(variant, line, fallen):
            return _finish(position, line, laid, fallen, events)
        _pick_up(laid, variant.refresh_at, events)
    events.append(Round(number + 1))
    none = (0,) * len(laid)
    following = Position(variant, number + 1, line, tuple(laid), none, fallen, "choose")
    return following, tuple(events)


def _move(
    line: tuple[str, ...], cards: dict[str, int], events: list[Event]
) -> tuple[str, ...]:
    """GB-06, GB-07, GB-08: the untied go to the very front, the lowest card first."""
    names: dict[int, str] = {}
    tied: dict[int, tuple[str, ...]] = {}
    for name, card in cards.items():
        if card in names:
            tied[card] = (*tied.get(card, (names[card],)), name)
        names[card] = name
    for card, robots in tied.items():
        events.append(Stay(card, robots))
    order = list(line)
    for card in sorted(names):
        if card not in tied:
            name = names[card]
            order.remove(name)
            order.insert(0, name)
            events.append(Swim(name, card, tuple(order)))
    return tuple(order)


def _lay_down(robot: Robot, card: int) -> Robot:
    name, seat, limbs, hand, table, out = robot
    return Robot(name, seat, limbs, without(hand, card), (*table, card), out)


def _bite(
    robots: list[Robot],
    line: tuple[str, ...],
    fallen: tuple[str, ...],
    events: list[Event],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """GB-13, GB-14, GB-16: the last robot loses a limb and its place in line."""
    name, rest = line[-1], line[:-1]
    index = INDEX[name]
    _, seat, limbs, hand, table, _ = robots[index]
    limbs -= 1
    if limbs == 0:
        robots[index] = Robot(name, seat, 0, hand, table, True)
        events += [Bite(seat, name, 0, rest), Out(seat, name)]
        return rest, (*fallen, name)
    line = (name, *rest)
    events.append(Bite(seat, name, limbs, line))
    robots[index] = _take_up(Robot(name, seat, limbs, hand, table, False), events)
    return line, fallen


def _take_up(robot: Robot, events: list[Event]) -> Robot:
    """GB-12: the robot gets all its cards back, including this round's."""
    name, seat, limbs, hand, table, out = robot
    events.append(PickUp(seat, name, tuple(sorted(table))))
    return Robot(name, seat, limbs, tuple(sorted(hand + table)), (), out)


def _pick_up(robots: list[Robot], refresh_at: int, events: list[Event]) -> None:
    """GB-10, GB-11, GB-20: each robot picks up its own cards; this is not optional."""
    for index, robot in enumerate(robots):
        if len(robot.hand) <= refresh_at and not robot.out:
            robots[index] = _take_up(robot, events)


def _is_end(variant: Variant, line: tuple[str, ...], fallen: tuple[str, ...]) -> bool:
    """GB-17 for one robot per seat, GB-22 to GB-24 for two."""
    return len(line) == 2 if variant.seats > 3 else bool(fallen)


def _finish(
    position: Position,
    line: tuple[str, ...],
    robots: list[Robot],
    fallen: tuple[str, ...],
    events: list[Event],
) -> tuple[Position, tuple[Event, ...]]:
    none = (0,) * len(robots)
    end = Position(
        position.variant, position.round, line, tuple(robots), none, fallen, "over"
    )
    if position.variant.seats > 3:
        events.append(Eaten(robots[INDEX[line[1]]].seat, line[1]))
    events.append(over(result(end)))
    return end, tuple(events)


def result(position: Position) -> Result | None:
    if position.phase != "over":
        return None
    ranks = [0] * position.variant.seats
    for rank, seat in enumerate(_placing(position), start=1):
        ranks[seat] = rank
    return Result((ranks.index(1),), tuple(ranks), _reason(position))


def _placing(position: Position) -> list[int]:
    """Return the seats, best first (GB-22, GB-23, GB-28)."""
    owner = {robot.name: robot.seat for robot in position.robots}
    if position.variant.seats > 3:
        return [owner[name] for name in (*position.line, *reversed(position.fallen))]
    loser = owner[position.fallen[0]]
    seats = [owner[name] for name in position.line if owner[name] != loser]
    return [*dict.fromkeys(seats), loser]


def _reason(position: Position) -> Sentence:
    if position.variant.seats > 3:
        front, back = position.line
        return say("ending.last-two", front=front, back=back)
    lost = position.fallen[0]
    owner = {robot.name: robot.seat for robot in position.robots}
    if position.variant.seats == 2:
        return say("ending.lost-robot", robot=lost, seat=owner[lost])
    front = next(name for name in position.line if owner[name] != owner[lost])
    key = "ending.lost-robot-of-three"
    return say(key, robot=lost, seat=owner[lost], front=front)


def _end_rule(position: Position) -> str:
    return {2: "GB-22", 3: "GB-23"}.get(position.variant.seats, "GB-17")


ROBOT = Field("robot", lambda position: ROBOTS[: len(position.robots)], ROBOTS)
CARD = Field("card", lambda position: range(len(position.robots) + 3))
STEPS: Steps[Position, Action] = Steps(
    attrgetter("phase"),
    {
        "line-up": by_chance(LineUp, line_ups, "waits.line-up"),
        "choose": Step((Choose,), choices, "waits.choose"),
    },
    {
        LineUp: Kind(
            (ROBOT.by("GB-04"),),
            _why_not_line_up,
            Refusal("GB-04", "refused.lined-up"),
        ),
        Choose: Kind(
            (SEAT, ROBOT.by("GB-05"), CARD),
            _why_not_choose,
            Refusal("GB-04", "refused.not-lined-up"),
        ),
    },
    choice_rule="GB-05",
    end_rule=_end_rule,
)
