"""Damages inputs: each change turns a valid input into an invalid one."""

import json
from random import Random
from typing import Any

from tests.fuzz.boards import changed

__all__ = ["any_value", "changed", "changed_value", "dumped"]

# Stands for a list in a list in a list, which nothing of ours could write.
_DEEP = "a deep nest"

# Values that programs rarely expect.
_LEAVES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 1.5, -0.0, 1e308, 5e-324, float("nan"),
    float("inf"), 2**31, 2**63, -(2**63), 10**30, 10**12, 0.1,
    "", " ", "0", "1", "red", "table", "\0", "\ud800", "\n", "ü", "x" * 3000,
    _DEEP, "../../x", "/", ".", "%s", "__class__", "1e9",
    "0x10", [], {}, [[]], [None], {"": 0},
)  # fmt: skip


def any_value(random: Random) -> Any:
    return random.choice(_LEAVES)


def dumped(value: Any) -> str:
    nest = "[" * 5000 + "]" * 5000
    return json.dumps(value).replace(json.dumps(_DEEP), nest)


def changed_value(value: Any, random: Random) -> Any:
    """Return the value with something replaced, removed or added, at any depth."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        return _changed_dict(value, random)
    if isinstance(value, list) and value and random.random() < 0.9:
        return _changed_list(value, random)
    return _changed_leaf(value, random)


def _changed_dict(value: dict[str, Any], random: Random) -> dict[str, Any]:
    key = random.choice(sorted(value))
    match random.randrange(8):
        case 0:
            return {k: v for k, v in value.items() if k != key}
        case 1:
            other = random.choice(("", "type", "seat", key.upper(), "x" * 300))
            return {**value, other: any_value(random)}
    return {**value, key: changed_value(value[key], random)}


def _changed_list(value: list[Any], random: Random) -> list[Any]:
    at = random.randrange(len(value))
    match random.randrange(8):
        case 0:
            return [*value[:at], *value[at + 1 :]]
        case 1:
            return [*value[:at], value[at], *value[at:]]
        case 2:
            return [*value[:at], any_value(random), *value[at:]]
        case 3:
            other = random.randrange(len(value))
            value = list(value)
            value[at], value[other] = value[other], value[at]
            return value
    return [*value[:at], changed_value(value[at], random), *value[at + 1 :]]


def _changed_leaf(value: Any, random: Random) -> Any:
    match value:
        case bool():
            return random.choice((not value, any_value(random)))
        case int():
            near = value + random.choice((-1, 1, 10, -value, 10**6, 10**15))
            return random.choice((near, near, -value, any_value(random)))
        case str() if value and random.random() < 0.6:
            return _changed_text(value, random)
    return any_value(random)


def _changed_text(value: str, random: Random) -> str:
    at = random.randrange(len(value))
    match random.randrange(4):
        case 0:
            return value[:at]
        case 1:
            return value[:at] + value[at + 1 :]
        case 2:
            return value[:at] + value[at:] * 2
    return value[:at] + random.choice("0aZ- _\0ü\n\ud800\"{[=#'") + value[at + 1 :]
