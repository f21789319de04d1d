"""Sets values in a board map and leaves everything else in it as it stands.

`amend` writes only what loads and holds as a board map, all or nothing; the file as it
was is kept beside it as `.bak`.
"""

import os
import re
import tempfile
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from controller.errors import UndertowError
from wiring.boardmap import BoardMapError, load
from wiring.locate import Where, find_line

Value: TypeAlias = bool | int | float | str | Sequence[int]
Changes: TypeAlias = Mapping[Where, Value]

_PLAIN = (bool, int, float, str)

# What can stand in a value; strings come first, so that nothing inside them counts.
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|.",
    re.DOTALL,
)
_KEYS = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[^=#"'])*=[ \t]*""")


class CannotAmend(UndertowError):
    """The file stays as it was; `by_hand` says what to change where."""

    def __init__(self, words: str, by_hand: Sequence[str] = ()) -> None:
        super().__init__(words)
        self.by_hand = tuple(by_hand)


def amend(path: Path, changes: Changes, *, keep: bool = True) -> Path:
    """Writes the changes and gives the path of the old file; raises CannotAmend.

    Without `keep` the old file is an older one, from before a series of changes.
    """
    # A link stays a link: what it leads to is changed.
    path = path.resolve()
    try:
        old = path.read_bytes()
        text = old.decode()
        hints = by_hand(text, changes)
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
    """The text with these values in it; raises CannotAmend where it has no line."""
    wanted = tomllib.loads(text)
    for where, value in changes.items():
        table, key = _table(wanted, where), str(where[-1])
        written = _toml(value, "\r\n" if "\r\n" in text else "\n")
        if key in table:
            begin, end = _span(text, where)
            text = text[:begin] + written + text[end:]
        else:
            text = _add(text, where, written, table)
        table[key] = value if isinstance(value, _PLAIN) else list(value)
        # The proof that this value is in, and that nothing else has changed.
        if not _holds(text, wanted):
            raise CannotAmend(f"{shown(where)} stands in a line that is hard to read")
    return text


def by_hand(text: str, changes: Changes) -> list[str]:
    """For each change, the line to mend and what it should say."""
    lines = []
    for where, value in changes.items():
        line = find_line(text, where)
        place = f"line {line}" if line else "at the end"
        section, written = shown(where[:-1]), _toml(value, "\n")
        lines.append(f"{place}: {section}: {where[-1]} = {written}")
    return lines


def shown(where: Where) -> str:
    """A place as people write it: `strip.order`, `seat[2].gpio`."""
    words = ""
    for key in where:
        words += f"[{key}]" if isinstance(key, int) else f".{key}" if words else key
    return words


def row_of(path: Path, section: str, key: str, value: object) -> int:
    """Which `[[section]]` of the file, counted from 0, has this value."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))[section]
    return next(row for row, keys in enumerate(rows) if keys[key] == value)


def _table(data: Any, where: Where) -> dict[str, Any]:
    """The section that holds a key."""
    try:
        for key in where[:-1]:
            data = data[key]
    except (KeyError, IndexError, TypeError):
        raise CannotAmend(f"there is no {shown(where[:-1])} in it") from None
    if not isinstance(data, dict):
        raise CannotAmend(f"{shown(where[:-1])} is not a section")
    return data


def _holds(text: str, wanted: dict[str, Any]) -> bool:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return _canonical(found) == _canonical(wanted)


def _canonical(value: Any) -> str:
    """The value in one way of writing, whatever the order of its keys.

    To == the whole number 1, the number 1.0 and true are all the same.
    """
    if isinstance(value, dict):
        return repr({key: _canonical(value[key]) for key in sorted(value)})
    if isinstance(value, list):
        return repr([_canonical(item) for item in value])
    return repr(value)


def _add(text: str, where: Where, written: str, table: Mapping[str, Any]) -> str:
    """A line of its own, after the last one of the section."""
    ends = [_span(text, (*where[:-1], key))[1] for key in table]
    if not ends:
        line = find_line(text, where[:-1]) or 1
        ends = [_start(text, line)]
    begin = text.rfind("\n", 0, max(ends)) + 1
    end = text.find("\n", max(ends))
    # The file's own line end and the indent of its neighbour.
    is_last = end < 0
    end = len(text) if is_last else end + 1
    newline = "\r\n" if "\r\n" in text else "\n"
    line_text = text[begin:end]
    indent = line_text[: len(line_text) - len(line_text.lstrip(" \t"))]
    new = f"{indent}{where[-1]} = {written}"
    added = f"{newline}{new}" if is_last else f"{new}{newline}"
    return text[:end] + added + text[end:]


def _start(text: str, line: int) -> int:
    """Where a line begins; lines count from 1."""
    begin = 0
    for _ in range(line - 1):
        begin = text.index("\n", begin) + 1
    return begin


def _span(text: str, where: Where) -> tuple[int, int]:
    """Where the value of a key begins and ends; only a key on a line of its own."""
    line = find_line(text, where)
    begin = _start(text, line) if line else 0
    keys = _KEYS.match(text, begin)
    if keys is None or _last_key(keys[0]) != where[-1]:
        raise CannotAmend(f"{shown(where)} has no line of its own")
    depth, end = 0, keys.end()
    for token in _TOKEN.finditer(text, keys.end()):
        if depth == 0 and token[0] in "#\n":
            break
        depth += (token[0] in "[{") - (token[0] in "]}")
        end = token.end() if not token[0].isspace() else end
    return keys.end(), end


def _last_key(keys: str) -> str | None:
    try:
        value: Any = tomllib.loads(f"{keys}0")
    except tomllib.TOMLDecodeError:
        return None
    key = None
    while isinstance(value, dict):
        ((key, value),) = value.items()
    return key


def _toml(value: Value, newline: str) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case str():
            return f'"{value}"'
    row = ", ".join(map(str, value))
    if len(row) <= 60:
        return f"[{row}]"
    lines = textwrap.wrap(row, 72, break_long_words=False)
    return newline.join(["[", *(f"    {line}" for line in lines), "]"])


def _replace(path: Path, old: bytes | None, new: bytes) -> Path:
    """The new file is whole on disk and holds before it takes the old one's name."""
    backup = path.with_name(f"{path.name}.bak")
    mode = path.stat().st_mode & 0o7777
    written = _written(path, new, mode)
    try:
        _check(written, path)
        if old is not None:
            _written(path, old, mode).replace(backup)
        written.replace(path)
        _sync_folder(path.parent)
    finally:
        written.unlink(missing_ok=True)
    return backup


def _written(path: Path, data: bytes, mode: int) -> Path:
    """A new file beside the path, with this in it, on disk."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)


def _check(written: Path, path: Path) -> None:
    try:
        load(written)
    except BoardMapError as error:
        words = str(error).replace(str(written), str(path))
        raise CannotAmend(f"it would not hold as a board map ({words})") from error


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
