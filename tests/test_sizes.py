"""Limits on the size of classes and functions.

Everything ends up depending on a class that knows everything. So no class in
`controller/` has more than 15 attributes or 20 methods. No function has more than 40
lines, not counting its signature and docstring.
"""

import ast
from functools import cache

from tests.support import ROOT, nodes

PROGRAM = ("controller", "firmware", "hardware", "wiring")
CONTROLLER = ROOT / "controller"
MOST_ATTRIBUTES = 15
MOST_METHODS = 20
LONGEST_FUNCTION = 40


@cache
def classes() -> dict[str, ast.ClassDef]:
    return {
        f"{path.relative_to(CONTROLLER)}: {node.name}": node
        for path in sorted(CONTROLLER.rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    }


def is_record(node: ast.ClassDef) -> bool:
    """Tell whether it is a record, whose fields are data and may be many."""
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    return bool({"NamedTuple", "TypedDict"} & bases)


def methods(node: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        part
        for part in node.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def attributes(node: ast.ClassDef) -> set[str]:
    """Return what the class names in its body and what its methods set on `self`."""
    named = {
        name.id
        for part in node.body
        if isinstance(part, ast.AnnAssign | ast.Assign)
        for name in ast.walk(part)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    set_on_self = {
        part.attr
        for method in methods(node)
        for part in ast.walk(method)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and isinstance(part.value, ast.Name)
        and part.value.id == "self"
    }
    return named | set_on_self


def test_no_class_does_too_much() -> None:
    counts = {name: len(methods(node)) for name, node in classes().items()}
    assert {name: n for name, n in counts.items() if n > MOST_METHODS} == {}


def test_no_class_holds_too_much() -> None:
    held = {n: attributes(node) for n, node in classes().items() if not is_record(node)}
    assert {n: has for n, has in held.items() if len(has) > MOST_ATTRIBUTES} == {}


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[1 if ast.get_docstring(node) else 0 :]
    return (node.end_lineno or 0) - first[0].lineno + 1 if first else 0


def functions() -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    return {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": node
        for folder in PROGRAM
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_no_function_is_too_long() -> None:
    counts = {name: body_lines(node) for name, node in functions().items()}
    assert {name: n for name, n in counts.items() if n > LONGEST_FUNCTION} == {}
