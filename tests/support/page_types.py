"""The types of `controller/web/protocol/messages.py` for the pages' scripts.

`python -m tests.support.page_types` writes them.
"""

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from controller.basics.sentence import Says
from controller.web.protocol import messages
from controller.web.server.page import STATIC

FILE = STATIC / "shared/protocol.d.ts"
HEAD = """\
/* Every message between pages and table, made from protocol/messages.py. */

import type { Says } from "./types.js";
"""
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean"}


def records(union: Any) -> tuple[Any, ...]:
    """Return the records of `messages.Answer` or `messages.Request`."""
    return get_args(union)


def fields(record: Any) -> dict[str, Any]:
    return get_type_hints(record, include_extras=False)


def names(record: Any) -> tuple[str, ...]:
    """Return the types of messages that this record is for."""
    return get_args(fields(record)["type"])


def written() -> str:
    parts = [HEAD]
    for name, union, is_named in (
        ("Answer", messages.Answer, False),
        ("Request", messages.Request, True),
    ):
        parts += [_interface(record, is_named) for record in records(union)]
        listed = "".join(f"\n  | {record.__name__}" for record in records(union))
        parts.append(f"export type {name} ={listed};\n")
    return "\n".join(parts)


def _interface(record: Any, is_named: bool) -> str:
    rows = [f"  id{'' if is_named else '?'}: string;"]
    for field, kind in fields(record).items():
        mark = "" if field in record.__required_keys__ else "?"
        rows.append(f"  {field}{mark}: {_type(kind)};")
    body = "\n".join(rows)
    return f"export interface {record.__name__} {{\n{body}\n}}\n"


def _type(kind: Any) -> str:
    args = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return " | ".join(f'"{arg}"' for arg in args)
        case origin if origin is NotRequired:
            return _type(args[0])
        case origin if origin in (Union, UnionType):
            is_said = {*get_args(Says)} <= {*args}
            rest = [a for a in args if not (is_said and a in get_args(Says))]
            said = ["Says"] if is_said else []
            return " | ".join([*said, *dict.fromkeys(map(_type, rest))])
        case origin if origin is Mapping:
            return f"Record<{_type(args[0])}, {_type(args[1])}>"
        case origin if origin is Sequence:
            inner = _type(args[0])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind is NoneType:
        return "null"
    return _PLAIN.get(kind, "unknown")


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
