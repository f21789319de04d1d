"""The steps of a game in which seats take turns, with one decision a turn."""

from collections.abc import Callable
from operator import attrgetter
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
    chance: tuple[type[Any], Callable[[Any], tuple[Outcome[Any], ...]]] | None = None,
    chance_fields: tuple[Field, ...] = (),
) -> Steps[Any, Any]:
    """Return steps in which seats take turns; `position.active` is whose turn it is.

    `chance` is a kind of action and its outcomes: it decides where there are any.
    """

    def at(position: Any) -> str:
        if is_over(position):
            return "over"
        return "chance" if chance and chance[1](position) else "turn"

    turn = Step((action,), choices, waits, attrgetter("active"))
    kind_of_turn = Kind((SEAT, *fields))
    if why_not:
        kind_of_turn = kind_of_turn._replace(why_not=why_not)
    kinds = {action: kind_of_turn}
    steps = {"turn": turn}
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
