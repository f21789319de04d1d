"""Bundles JavaScript modules into one answer.

A page of thirty files is slow where each costs a round trip. Here the modules of a page
are written one after the other, each in a function of its own, which takes its imports
from those before it. There is no build step: every file can still be requested by
itself. A game's own module is bundled the same way, without what every page has.

It supports the kinds of `import` and `export` that our modules use, and refuses others.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from posixpath import dirname, join, normpath

from controller.basics.errors import UndertowError

# By its address, the text of a module.
Read = Callable[[str], str]

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export ((?:async )?function\*? |class |const |let )(\w+)", re.MULTILINE
)
# The only export of a vendored library, at its end.
_LIST = re.compile(r"\bexport\{([^}]*)\};")
_OTHER = re.compile(r"^(import|export)\b.*", re.MULTILINE)
_HEAD = "const modules = (globalThis.modules ??= {});\n"


class BadModule(UndertowError):
    """A module that cannot be bundled."""


def bundle(
    entries: Iterable[str], read: Read, known: Collection[str] = frozenset()
) -> str:
    """Return one module with these and all their imports, except known ones."""
    wanted = (each for each in needed(entries, read) if each not in known)
    return _HEAD + "".join(_wrapped(address, read(address)) for address in wanted)


def needed(entries: Iterable[str], read: Read) -> list[str]:
    """Return the addresses of these modules after those of all their imports."""
    order: list[str] = []
    for entry in entries:
        _visit(entry, read, order)
    return order


def exported(text: str) -> list[str]:
    """Return the names that a module exports."""
    return [name for _, name in _EXPORT.findall(text)]


def slim(text: str) -> str:
    """Return the module without indentation, empty lines and comments.

    A module with a template literal over several lines is returned unchanged.
    """
    if any(line.count("`") % 2 for line in text.splitlines()):
        return text
    text = re.sub(r"^\s*/\*.*?\*/[ \t]*\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^[ \t]*//.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n\s*", "\n", text).lstrip()


def imports(address: str, text: str) -> Iterator[str]:
    """Yield the addresses that a module imports."""
    for _, path in _IMPORT.findall(text):
        yield _resolved(address, path)


def _visit(address: str, read: Read, order: list[str]) -> None:
    """Append this module to the order, after its imports."""
    if address in order:
        return
    for wanted in imports(address, read(address)):
        _visit(wanted, read, order)
    order.append(address)


def _wrapped(address: str, text: str) -> str:
    names = exported(text)
    body = _IMPORT.sub(
        lambda found: (
            f"const {{{_renamed(found[1])}}} = "
            f"modules[{_resolved(address, found[2])!r}];\n"
        ),
        text,
    )
    body = _EXPORT.sub(r"\1\2", body)
    pairs = re.findall(r"(\w+) as (\w+)", "".join(_LIST.findall(body)))
    names += [f"{outside}: {inside}" for inside, outside in pairs]
    body = _LIST.sub("", body)
    if other := _OTHER.search(body):
        raise BadModule(
            f"{address}: {other[0][:60]!r} cannot be bundled; write "
            'import { NAME } from "PATH"; and export before what is exported'
        )
    given, body = ", ".join(names), slim(body)
    return (
        f"modules[{address!r}] ??= (() => {{\n{body}\nreturn {{ {given} }};\n}})();\n"
    )


def _renamed(names: str) -> str:
    """Return imported names as a destructuring pattern: `a as b` becomes `a: b`."""
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _resolved(address: str, path: str) -> str:
    return normpath(join(dirname(address), path))
