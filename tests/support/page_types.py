"""The types of `controller/web/protocol/messages.py` for the pages' scripts.

`python -m tests.support.page_types` writes them.
"""

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from controller.basics.sentence import Sentence
from controller.web.protocol import messages
from controller.web.server.page import STATIC

FILE = STATIC / "shared/protocol.d.ts"
HEAD = """\
/* Every message between pages and table, made from protocol/messages.py. */

import type { Says } from "./types.js";
"""
TAIL = """
export type Answer = { [Type in keyof FromTable]: { id?: string; type: Type } & FromTable[Type] }[keyof FromTable];
export type Request = { [Type in keyof ToTable]: { type: Type } & ToTable[Type] }[keyof ToTable];
"""  # noqa: E501, one line as Prettier has it
WIDTH = 120
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean"}


def written() -> str:
    from_table = _interface("FromTable", messages.FROM_TABLE)
    return f"{HEAD}\n{from_table}\n{_interface('ToTable', messages.TO_TABLE)}{TAIL}"


def _interface(name: str, records: Mapping[str, messages.Record]) -> str:
    rows = (_row(message, record) for message, record in records.items())
    return f"export interface {name} {{\n{''.join(rows)}}}\n"


def _row(message: str, record: messages.Record) -> str:
    fields = [f"{field}: {_type(kind)}" for field, kind in record.items()]
    row = (
        f"  {message}: {{ {'; '.join(fields)} }};\n"
        if fields
        else f"  {message}: {{}};\n"
    )
    if len(row) <= WIDTH + 1:
        return row
    inner = "".join(f"    {field};\n" for field in fields)
    return f"  {message}: {{\n{inner}  }};\n"


def _type(kind: Any) -> str:
    args = get_args(kind)
    if isinstance(kind, tuple):
        return " | ".join(f'"{text}"' for text in kind)
    if isinstance(kind, range):
        return "number"
    if isinstance(kind, UnionType):
        is_said = Sentence in args
        rest = [each for each in args if not (is_said and each in (str, Sentence))]
        return " | ".join(["Says"] * is_said + [*dict.fromkeys(map(_type, rest))])
    if get_origin(kind) is Mapping:
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    if get_origin(kind) is Sequence:
        inner = _type(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    return "null" if kind is NoneType else _PLAIN.get(kind, "unknown")


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
