"""The exceptions: one tree, which the docstring of `controller.basics.errors` draws."""

import ast
import builtins
import re
from functools import cache

from controller.basics import errors
from tests.support import nodes
from tests.test_imports import MODULES


@cache
def classes() -> list[ast.ClassDef]:
    return [
        node
        for path in MODULES.values()
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    ]


def drawn() -> dict[str, str]:
    """Return each exception of the docstring with its parent."""
    parents: dict[str, str] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"    ((?:[│ ]   )*(?:[├└]── )?)(\w+)(?:$|  +\S)", line)
        if not found:
            continue
        depth = len(found[1]) // 4
        above[depth:] = [found[2]]
        if depth:
            parents[found[2]] = above[depth - 1]
    return parents


def exceptions() -> list[ast.ClassDef]:
    """Return all our exceptions; some exist on a chip or a Pi only."""
    known = {name for name in dir(builtins) if name.endswith(("Exception", "Error"))}
    found: list[ast.ClassDef] = []
    while new := [c for c in classes() if c not in found and known & set(bases(c))]:
        found += new
        known |= {each.name for each in new}
    return found


def bases(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).rpartition(".")[2] for base in node.bases]


def test_the_tree_has_every_exception_under_its_parent() -> None:
    real = {each.name: ", ".join(bases(each)) for each in exceptions()}
    assert real.pop("UndertowError") == "Exception"
    assert drawn() == real


def test_an_exceptions_docstring_says_when_it_is_raised() -> None:
    assert [each.name for each in exceptions() if not ast.get_docstring(each)] == []
