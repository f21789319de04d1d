"""Chance and secrets without a card: a die under each cup; bid more, or call it."""

from operator import attrgetter
from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.codec import to_json
from controller.rules.deals import SEAT, Over, by_score, next_seat, over, put
from controller.rules.game import (
    Event,
    Game,
    Options,
    Outcome,
    Refusal,
    Result,
    State,
    Viewer,
)
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import Step, Steps, by_chance
from controller.rules.views import sees

PIPS = range(1, 7)


@record
class Cup(NamedTuple):
    """What chance puts under the cup of this seat."""

    seat: int
    pips: int


@record
class Bid(NamedTuple):
    """A seat's bid: all pips add up to at least this; 0 calls the last bid."""

    seat: int
    pips: int


class Position(NamedTuple):
    seats: int
    active: int
    step: str
    dice: tuple[int, ...]
    bid: int
    loser: int = -1


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, "cup", (0,) * seats, 0)


def _next_cup(position: Position) -> int:
    return position.dice.index(0)


def cups(position: Position) -> tuple[Outcome[Cup], ...]:
    return tuple(Outcome(Cup(_next_cup(position), pips), 1) for pips in PIPS)


def bids(position: Position) -> tuple[Bid, ...]:
    higher = range(position.bid + 1, 6 * position.seats + 1)
    call = (Bid(position.active, 0),) if position.bid else ()
    return (*call, *(Bid(position.active, pips) for pips in higher))


def why_not(position: Position, action: Bid) -> Refusal | None:
    if not action.pips and position.bid:
        return None
    if not position.bid < action.pips <= 6 * position.seats:
        return Refusal("NK-01", verbatim("Bid more than the last one did."))
    return None


def no_cup(position: Position, action: Cup) -> Refusal | None:
    if action.pips in PIPS and position.dice[action.seat] == 0:
        return None
    return Refusal("NK-01", verbatim("There is no such die under a cup."))


def apply(position: Position, action: Cup | Bid) -> tuple[Position, tuple[Event, ...]]:
    if isinstance(action, Cup):
        dice = put(position.dice, action.seat, action.pips)
        return position._replace(dice=dice, step="cup" if 0 in dice else "bid"), ()
    if action.pips:
        seat = next_seat(action.seat, position.seats)
        return position._replace(active=seat, bid=action.pips), ()
    last = (action.seat - 1) % position.seats
    loser = last if sum(position.dice) < position.bid else action.seat
    after = position._replace(step="over", loser=loser)
    return after, (over(result(after)),)


def result(position: Position) -> Result | None:
    if position.step != "over":
        return None
    scores = [int(seat != position.loser) for seat in range(position.seats)]
    return by_score(scores, verbatim("The bid was called."))


def state(position: Position, viewer: Viewer) -> State:
    is_over = position.step == "over"
    dice = enumerate(position.dice)
    return {
        "active": position.active,
        "bid": position.bid,
        "dice": [pips if sees(viewer, s, over=is_over) else None for s, pips in dice],
        "loser": position.loser,
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    told = to_json(event)
    if isinstance(event, Cup) and not sees(
        viewer, event.seat, over=position.step == "over"
    ):
        told["pips"] = None
    return told


SECRETS = {Cup: ("pips",)}


def lookalikes(position: Position, viewer: Viewer) -> list[Position]:
    return [
        position._replace(dice=put(position.dice, seat, pips % 6 + 1))
        for seat, pips in enumerate(position.dice)
        if pips and viewer not in (seat, None) and position.step != "over"
    ]


GAME: Game[Position, Cup | Bid] = Game(
    name="no-cards",
    title="NO CARDS",
    seats=(2, 3),
    steps=Steps(
        attrgetter("step"),
        {
            "cup": by_chance(Cup, cups, verbatim("The dice are rolled."), _next_cup),
            "bid": Step(
                (Bid,), bids, verbatim("Another player bids now."), attrgetter("active")
            ),
        },
        {
            Cup: Kind((SEAT, one_of("pips", PIPS)), no_cup),
            Bid: Kind((SEAT, one_of("pips", range(20))), why_not),
        },
        choice_rule="NK-01",
        end_rule=lambda _position: "NK-02",
    ),
    start=start,
    apply=apply,
    result=result,
    state=state,
    event_view=event_view,
    reveals=frozenset({Over}),
)
