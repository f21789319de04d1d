"""The keys of sentences: those that the code uses, and those that the words have.

They are found in the text of the code, so that no sentence needs to be rendered first.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.basics.sheet import nearest
from controller.words.catalogue import PLACEHOLDER
from controller.words.files import ENGLISH, TABLE, words

CONTROLLER = Path(games.__file__).parents[1]
GAMES = CONTROLLER / "games"
# The functions that make a sentence from a key, with the key's argument index.
SAYING = {"say": 0, "Refusal": 1, "WrongCode": 0, "CannotUndo": 0, "by_score": 1}
# The modules of these functions.
SOURCES = (
    "controller.basics.sentence import",
    "controller.games.api import",
    "Refusal",
)
SAID_BY_PAGE = re.compile(r"""\bsay\(["']([a-z][\w.-]*)["']""")
# Keys built from a key and a value, in Python or JavaScript.
BEGUN = re.compile(r"""["`]([a-z][a-z-]*\.[\w-]*\$?\{[^"`\n]*)["`]""")
PUT_IN = re.compile(r"\$?\{[^{}]*\}")
# `called("robot", name)`, also with a choice of two kinds.
CALLED = re.compile(r"called\(([^,()]*),")
KIND = re.compile(r"\"([a-z-]+)\"")
# Entries named after a step, which the game's code contains as text.
ASKS = ("ask", "ask-table", "ask-phone")


class UsedKey(NamedTuple):
    """A key as in the code; a pattern if a part of it is filled in."""

    where: str
    key: str
    pattern: re.Pattern[str]


def sources(scope: Path, *suffixes: str) -> tuple[Path, ...]:
    """Return the files of one game, or of everything that is not a game."""
    found = (path for suffix in suffixes for path in scope.rglob(f"*{suffix}"))
    if scope == CONTROLLER:
        others = (GAMES, CONTROLLER / "tools" / "templates")
        found = (p for p in found if not any(p.is_relative_to(o) for o in others))
    return tuple(sorted(found))


def scopes() -> list[Path]:
    return [CONTROLLER, *(games.folder(name) for name in games.own_names())]


def entries(scope: Path) -> dict[str, str]:
    own = {} if scope == CONTROLLER else words(scope / "words", ENGLISH)
    return {**words(TABLE, ENGLISH), **own}


def pattern(node: ast.expr) -> tuple[str, re.Pattern[str]] | None:
    """Parse a key in quotes, or an f-string that begins as one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, re.compile(re.escape(node.value))
    if isinstance(node, ast.JoinedStr):
        parts = [
            str(p.value) if isinstance(p, ast.Constant) else None for p in node.values
        ]
        shape = "".join(".+" if p is None else re.escape(p) for p in parts)
        return "".join(p or "…" for p in parts), re.compile(shape)
    return None


@cache
def said_in(scope: Path) -> tuple[UsedKey, ...]:
    return tuple(_said_in(scope))


def _said_in(scope: Path) -> Iterator[UsedKey]:
    for path in sources(scope, ".py"):
        text = path.read_text(encoding="utf-8")
        # Other modules write to the terminal, for makers.
        is_ours = any(source in text for source in SOURCES)
        for node in ast.walk(ast.parse(text)) if is_ours else ():
            for key in _keys(node):
                if found := pattern(key):
                    yield UsedKey(f"{path.name}:{key.lineno}", *found)
    for path in sources(scope, ".js") if scope != CONTROLLER else ():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for key in SAID_BY_PAGE.findall(line):
                yield UsedKey(f"{path.name}:{number}", key, re.compile(re.escape(key)))


def _keys(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the first argument of `say`, the second of `Refusal`; both of a choice."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        at = SAYING.get(node.func.id, len(node.args))
        for key in node.args[at : at + 1]:
            yield from (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)


def missing_keys(scope: Path) -> Iterator[str]:
    """Yield a sentence for each key that the code uses and the words lack."""
    known = entries(scope)
    in_games = [key for game in scopes() for key in entries(game)]
    for where, key, shape in said_in(scope):
        is_known = any(shape.fullmatch(entry) for entry in ("", *known))
        # A composed key may be a game's own.
        if not is_known and not ("…" in key and any(map(shape.fullmatch, in_games))):
            yield f"{where} says {key}, which is not in the words{nearest(key, known)}"


# The opposite direction


@cache
def text_of(scope: Path) -> str:
    """Return the code, the pages and the lesson, one after the other."""
    files = sources(scope, ".py", ".js", ".html", ".toml")
    kept = [p for p in files if (p.parent.name, p.suffix) != ("words", ".toml")]
    return "\n".join(path.read_text(encoding="utf-8") for path in kept)


def has_text(scope: Path, text: str) -> bool:
    return any(f"{quote}{text}{quote}" in text_of(scope) for quote in "\"'`")


@cache
def shapes_in(scope: Path) -> tuple[re.Pattern[str], ...]:
    """Return patterns of keys that the code composes, as f"reply.{stage}"."""
    found = {match[1] for match in BEGUN.finditer(text_of(scope))}
    return tuple(
        re.compile(".*".join(map(re.escape, PUT_IN.split(text)))) for text in found
    )


@cache
def kinds_in(scope: Path) -> frozenset[str]:
    """Return the kinds of placeholders, and those of `called("kind", …)`."""
    found = {
        placeholder["kind"] or placeholder["name"]
        for template in entries(scope).values()
        for placeholder in PLACEHOLDER.finditer(template)
    }
    for place in (scope, CONTROLLER):
        for called in CALLED.finditer(text_of(place)):
            found.update(KIND.findall(called[1]))
    return frozenset(found)


def is_used(scope: Path, key: str) -> bool:
    kind, _, name = key.partition(".")
    return kind in kinds_in(scope) or any(
        has_text(place, key)
        or f"{{{{{key}}}}}" in text_of(place)
        or any(shape.fullmatch(key) for shape in shapes_in(place))
        or (kind in ASKS and has_text(place, name))
        for place in {scope, CONTROLLER}
    )


def unused(scope: Path) -> Iterator[str]:
    """Yield a sentence for each key of the words that nothing uses."""
    folder = TABLE if scope == CONTROLLER else scope / "words"
    said = [key for _, key, _ in said_in(scope)]
    for key in words(folder, ENGLISH):
        if not is_used(scope, key):
            yield f"{folder}/{ENGLISH}.toml: nothing says {key}{nearest(key, said)}"
