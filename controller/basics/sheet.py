"""Read TOML files into NamedTuples: known keys, right types, values within bounds.

A section's shape is a NamedTuple whose keys are `Annotated` with their Bounds. A key
with a default is optional, and a field without Bounds is not a key. Anything invalid
raises SheetError.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.basics.locate import Where, find_line

Shape = TypeVar("Shape", bound=tuple[Any, ...])


class SheetError(UndertowError):
    """A file that cannot be used: `PATH:LINE: what is wrong; what to do`."""


class Bounds(NamedTuple):
    expected: str
    fits: Callable[[Any], bool]
    # The allowed words, if there are only a few.
    words: tuple[str, ...] = ()
    # Whether messages omit a wrong value, because it may be a mistyped secret.
    is_secret: bool = False

    def refused(self, name: str, shown: str) -> str:
        """Return a message that says what the value should be, and what it is."""
        found = "" if self.is_secret else f"; it is {shown}"
        return f"{name} must be {self.expected}{found}"


def whole(low: int, high: int) -> Bounds:
    # By type(), because isinstance() takes true and false for whole numbers.
    expected = f"a whole number from {low} to {high}"
    return Bounds(expected, lambda v: type(v) is int and low <= v <= high)


def number(low: int, high: int) -> Bounds:
    expected = f"a number from {low} to {high}"
    return Bounds(expected, lambda v: type(v) in (int, float) and low <= v <= high)


def choice(*words: str) -> Bounds:
    expected = f"{', '.join(words[:-1])} or {words[-1]}, in quotes"
    return Bounds(expected, lambda v: type(v) is str and v in words, words)


def some_of(*words: str) -> Bounds:
    def fits(value: object) -> bool:
        if not isinstance(value, list) or not all(v in words for v in value):
            return False
        return len(set(value)) == len(value)

    listed = ", ".join(f'"{word}"' for word in words)
    return Bounds(f"a list such as [{listed}], no word twice", fits)


def _is_word(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 40:
        return False
    return value.isascii() and value.replace("-", "").isalnum()


def _is_line(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 80:
        return False
    return value.isprintable() and bool(value.strip())


FLAG = Bounds("true or false", lambda v: type(v) is bool)
WORD = Bounds("up to 40 letters, digits and dashes, in quotes", _is_word)
LINE = Bounds("up to 80 letters of text, in quotes", _is_line)


class Sheet:
    """A TOML file; errors name its lines, and `called` is its name for people."""

    _section = "{0} must be a section; write [{0}] above its keys"
    _rows = "{0} must be a row of its own; write [[{0}]] above it"

    def __init__(self, path: Path, called: str) -> None:
        self.path = str(path)
        self._called = called
        self._text = _text(path, called)
        self._raw = _parsed(self.path, self._text)

    def line(self, where: Where) -> int | None:
        return find_line(self._text, where)

    def error(self, where: Where, words: str) -> SheetError:
        return _error(self.path, self.line(where), words)

    def top(self, shape: type[Shape], sections: Collection[str]) -> Shape:
        """Read the keys above all sections; refuse unknown sections."""
        values = {k: v for k, v in self._raw.items() if k not in sections}
        for name, value in values.items():
            if isinstance(value, dict | list) and name not in keys_of(shape):
                # A file without sections may have a key whose value looks like one.
                known = sections or keys_of(shape)
                words = f"unknown section {_shown(name)}{nearest(name, known)}"
                raise self.error((name,), words)
        return self._read("", self._called, (), values, shape)

    def one(
        self, section: str, shape: type[Shape], base: Shape | None = None
    ) -> Shape | None:
        """Read a `[section]`; missing keys, or all of them, come from `base`."""
        values = self._raw.get(section)
        if values is None:
            return base
        if not isinstance(values, dict):
            raise self.error((section,), self._section.format(section))
        where = (section,)
        return self._read(f"{section}.", f"[{section}]", where, values, shape, base)

    def rows(self, section: str, shape: type[Shape]) -> list[Shape]:
        """Read every `[[section]]`, in file order."""
        return [
            self._read(f"{section}.", f"[[{section}]]", (section, row), values, shape)
            for row, values in enumerate(self.raw_rows(section))
        ]

    def raw_rows(self, section: str) -> list[dict[str, Any]]:
        """Return every `[[section]]` unchecked, for values that the caller checks."""
        rows = self._raw.get(section, [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self.error((section,), self._rows.format(section))
        return rows

    def row(
        self, section: str, number: int, shape: type[Shape], besides: Collection[str]
    ) -> Shape:
        """Read one `[[section]]`, without the keys that all its rows share."""
        values = self.raw_rows(section)[number]
        own = {key: value for key, value in values.items() if key not in besides}
        return self._read(
            f"{section}.", f"[[{section}]]", (section, number), own, shape
        )

    def _read(
        self,
        prefix: str,
        called: str,
        where: Where,
        values: Mapping[str, Any],
        shape: type[Shape],
        base: Shape | None = None,
    ) -> Shape:
        fields = keys_of(shape)
        usual = getattr(shape, "_field_defaults", {}) if base is None else fields
        for name in values:
            if name not in fields:
                words = f"unknown key {_shown(name)} in {called}{nearest(name, fields)}"
                raise self.error((*where, name), words)
        for name, bounds in fields.items():
            if name not in values:
                if name not in usual:
                    words = f"{called} has no {name}; add it: {bounds.expected}"
                    raise self.error(where, words)
            elif not bounds.fits(values[name]):
                words = bounds.refused(f"{prefix}{name}", _shown(values[name]))
                raise self.error((*where, name), words)
        if base is None:
            return shape(**values)
        return shape(**{**dict(zip(fields, base, strict=True)), **values})


def keys_of(shape: type[tuple[Any, ...]]) -> dict[str, Bounds]:
    """Return the keys of a section, with their bounds."""
    annotated = shape.__annotations__.items()
    return {n: a.__metadata__[0] for n, a in annotated if hasattr(a, "__metadata__")}


class Document(Sheet):
    """A Sheet read from JSON instead of a file: errors name the place in the JSON."""

    _section = "{0} must be an object"
    _rows = "{0} must be a list of objects"

    def __init__(self, data: object, name: str) -> None:
        self.path = self._called = name
        self._text = ""
        if not isinstance(data, dict):
            raise SheetError(f"{name} must be an object; it is {_shown(data)}")
        self._raw = data

    def error(self, where: Where, words: str) -> SheetError:
        steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in where]
        return SheetError(f"{self.path}{''.join(steps)}: {words}")


def nearest(name: str, known: Collection[str]) -> str:
    """Return the end of an error message: the closest known name, or all of them."""
    import difflib

    close = difflib.get_close_matches(name, known, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known here: {', '.join(known)}" if known else ""


def _error(path: str, line: int | None, words: str) -> SheetError:
    place = path if line is None else f"{path}:{line}"
    return SheetError(f"{place}: {words}")


def _text(path: Path, called: str) -> str:
    try:
        data = regular(path).read_bytes()
    except OSError as error:
        words = f"{called} cannot be read ({error.strerror}); check its path"
        raise _error(str(path), None, words) from error
    except ValueError as error:
        words = f"{called} cannot be read (a null in its name); check its path"
        raise _error(str(path), None, words) from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        words = "this line is not UTF-8 text; save the file as UTF-8"
        raise _error(str(path), line, words) from error


def _parsed(path: str, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, reason = _syntax(str(error), text)
        words = f"this is not TOML ({reason}); fix the line"
        raise _error(path, line, words) from error
    except RecursionError as error:
        words = "brackets are nested too deeply; two levels are enough"
        raise _error(path, None, words) from error
    except ValueError as error:  # Python refuses to read more than 4300 digits
        words = "a number has thousands of digits; write a shorter one"
        raise _error(path, None, words) from error


def _syntax(message: str, text: str) -> tuple[int, str]:
    """Split tomllib's "Reason (at line 3, column 5)" into line and reason."""
    reason, _, place = message.rpartition(" (at ")
    if place.startswith("line "):
        return int(place[5:].partition(",")[0]), reason
    return text.rstrip().count("\n") + 1, reason


def _shown(value: object) -> str:
    # A deeply nested list, or a number with thousands of digits, cannot be printed.
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**12:
            return "a huge number"
        case int() | float():
            return str(value)
        case str():
            return repr(value if len(value) <= 40 else value[:40] + "…")
        case [*words] if len(words) < 5 and all(isinstance(w, str) for w in words):
            return f"[{', '.join(_shown(w) for w in words)}]"
        case list():
            return "a list"
        case dict():
            return "a section"
        case _:
            return "a date or time"
