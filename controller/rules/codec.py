"""Actions, events and positions as JSON, and actions from JSON.

An action or event is an object with a `type` and its fields: `LineUp(robot="red")` is
`{"type": "line-up", "robot": "red"}`. A field named after a Python keyword ends in an
underscore here (`as_`) but not in JSON (`as`). A field with the default None is omitted
while it is None.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints

from controller.basics.sentence import Sentence, say, with_values
from controller.rules.kinds import Refusal

_NONE = type(None)
_KINDS = {int: "a number", str: "a text", _NONE: "null"}


class GameActions(Protocol):
    """The part of a game needed to read its actions."""

    @property
    def actions(self) -> tuple[Any, ...]: ...

    @property
    def choice_rule(self) -> str: ...


@cache
def type_name(record: Any) -> str:
    """Return the `type` that names records of this class in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", record.__name__).lower()


@cache
def keys(record: Any) -> tuple[tuple[str, str, bool], ...]:
    """Return each field's name here, its name in JSON, and whether None is omitted."""
    defaults = record._field_defaults
    return tuple(
        (name, name.rstrip("_"), name in defaults and defaults[name] is None)
        for name in record._fields
    )


def to_json(record: NamedTuple) -> dict[str, Any]:
    """Return an action or event as JSON: its `type`, and its fields."""
    cls = type(record)
    data: dict[str, Any] = {"type": type_name(cls)}
    for here, there, optional in keys(cls):
        value = getattr(record, here)
        if value is not None or not optional:
            data[there] = value
    return data


def open_state(position: Any) -> dict[str, Any]:
    """Return a position in which nothing is hidden, field by field."""
    return {
        name.rstrip("_"): _open(value) for name, value in position._asdict().items()
    }


def _open(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return open_state(value)
    if isinstance(value, tuple | list):
        return [_open(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _open(item) for key, item in value.items()}
    return value


def brief(value: Any) -> str:
    """Return an outside value as JSON, shortened for a message."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


@cache
def field_types(record: Any) -> dict[str, tuple[type, ...]]:
    hints = get_type_hints(record)
    return {
        there: tuple(get_args(hints[here])) or (hints[here],)
        for here, there, _ in keys(record)
    }


def from_json(game: GameActions, data: dict[str, Any]) -> NamedTuple | Refusal:
    """Return the action that this JSON describes, legal or not.

    Only one spelling is accepted: true, "3" and 3.0 are not 3, and no key may be
    missing or added, except `p`, the probability in a list of outcomes.
    """
    classes = {type_name(cls): cls for cls in game.actions}
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
