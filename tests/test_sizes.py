"""How much a class of the program may hold and do, and how long a function may be.

A class that knows everything is what everybody comes to depend on. So none in
`controller/` has more than 15 attributes or 20 methods, and the module that wires the
table together is wiring only. No function has more than 40 lines, its signature and
its docstring not counted.
"""

import ast
from functools import cache

from tests.support import ROOT
from tests.support.sources import nodes

PROGRAM = ("controller", "firmware", "hardware", "wiring")
CONTROLLER = ROOT / "controller"
MOST_ATTRIBUTES = 15
MOST_METHODS = 20
LONGEST_WIRING = 149
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
    """The fields of a value that never changes are data: a position has what it has."""
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    return "NamedTuple" in bases


def methods(node: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        part
        for part in node.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def attributes(node: ast.ClassDef) -> set[str]:
    """What the class names in its body, and what its methods set on `self`."""
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


def test_what_a_class_holds_and_does_is_counted() -> None:
    source = """
class One:
    shared = 1
    typed: int
    def __init__(self):
        self.a, self._b = 1, 2
        other.c = 3
    async def do(self):
        self.a += self.d
"""
    [node] = ast.parse(source).body
    assert isinstance(node, ast.ClassDef)
    assert attributes(node) == {"shared", "typed", "a", "_b"}
    assert [method.name for method in methods(node)] == ["__init__", "do"]


def test_no_class_does_too_much() -> None:
    assert len(classes()) > 300
    counts = {name: len(methods(node)) for name, node in classes().items()}
    assert {name: n for name, n in counts.items() if n > MOST_METHODS} == {}


def test_no_class_holds_too_much() -> None:
    held = {n: attributes(node) for n, node in classes().items() if not is_record(node)}
    assert len(held) > 100
    assert {n: has for n, has in held.items() if len(has) > MOST_ATTRIBUTES} == {}


def test_the_table_is_wiring_only() -> None:
    lines = (CONTROLLER / "session" / "table.py").read_text().splitlines()
    assert len(lines) <= LONGEST_WIRING


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


def test_the_lines_of_a_function_are_counted() -> None:
    source = '''
def one(
    a: int,
) -> int:
    """Says it."""

    b = a + 1
    return b
'''
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    assert body_lines(node) == 2


def test_no_function_is_too_long() -> None:
    counts = {name: body_lines(node) for name, node in functions().items()}
    assert len(counts) > 4000
    assert {name: n for name, n in counts.items() if n > LONGEST_FUNCTION} == {}
