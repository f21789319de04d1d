"""A NEW GAME: everybody chooses a number in secret; the highest unique one scores.

In a round, all seats choose at once. The last choice reveals all. The first seat to
reach the goal wins.

The rulings (NG-..) are in `rulings.md` beside this file, the sentences in `words/`.
"""

from operator import attrgetter
from typing import NamedTuple

from controller.games.api import (
    SEAT,
    Event,
    Game,
    Kind,
    Options,
    Refusal,
    Result,
    Script,
    Staging,
    State,
    Step,
    Steps,
    Viewer,
    by_score,
    counted,
    one_of,
    over,
    put,
    record,
    sees,
    to_json,
)

NUMBERS = (1, 2, 3, 4, 5)
GOAL = 12
ROUNDS = 30


@record
class Choose(NamedTuple):
    """A seat's secret number."""

    seat: int
    number: int


@record
class Reveal(NamedTuple):
    """All numbers, by seat, and the seat that scores; None if every number is tied."""

    numbers: tuple[int, ...]
    scorer: int | None


class Position(NamedTuple):
    seats: int
    round: int
    chosen: tuple[int, ...]  # by seat; 0: nothing yet
    points: tuple[int, ...]
    step: str = "choose"


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 1, (0,) * seats, (0,) * seats)


def choices(position: Position) -> tuple[Choose, ...]:
    waited = [seat for seat, number in enumerate(position.chosen) if not number]
    return tuple(Choose(seat, number) for seat in waited for number in NUMBERS)


def why_not(position: Position, action: Choose) -> Refusal | None:
    if position.chosen[action.seat]:
        return Refusal("NG-02", "refused.chosen")
    return None


def apply(position: Position, action: Choose) -> tuple[Position, tuple[Event, ...]]:
    chosen = put(position.chosen, action.seat, action.number)
    if 0 in chosen:
        return position._replace(chosen=chosen), ()
    scorer = _scorer(chosen)
    points = position.points
    if scorer is not None:
        points = put(points, scorer, points[scorer] + chosen[scorer])
    is_over = max(points) >= GOAL or position.round == ROUNDS  # NG-04
    after = Position(
        position.seats,
        position.round + 1,
        chosen if is_over else (0,) * position.seats,
        points,
        "over" if is_over else "choose",
    )
    told = Reveal(chosen, scorer)
    return after, (told, over(result(after))) if is_over else (told,)


def _scorer(chosen: tuple[int, ...]) -> int | None:
    """NG-03: return the seat with the highest number that nobody else has."""
    alone = [number for number in chosen if chosen.count(number) == 1]
    return chosen.index(max(alone)) if alone else None


def result(position: Position) -> Result | None:
    if position.step != "over":
        return None
    return by_score(position.points, "ending.goal")


def state(position: Position, viewer: Viewer) -> State:
    is_over = position.step == "over"
    return {
        "round": position.round,
        "points": list(position.points),
        "chosen": [bool(number) for number in position.chosen],
        "numbers": [
            number if sees(viewer, seat, over=is_over) else None
            for seat, number in enumerate(position.chosen)
        ],
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    told = to_json(event)
    is_over = position.step == "over"
    if isinstance(event, Choose) and not sees(viewer, event.seat, over=is_over):
        told["number"] = None
    return told


def script(_position: Position, action: Choose) -> Script | None:
    return counted(action.seat, action.number)


GAME: Game[Position, Choose] = Game(
    name="a-new-game",
    title="A NEW GAME",
    seats=(2, 4),
    steps=Steps(
        attrgetter("step"),
        {"choose": Step((Choose,), choices, "waits.choose")},
        {Choose: Kind((SEAT, one_of("number", NUMBERS).by("NG-01")), why_not)},
        choice_rule="NG-01",
        end_rule=lambda _position: "NG-04",
    ),
    start=start,
    apply=apply,
    result=result,
    state=state,
    event_view=event_view,
    reveals=frozenset({Reveal}),
)

STAGING = Staging(
    script=script,
)
