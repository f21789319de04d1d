"""HOLD YOUR BREATH!: the table of its steps, and of the kinds of action."""

from collections.abc import Iterator
from itertools import product
from operator import attrgetter
from typing import Any

from controller.games.hold_your_breath import choices, refusals
from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    CARDS,
    ICONS,
    USES,
    Action,
    Done,
    Drop,
    End,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.games.hold_your_breath.ranking import end_rule
from controller.rules.deals import SEAT, Draw, First
from controller.rules.game import Refusal
from controller.rules.kinds import Field, Kind, one_of
from controller.rules.steps import Step, Steps, by_chance

# As what, for which effect, on which seat, and at which place of a front row.
_Use = tuple[str, str | None, int | None, int | None]


def _played(position: Position) -> list[tuple[Any, ...]]:
    """A card with all that depends on it: what it is for, then what it is not for."""
    # Those of the seat that plays first: it is asked about them.
    cards = dict.fromkeys((*position.hands[position.active or 0], *CARDS))
    uses = {use: list(_uses(position, use)) for use in USES["dolphin"]}
    found = [
        (card, *said) for card in cards for use in USES[card] for said in uses[use]
    ]
    for card, use in product(cards, (*AMOUNTS, *ICONS, "shark")):
        if use not in USES[card]:
            found += [(card, *said) for said in uses[use][:1]]
    return [*found, ("coin", "draw", None, None, None)]


def _uses(position: Position, use: str) -> Iterator[_Use]:
    """As it is said, and as somebody might say it."""
    targets = range(position.variant.seats + 1)
    places = range(-1, 1 + max(map(len, position.fronts)))
    if use in AMOUNTS or use == "draw":
        yield use, None, None, None
        yield use, None, 1, None
    elif use == "calm":
        for front, target in product(places[1:], (None, *targets)):
            yield use, None, target, front
    elif use == "kraken":
        yield use, "discard", None, None
        yield use, "nap", None, None
        for target, front in product(targets, places):
            yield use, "shark", target, front
    else:
        for target in (*targets, None):
            yield use, None, target, None


CARD = one_of("card", CARDS, "coin").by("HYB-02")
PLAYED = Field("card", _played, is_joint=True)
KINDS: dict[type[Any], Kind] = {
    First: Kind(
        (SEAT._replace(strays=(4,), rule="HYB-04"),),
        refusals.first,
        refusals.first_found,
    ),
    Draw: Kind(
        (SEAT, CARD), refusals.draw, Refusal("HYB-40", "nobody draws now: {waits}")
    ),
    Play: Kind((SEAT, PLAYED), refusals.play),
    Drop: Kind(
        (SEAT, CARD),
        refusals.held,
        Refusal("HYB-34", "nobody has to discard a card now: {waits}"),
    ),
    Snatch: Kind((SEAT, CARD), refusals.held, refusals.no_snatch),
    Done: Kind((SEAT,), refusals.done),
    SelfPanic: Kind(
        (SEAT, CARD),
        refusals.self_panic,
        Refusal("HYB-11", "seat {seat} does not have to lay down a Panic: {waits}"),
    ),
    Toss: Kind((SEAT, CARD), refusals.held),
    End: Kind((SEAT,)),
}

_TABLE: dict[str, Step] = {
    "first": by_chance(
        First, choices.firsts, "the seat that starts has not been found yet"
    ),
    "deal": by_chance(
        Draw,
        choices.deals,
        "{asked:seat} is drawing a card",
        choices.victim,
        seat_rule="HYB-44",
    ),
    "draw": by_chance(
        Draw,
        choices.draws,
        "{asked:seat} is drawing a card",
        choices.active,
        seat_rule="HYB-40",
    ),
    "snatch": by_chance(
        Snatch,
        choices.snatches,
        "{asked:seat} is losing a card",
        choices.victim,
        seat_rule="HYBD-05",
    ),
    "play": Step(
        (Play, Done),
        choices.turns,
        "{asked:seat} is still playing cards",
        choices.active,
        "HYB-39",
        words="cards are thrown away, and the turn ended, only after done",
    ),
    "drop": Step(
        (Drop,),
        choices.drops,
        "{asked:seat} has to choose the card it discards",
        choices.victim,
        seat_rule="HYB-31",
    ),
    "panic": Step(
        (SelfPanic,),
        choices.panics,
        "{asked:seat} has to lay down a card as its Panic",
        choices.active,
        "HYB-19",
        "HYB-11",
    ),
    "toss": Step(
        (Toss, End),
        choices.tosses,
        "{asked:seat} is done with playing; it can only discard",
        choices.active,
        "HYB-19",
    ),
}
_TABLE["refill"] = _TABLE["draw"]

STEPS: Steps[Position, Action] = Steps(
    attrgetter("step"), _TABLE, KINDS, choice_rule="HYB-61", end_rule=end_rule
)
