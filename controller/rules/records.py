"""How actions and events are written: a JSON object with a `type` and the fields.

`LineUp(robot="red")` is `{"type": "line-up", "robot": "red"}`. A field named after a
Python keyword ends in an underscore here (`as_`) and not there (`as`). A field with
the default None is left out while it is None.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from controller.rules.game import AnyGame, Refusal

_NONE = type(None)
_KINDS = {int: "a number", str: "a text", _NONE: "null"}


@cache
def type_name(record: Any) -> str:
    """The `type` by which records of this class are known."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", record.__name__).lower()


@cache
def _keys(record: Any) -> tuple[tuple[str, str, bool], ...]:
    """Of each field: its name here, its name there, whether None is left out."""
    defaults = record._field_defaults
    return tuple(
        (name, name.rstrip("_"), name in defaults and defaults[name] is None)
        for name in record._fields
    )


@cache
def _types(record: Any) -> dict[str, tuple[type, ...]]:
    hints = get_type_hints(record)
    return {
        there: tuple(get_args(hints[here])) or (hints[here],)
        for here, there, _ in _keys(record)
    }


def to_json(record: NamedTuple) -> dict[str, Any]:
    cls = type(record)
    data: dict[str, Any] = {"type": type_name(cls)}
    for here, there, optional in _keys(cls):
        value = getattr(record, here)
        if value is not None or not optional:
            data[there] = value
    return data


def from_json(game: AnyGame, data: dict[str, Any]) -> NamedTuple | Refusal:
    """The action of this game that is written so, legal or not.

    It is written in one way only: true, "3" and 3.0 are not 3, no key may be missing
    or added, except `p`, the probability in a list of outcomes.
    """
    actions: tuple[Any, ...] = game.actions
    classes = {type_name(cls): cls for cls in actions}
    cls = classes.get(data["type"]) if isinstance(data["type"], str) else None
    if cls is None:
        known = " and ".join(classes)
        unknown = brief(data["type"])
        return Refusal(
            game.choice_rule,
            f"there is no action {unknown} in {game.title}; it knows {known}",
        )
    said = {key: value for key, value in data.items() if key not in ("type", "p")}
    wrong = _misfit(cls, said)
    if wrong:
        return Refusal(game.choice_rule, f"{data['type']}: {wrong}")
    fields = {h: said[t] for h, t, _ in _keys(cls) if t in said}
    action: NamedTuple = cls(**fields)
    return action


def _misfit(cls: Any, said: dict[str, Any]) -> str | None:
    types = _types(cls)
    needed = {there for _, there, optional in _keys(cls) if not optional}
    if missing := sorted(needed - said.keys()):
        return f"{missing[0]} is missing"
    if unknown := sorted(said.keys() - types.keys()):
        return f"there is no {brief(unknown[0])}; it has {', '.join(types)}"
    for key, value in said.items():
        kinds = [kind for kind in types[key] if kind is not _NONE or key in needed]
        if type(value) not in kinds:
            wanted = " or ".join(_KINDS[kind] for kind in kinds)
            return f"{key} must be {wanted}, not {brief(value)}"
    return None


def brief(value: Any) -> str:
    """A value from outside as JSON, short enough for a message."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
