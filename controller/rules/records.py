"""Reads actions from JSON, exactly as `written` writes them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from controller.basics.sentence import Sentence, say, with_values
from controller.rules.game import AnyGame, Refusal
from controller.rules.written import brief as brief
from controller.rules.written import keys
from controller.rules.written import to_json as to_json
from controller.rules.written import type_name as type_name

_NONE = type(None)
_KINDS = {int: "a number", str: "a text", _NONE: "null"}


@cache
def field_types(record: Any) -> dict[str, tuple[type, ...]]:
    hints = get_type_hints(record)
    return {
        there: tuple(get_args(hints[here])) or (hints[here],)
        for here, there, _ in keys(record)
    }


def from_json(game: AnyGame, data: dict[str, Any]) -> NamedTuple | Refusal:
    """The action of this game that is written so, legal or not.

    It is written in one way only: true, "3" and 3.0 are not 3, no key may be missing
    or added, except `p`, the probability in a list of outcomes.
    """
    actions: tuple[Any, ...] = game.actions
    classes = {type_name(cls): cls for cls in actions}
    cls = classes.get(data["type"]) if isinstance(data["type"], str) else None
    if cls is None:
        values = {"said": brief(data["type"]), "known": tuple(classes)}
        return Refusal(game.choice_rule, Sentence("action.unknown", values))
    said = {key: value for key, value in data.items() if key not in ("type", "p")}
    wrong = _misfit(cls, said)
    if wrong:
        return Refusal(game.choice_rule, with_values(wrong, action=data["type"]))
    fields = {h: said[t] for h, t, _ in keys(cls) if t in said}
    action: NamedTuple = cls(**fields)
    return action


def _misfit(cls: Any, said: dict[str, Any]) -> Sentence | None:
    types = field_types(cls)
    needed = {there for _, there, optional in keys(cls) if not optional}
    if missing := sorted(needed - said.keys()):
        return say("action.lacks", field=missing[0])
    if unknown := sorted(said.keys() - types.keys()):
        return say("action.adds", said=brief(unknown[0]), known=tuple(types))
    for key, value in said.items():
        kinds = [kind for kind in types[key] if kind is not _NONE or key in needed]
        if type(value) not in kinds:
            wanted = " or ".join(_KINDS[kind] for kind in kinds)
            return say("action.wrong", field=key, wanted=wanted, said=brief(value))
    return None
