"""HOLD YOUR BREATH!: the tables of its steps and kinds of action."""

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
from controller.games.hold_your_breath.turns import end_rule
from controller.rules.deals import SEAT, Draw, First
from controller.rules.game import Refusal
from controller.rules.kinds import Field, Kind, one_of
from controller.rules.steps import Step, Steps, by_chance

# The use, and for it the effect, the target seat and the place in a front row.
_Use = tuple[str, str | None, int | None, int | None]


def _played(position: Position) -> list[tuple[Any, ...]]:
    """List each card's possible uses, then impossible ones that a seat may try."""
    # The active seat's cards come first, because questions are about them.
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
    """Return the uses of a card, and those that a seat might wrongly try."""
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
    Draw: Kind((SEAT, CARD), refusals.draw, Refusal("HYB-40", "refused.nobody-draws")),
    Play: Kind((SEAT, PLAYED), refusals.play),
    Drop: Kind(
        (SEAT, CARD),
        refusals.held,
        Refusal("HYB-34", "refused.nobody-drops"),
    ),
    Snatch: Kind((SEAT, CARD), refusals.held, refusals.no_snatch),
    Done: Kind((SEAT,), refusals.done),
    SelfPanic: Kind(
        (SEAT, CARD),
        refusals.self_panic,
        Refusal("HYB-11", "refused.no-self-panic"),
    ),
    Toss: Kind((SEAT, CARD), refusals.held),
    End: Kind((SEAT,)),
}

_TABLE: dict[str, Step] = {
    "first": by_chance(First, choices.firsts, "waits.first"),
    "deal": by_chance(
        Draw,
        choices.deals,
        "waits.draw",
        choices.victim,
        seat_rule="HYB-44",
    ),
    "draw": by_chance(
        Draw,
        choices.draws,
        "waits.draw",
        choices.active,
        seat_rule="HYB-40",
    ),
    "snatch": by_chance(
        Snatch,
        choices.snatches,
        "waits.snatch",
        choices.victim,
        seat_rule="HYBD-05",
    ),
    "play": Step(
        (Play, Done),
        choices.turns,
        "waits.play",
        choices.active,
        "HYB-39",
        words="refused.not-done",
    ),
    "drop": Step(
        (Drop,),
        choices.drops,
        "waits.drop",
        choices.victim,
        seat_rule="HYB-31",
    ),
    "panic": Step(
        (SelfPanic,),
        choices.panics,
        "waits.panic",
        choices.active,
        "HYB-19",
        "HYB-11",
    ),
    "toss": Step(
        (Toss, End),
        choices.tosses,
        "waits.toss",
        choices.active,
        "HYB-19",
    ),
}
_TABLE["refill"] = _TABLE["draw"]

STEPS: Steps[Position, Action] = Steps(
    attrgetter("step"), _TABLE, KINDS, choice_rule="HYB-61", end_rule=end_rule
)
