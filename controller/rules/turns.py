"""The steps of a game in which seats take turns, with one decision per turn.

A turn may be one of several kinds of action.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeAlias

from controller.basics.sentence import Says
from controller.rules.deals import SEAT
from controller.rules.kinds import NOT_AMONG_CHOICES, Field, Kind, Refusal
from controller.rules.steps import Outcome, Step, Steps, by_chance

# The outcomes of a kind of chance, then the action's fields.
Chance: TypeAlias = tuple[Callable[[Any], tuple[Outcome[Any], ...]], *tuple[Field, ...]]

_TURN = "rules.another-turn"
_CHANCE = "rules.chance-first"


def in_turn(
    action: type[Any],
    choices: Callable[[Any], tuple[Any, ...]],
    *fields: Field,
    rule: str,
    end_rule: str,
    is_over: Callable[[Any], bool] | None = None,
    why_not: Callable[[Any, Any], Refusal | None] | None = None,
    waits: Says = _TURN,
    or_else: Mapping[type[Any], tuple[Field, ...]] = MappingProxyType({}),
    chance: Mapping[type[Any], Chance] = MappingProxyType({}),
) -> Steps[Any, Any]:
    """Return steps in which seats take turns; `position.active` is whose turn it is.

    `or_else` has other kinds of action for a turn, with their fields, and `choices`
    lists all legal actions. `rule` refuses everything that is neither listed nor
    refused by `why_not`. `chance` has kinds of action, each with its outcomes and then
    its fields: the first one with any outcomes decides. Without `is_over`, the game is
    over when there is nothing to choose.
    """
    drawn = {kind.__name__: (kind, *given) for kind, given in chance.items()}

    def at(position: Any) -> str:
        if is_over and is_over(position):
            return "over"
        for name, (_, outcomes, *_) in drawn.items():
            if outcomes(position):
                return name
        return "turn" if is_over or choices(position) else "over"

    def refusal(position: Any, said: Any) -> Refusal | None:
        against = why_not(position, said) if why_not else None
        is_listed = against or said in choices(position)
        return against if is_listed else Refusal(rule, NOT_AMONG_CHOICES)

    of_each: dict[type[Any], tuple[Field, ...]] = {action: fields, **or_else}
    kinds = {kind: Kind((SEAT, *own), refusal) for kind, own in of_each.items()}
    steps = {"turn": Step(tuple(kinds), choices, waits, attrgetter("active"))}
    for name, (kind, outcomes, *own) in drawn.items():
        steps[name] = by_chance(kind, outcomes, _CHANCE)
        kinds[kind] = Kind(tuple(own), not_now=Refusal(rule, ""))
    return Steps(at, steps, kinds, choice_rule=rule, end_rule=lambda _end: end_rule)
