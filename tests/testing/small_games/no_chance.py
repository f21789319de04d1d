"""Secrets without chance: both hide a hand; the second one wants the same."""

from operator import attrgetter
from typing import NamedTuple

from controller.basics.record import record
from controller.basics.sentence import verbatim
from controller.rules.codec import to_json
from controller.rules.deals import SEAT, Over, by_score, over, put
from controller.rules.game import Event, Game, Options, Refusal, Result, State, Viewer
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import Step, Steps
from controller.rules.views import sees

NOTHING = 0


@record
class Hide(NamedTuple):
    seat: int
    hand: int


class Position(NamedTuple):
    seats: int
    hidden: tuple[int, ...]
    step: str = "hide"


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, (NOTHING,) * seats)


def hides(position: Position) -> tuple[Hide, ...]:
    waited = [seat for seat, hand in enumerate(position.hidden) if not hand]
    return tuple(Hide(seat, hand) for seat in waited for hand in (1, 2))


def why_not(position: Position, action: Hide) -> Refusal | None:
    if position.hidden[action.seat]:
        return Refusal("NC-01", verbatim("You have hidden a hand already."))
    return None


def apply(position: Position, action: Hide) -> tuple[Position, tuple[Event, ...]]:
    hidden = put(position.hidden, action.seat, action.hand)
    if NOTHING in hidden:
        return Position(position.seats, hidden), ()
    after = Position(position.seats, hidden, "over")
    return after, (over(result(after)),)


def result(position: Position) -> Result | None:
    if position.step != "over":
        return None
    same = len(set(position.hidden)) == 1
    return by_score((int(not same), int(same)), verbatim("Both hands are shown."))


def state(position: Position, viewer: Viewer) -> State:
    is_over = position.step == "over"
    hands = enumerate(position.hidden)
    return {
        "done": [bool(hand) for hand in position.hidden],
        "hands": [h if sees(viewer, s, over=is_over) else None for s, h in hands],
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    told = to_json(event)
    if isinstance(event, Hide) and not sees(
        viewer, event.seat, over=position.step == "over"
    ):
        told["hand"] = None
    return told


SECRETS = {Hide: ("hand",)}


def lookalikes(position: Position, viewer: Viewer) -> list[Position]:
    """Yield lookalikes; `testing.py` imports this for the suite."""
    return [
        position._replace(hidden=put(position.hidden, seat, 3 - hand))
        for seat, hand in enumerate(position.hidden)
        if hand and viewer not in (seat, None) and position.step != "over"
    ]


GAME: Game[Position, Hide] = Game(
    name="no-chance",
    title="NO CHANCE",
    seats=(2, 2),
    steps=Steps(
        attrgetter("step"),
        {"hide": Step((Hide,), hides, verbatim("Everybody hides a hand."))},
        {Hide: Kind((SEAT, one_of("hand", (1, 2))), why_not)},
        choice_rule="NC-01",
        end_rule=lambda _position: "NC-02",
    ),
    start=start,
    apply=apply,
    result=result,
    state=state,
    event_view=event_view,
    reveals=frozenset({Over}),
)
