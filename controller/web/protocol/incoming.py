"""Messages from pages: JSON objects, checked with a sentence about what is wrong."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from controller.basics.errors import BadRequest
from controller.rules.codec import brief

LONGEST_ID = 40
Data: TypeAlias = dict[str, Any]
# Handles a message, given its connection and visit; returns the answer.
Handler: TypeAlias = Callable[[Any, Any, Data], str | None]


class Misunderstood(BadRequest):
    """A message that is not valid; nothing has changed."""


def parsed(message: str | bytes) -> Data:
    if isinstance(message, bytes):
        raise Misunderstood("a message is text, and these are bytes")
    try:
        data = json.loads(message)
    except (ValueError, RecursionError) as error:
        raise Misunderstood(f"the message is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise Misunderstood(f"a message is a JSON object, not {brief(data)}")
    return data


def request_id(data: Data) -> str:
    """Return the name that a page has given its request; "" for none."""
    given = data.get("id", "")
    if not isinstance(given, str) or len(given) > LONGEST_ID or not given.isprintable():
        raise Misunderstood(f"id must be a short text, not {brief(given)}")
    return given


def text(data: Data, key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise Misunderstood(f"{key} must be a text, not {brief(value)}")
    return value


def flag(data: Data, key: str) -> bool:
    value = data.get(key)
    if not isinstance(value, bool):
        raise Misunderstood(f"{key} must be true or false, not {brief(value)}")
    return value
