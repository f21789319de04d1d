"""No test and no module uses a private name (`_name`) of another.

A test uses public names or visible behaviour.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.support import ROOT

# Names that are public although they begin with an underscore, with the reason.
PUBLIC = {
    "os._exit": "the standard library's own way to leave without a farewell",
    "sys.implementation._machine": "MicroPython's name of its board",
    "gpio._pin": "all that the module which this one stands for knows of a pin",
    "self.factory._handle": "gpiozero's pins find their chip's handle only there",
}
OF_NAMEDTUPLE = {"_replace", "_asdict", "_fields", "_make", "_field_defaults"}
OWN = ("self", "cls", "super()")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def reaches(tree: ast.AST) -> Iterator[str]:
    """Yield every private name of another object that is used."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=name) if is_private(name):
                yield from _attribute(ast.unparse(value), name)
            case ast.ImportFrom(module=module, names=names):
                yield from (
                    f"from {module} import {one.name}"
                    for one in names
                    if is_private(one.name)
                )
            case ast.Call(func=function, args=[of, ast.Constant(value=str(name)), *_]):
                called = ast.unparse(function).rpartition(".")[2]
                if called in ("setattr", "getattr", "delattr") and is_private(name):
                    yield from _attribute(ast.unparse(of), name)
            case ast.Call(func=function, args=[ast.Constant(value=str(path)), *_]):
                called = ast.unparse(function).rpartition(".")[2]
                if called in ("setattr", "patch") and "._" in path:
                    yield ast.unparse(node)
            case ast.Constant(value=str(text)) if "\nimport " in text:
                with suppress(SyntaxError):  # a program of another language
                    yield from reaches(ast.parse(text))


def _attribute(owner: str, name: str) -> Iterator[str]:
    written = f"{owner}.{name}"
    if owner not in OWN and name not in OF_NAMEDTUPLE and written not in PUBLIC:
        yield written


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.AST]:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for folder in ("controller", "firmware", "hardware", "tests", "wiring")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_nobody_reaches_for_a_private_name(trees: dict[str, ast.AST]) -> None:
    found = {path: list(reaches(tree)) for path, tree in trees.items()}
    assert {path: names for path, names in found.items() if names} == {}
