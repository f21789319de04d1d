"""Line numbers in a TOML file, which tomllib does not give.

A place is a path of keys, in which the row number follows the name of an array of
tables: `("strip", "gpio")`, `("seat", 3, "pixel")`.
"""

import re
from collections.abc import Iterator

Where = tuple[str | int, ...]

# Strings come first, so that brackets, signs and line ends inside them are skipped.
_TOKEN = (
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|\#[^\n]*"
    r"|[\w-]+"
    r"|[\n\[\]{}=]"
)


def find_line(text: str, where: Where) -> int | None:
    """Return the line of a place in valid TOML, or of the nearest place around it."""
    lines = _lines(text)
    for length in range(len(where), 0, -1):
        if where[:length] in lines:
            return lines[where[:length]]
    return None


def _lines(text: str) -> dict[Where, int]:
    lines: dict[Where, int] = {}
    rows: dict[Where, int] = {}
    table: Where = ()
    for line, tokens in _statements(text):
        if tokens[0] == "[":
            is_row = tokens[1] == "["
            path = _current([_key(t) for t in tokens if t not in "[]"], rows, is_row)
            table = path
        else:
            path = table + tuple(_key(t) for t in tokens[: tokens.index("=")])
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], line)
    return lines


def _current(keys: list[str], rows: dict[Where, int], is_row: bool) -> Where:
    """Return the path of a table header; an array's name means its latest row."""
    path: Where = ()
    for left, key in enumerate(keys, 1 - len(keys)):
        path += (key,)
        if is_row and left == 0:
            rows[path] = rows.get(path, -1) + 1
        if path in rows:
            path += (rows[path],)
    return path


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each header or assignment: its first line, and its tokens."""
    tokens: list[str] = []
    line = start = 1
    depth = 0
    for match in re.finditer(_TOKEN, text, re.DOTALL):
        token = match[0]
        if token == "\n" and depth == 0 and tokens:
            yield start, tokens
            tokens = []
        elif token != "\n" and token[0] != "#":
            start = start if tokens else line
            depth += (token in "[{") - (token in "]}")
            tokens.append(token)
        line += token.count("\n")
    if tokens:
        yield start, tokens


def _key(token: str) -> str:
    import tomllib

    if token[0] not in "\"'":
        return token
    return str(tomllib.loads(f"key = {token}")["key"])
