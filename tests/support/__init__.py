"""Fakes of the lowest layer, and hands that use the table above it."""

import ast
from functools import cache
from pathlib import Path

from hardware.parts.registry import Parts

# The repository.
ROOT = Path(__file__).parents[2]


def broken(parts: Parts) -> list[str]:
    """Return the names of the parts that do not work now."""
    return [part.name for part in parts.all() if part.trouble]


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return everything in a source file, in the order of `ast.walk`."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
