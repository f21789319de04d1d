"""How actions, events and positions are written as JSON.

An action or event is an object with a `type` and the fields: `LineUp(robot="red")` is
`{"type": "line-up", "robot": "red"}`. A field named after a Python keyword ends in an
underscore here (`as_`) and not there (`as`). A field with the default None is left out
while it is None.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple


@cache
def type_name(record: Any) -> str:
    """The `type` by which records of this class are known."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", record.__name__).lower()


@cache
def keys(record: Any) -> tuple[tuple[str, str, bool], ...]:
    """Of each field: its name here, its name there, whether None is left out."""
    defaults = record._field_defaults
    return tuple(
        (name, name.rstrip("_"), name in defaults and defaults[name] is None)
        for name in record._fields
    )


def to_json(record: NamedTuple) -> dict[str, Any]:
    cls = type(record)
    data: dict[str, Any] = {"type": type_name(cls)}
    for here, there, optional in keys(cls):
        value = getattr(record, here)
        if value is not None or not optional:
            data[there] = value
    return data


def open_state(position: Any) -> dict[str, Any]:
    """A position in which nothing is hidden, field by field."""
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
    """A value from outside as JSON, short enough for a message."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
