"""The steps of a game in which seats take turns, with one decision a turn.

A turn may be one of several kinds of action.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from controller.basics.sentence import Says
from controller.rules.deals import SEAT
from controller.rules.kinds import Field, Kind, Refusal
from controller.rules.steps import Outcome, Step, Steps

_TURN = "rules.another-turn"
_CHANCE = "rules.chance-first"


def in_turn(
    action: type[Any],
    choices: Callable[[Any], tuple[Any, ...]],
    *fields: Field,
    rule: str,
    end_rule: str,
    is_over: Callable[[Any], bool],
    why_not: Callable[[Any, Any], Refusal | None] | None = None,
    waits: Says = _TURN,
    or_else: Mapping[type[Any], tuple[Field, ...]] = MappingProxyType({}),
    chance: tuple[type[Any], Callable[[Any], tuple[Outcome[Any], ...]]] | None = None,
    chance_fields: tuple[Field, ...] = (),
) -> Steps[Any, Any]:
    """Return steps in which seats take turns; `position.active` is whose turn it is.

    `or_else` are other kinds of action that a turn may be, with their fields, and
    `choices` lists them all. What is neither listed nor refused by `why_not` is refused
    by `rule`. `chance` is a kind of action and its outcomes: it decides where there are
    any.
    """

    def at(position: Any) -> str:
        if is_over(position):
            return "over"
        return "chance" if chance and chance[1](position) else "turn"

    def refusal(position: Any, said: Any) -> Refusal | None:
        against = why_not(position, said) if why_not else None
        is_listed = against or said in choices(position)
        return against if is_listed else Refusal(rule, "rules.not-among-choices")

    of_each = {action: fields, **or_else}
    kinds = {kind: Kind((SEAT, *own), refusal) for kind, own in of_each.items()}
    steps = {"turn": Step(tuple(kinds), choices, waits, attrgetter("active"))}
    if chance:
        kind, outcomes = chance
        steps["chance"] = Step((kind,), outcomes, _CHANCE, is_chance=True)
        kinds[kind] = Kind(
            chance_fields, _impossible(outcomes, rule), Refusal(rule, waits)
        )
    return Steps(at, steps, kinds, choice_rule=rule, end_rule=lambda _end: end_rule)


def _impossible(
    outcomes: Callable[[Any], tuple[Outcome[Any], ...]], rule: str
) -> Callable[[Any, Any], Refusal | None]:
    def why_not(position: Any, action: Any) -> Refusal | None:
        possible = any(outcome.action == action for outcome in outcomes(position))
        return None if possible else Refusal(rule, "rules.cannot-come-up")

    return why_not
