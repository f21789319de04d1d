"""Sources of the program, parsed once for all tests that read them."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in the file, in the order of `ast.walk`."""
    return tuple(ast.walk(tree(path)))
