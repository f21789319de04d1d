"""Many small modules as one answer, put together when the table starts.

A page of thirty files is slow where each costs a way there and back. Here all modules
that a page needs are written one after the other, each in a function of its own, and
what one imports from another is taken from there. It is no build step: the files stay
what they are and can be asked for one by one. A game's own module is served the same
way, without what every page has already.

It knows the kinds of `import` and `export` that our modules have, and refuses others.
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
_OTHER = re.compile(r"^(import|export)\b.*", re.MULTILINE)
_HEAD = "const modules = (globalThis.modules ??= {});\n"


class BadModule(UndertowError):
    """A module that cannot be put together with others."""


def bundle(
    entries: Iterable[str], read: Read, known: Collection[str] = frozenset()
) -> str:
    """One module with these and all that they import, each once; not what is known."""
    wanted = (each for each in needed(entries, read) if each not in known)
    return _HEAD + "".join(_wrapped(address, read(address)) for address in wanted)


def needed(entries: Iterable[str], read: Read) -> list[str]:
    """The addresses of these and of all that they import, in their order."""
    order: list[str] = []
    for entry in entries:
        _visit(entry, read, order)
    return order


def exported(text: str) -> list[str]:
    """What a module gives to others."""
    return [name for _, name in _EXPORT.findall(text)]


def slim(text: str) -> str:
    """The module without indentation, empty lines and comment lines.

    A text in ` ` may go over several lines, and then all stays as it is.
    """
    if any(line.count("`") % 2 for line in text.splitlines()):
        return text
    text = re.sub(r"^\s*/\*.*?\*/[ \t]*\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^[ \t]*//.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n\s*", "\n", text).lstrip()


def imports(address: str, text: str) -> Iterator[str]:
    """The addresses of what a module imports."""
    for _, path in _IMPORT.findall(text):
        yield _resolved(address, path)


def _visit(address: str, read: Read, order: list[str]) -> None:
    """Whatever is imported comes first."""
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
    """`a as b` is `a: b` where it is taken from an object."""
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _resolved(address: str, path: str) -> str:
    return normpath(join(dirname(address), path))
