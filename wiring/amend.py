"""Sets values in a board map and leaves the rest of it unchanged.

`amend` writes all changes or none, and only a valid board map. It keeps the old file
as `.bak`.
"""

import json
import os
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from controller.basics.errors import UndertowError
from controller.basics.files import beside, regular, sync, write_new
from controller.basics.locate import Where, find_line
from wiring.boardmap import BoardMapError, load

if TYPE_CHECKING:
    from tomlkit.items import Item

Value: TypeAlias = bool | int | float | str | Sequence[int]
Changes: TypeAlias = Mapping[Where, Value]


class CannotAmend(UndertowError):
    """A refused change; the file is unchanged, and `edit_hints` tells what to edit."""

    def __init__(self, words: str, edit_hints: Sequence[str] = ()) -> None:
        super().__init__(words)
        self.edit_hints = tuple(edit_hints)


def amend(path: Path, changes: Changes, *, keep: bool = True) -> Path:
    """Write the changes and return the path of the backup; raises CannotAmend.

    Without `keep`, an existing backup stays, from before a series of changes.
    """
    # Keep a link and change its target.
    path = path.resolve()
    try:
        old = regular(path).read_bytes()
        text = old.decode()
        hints = edit_hints(text, changes)
    except (OSError, ValueError) as error:
        words = f"{path}: the board map cannot be read ({error}); check its path"
        raise CannotAmend(words) from error
    try:
        new = amended(text, changes)
        if not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK):
            raise CannotAmend("it is read-only")
        return _replace(path, old if keep else None, new.encode())
    except UndertowError as error:
        words = f"{path}: not changed: {error}"
        raise CannotAmend(words, hints) from error
    except OSError as error:
        words = f"{path}: not changed: {error.strerror}"
        raise CannotAmend(words, hints) from error


def amended(text: str, changes: Changes) -> str:
    """Return the text with these values; raise CannotAmend if a section is missing."""
    # Import this late, because it loads slowly and is rarely needed.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    newline = "\r\n" if "\r\n" in text else "\n"
    wanted = tomllib.loads(text)
    try:
        document = tomlkit.parse(text)
        for where, value in changes.items():
            key, item = str(where[-1]), tomlkit.value(_toml(value, newline))
            table = _table(document, where)
            if key in table:
                table[key] = item
            else:
                _add(table, key, item, newline)
                document = tomlkit.parse(tomlkit.dumps(document))
            _table(wanted, where)[key] = item.unwrap()
        new = tomlkit.dumps(document)
    except TOMLKitError as error:
        raise CannotAmend(f"its layout is hard to read: {error}") from error
    if tomllib.loads(new) != wanted:
        raise CannotAmend("its layout is hard to read")
    return new


def _add(table: Any, key: str, item: "Item", newline: str) -> None:
    """Add the key after the last one, before any comments on the next section."""
    from tomlkit.items import AoT, InlineTable, Table

    if not isinstance(table, InlineTable):
        item.trivia.trail = newline
    body = getattr(table, "value", table).body
    sections = (at for at, each in enumerate(body) if isinstance(each[1], AoT | Table))
    end = next(sections, len(body))
    while end and body[end - 1][0] is None:
        end -= 1
    rest = body[end:]
    del body[end:]
    table[key] = item
    body.extend(rest)


def edit_hints(text: str, changes: Changes) -> list[str]:
    """Tell, for each change, which line to edit and what to write there."""
    lines = []
    for where, value in changes.items():
        line = find_line(text, where)
        place = f"line {line}" if line else "at the end"
        section, written = shown(where[:-1]), _toml(value, "\n")
        lines.append(f"{place}: {section}: {where[-1]} = {written}")
    return lines


def shown(where: Where) -> str:
    """Return a place as people write it: `strip.order`, `seat[2].gpio`."""
    words = ""
    for key in where:
        words += f"[{key}]" if isinstance(key, int) else f".{key}" if words else key
    return words


def row_of(path: Path, section: str, key: str, value: object) -> int:
    """Return the index, from 0, of the `[[section]]` with this value."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))[section]
    return next(row for row, keys in enumerate(rows) if keys[key] == value)


def _table(data: Any, where: Where) -> dict[str, Any]:
    """Return the section that holds a key."""
    try:
        for key in where[:-1]:
            data = data[key]
    except (KeyError, IndexError, TypeError):
        raise CannotAmend(f"there is no {shown(where[:-1])} in it") from None
    if not isinstance(data, dict):
        raise CannotAmend(f"{shown(where[:-1])} is not a section")
    return data


def _toml(value: Value, newline: str) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
    row = ", ".join(map(str, value))
    if len(row) <= 60:
        return f"[{row}]"
    lines = textwrap.wrap(row, 72, break_long_words=False)
    return newline.join(["[", *(f"    {line}" for line in lines), "]"])


def _replace(path: Path, old: bytes | None, new: bytes) -> Path:
    """Replace the file once the new one is valid and on disk; return the backup."""
    backup = beside(path, ".bak")
    mode = path.stat().st_mode & 0o7777
    written = write_new(beside(path, ".making"), new, mode)
    try:
        _check(written, path)
        if old is not None:
            write_new(beside(path, ".bak.making"), old, mode).replace(backup)
        written.replace(path)
        sync(path.parent)
    finally:
        written.unlink(missing_ok=True)
    return backup


def _check(written: Path, path: Path) -> None:
    try:
        load(written)
    except BoardMapError as error:
        words = str(error).replace(str(written), str(path))
        raise CannotAmend(f"it would not hold as a board map ({words})") from error
