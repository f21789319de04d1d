"""Messages from pages: JSON objects, checked, with a sentence about any fault."""

import json
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args, get_origin

from controller.basics.errors import BadRequest
from controller.basics.sentence import Sentence
from controller.rules.codec import brief

LONGEST_ID = 40
Data: TypeAlias = dict[str, Any]
# Handles a message of a visit; returns the answer.
Handler: TypeAlias = Callable[[Any, Data], str | None]


class InvalidMessage(BadRequest):
    """A message that is not valid; nothing has changed."""


def parsed(message: str | bytes) -> Data:
    if isinstance(message, bytes):
        raise InvalidMessage("a message is text, and these are bytes")
    try:
        data = json.loads(message)
    except (ValueError, RecursionError) as error:
        raise InvalidMessage(f"the message is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InvalidMessage(f"a message is a JSON object, not {brief(data)}")
    return data


def request_id(data: Data) -> str:
    """Return the id that a page has given its request; "" for none."""
    given = data.get("id", "")
    if not isinstance(given, str) or len(given) > LONGEST_ID or not given.isprintable():
        raise InvalidMessage(f"id must be a short text, not {brief(given)}")
    return given


_CALLED = {str: "a text", bool: "true or false", int: "a number", float: "a number"}


def check(data: Data, record: Mapping[str, Any]) -> None:
    """Raise InvalidMessage if a field of its record is missing or wrong."""
    for field, kind in record.items():
        name = field.removesuffix("?")
        value = data.get(name)
        if (name in data or name == field) and not fits(value, kind):
            raise InvalidMessage(f"{name} must be {_called(kind)}, not {brief(value)}")


def fits(value: Any, kind: Any) -> bool:
    """Return whether this JSON value is of this type."""
    args = get_args(kind)
    match get_origin(kind):
        case origin if origin is Mapping:
            return isinstance(value, dict) and all(
                fits(each, args[1]) for each in value.values()
            )
        case origin if origin is Sequence:
            return isinstance(value, list) and all(
                fits(each, args[0]) for each in value
            )
    if isinstance(kind, range | tuple):
        return type(value) is type(kind[0]) and value in kind
    if isinstance(kind, UnionType):
        return any(fits(value, each) for each in args)
    written = {float: (float, int), Sentence: (list,)}.get(kind, (kind,))
    return kind is Any or type(value) in written


def _called(kind: Any) -> str:
    args, origin = get_args(kind), get_origin(kind)
    if isinstance(kind, tuple):
        return f"one of {', '.join(filter(None, kind))}"
    if isinstance(kind, range):
        return f"a number from {kind[0]} to {kind[-1]}"
    if isinstance(kind, UnionType):
        return " or ".join(dict.fromkeys(map(_called, args)))
    if origin is Sequence:
        return "a list"
    return "null" if kind is NoneType else _CALLED.get(kind, "an object")
