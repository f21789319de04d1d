"""`controller/games/API.md`, made from the code: `python -m tests.testing.api_page`.

Names, types, defaults and meanings come from the records. People write the examples and
the notes on who uses what by hand in the page, and this program keeps them.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from controller.bots import sense
from controller.games import api
from controller.rules import game, kinds, steps
from controller.tabletop import staging
from controller.testing import known
from tests.support import ROOT

PAGE = ROOT / "controller/games/API.md"
# What the tables of the page list, in its order: the fields of these classes.
RECORDS: tuple[tuple[ModuleType, str], ...] = (
    (game, "_Fields"),
    (game, "Option"),
    (steps, "Step"),
    (kinds, "Kind"),
    (staging, "Staging"),
    (sense, "Sense"),
    (known, "Known"),
)
IMPORTS = "## What a game may import from `controller.games.api`\n\n"
_ROWS = re.compile(r"(?<=\| --- \|\n)((?:\|.*\n)+)")
_CELLS = re.compile(r"(?<!\\) \| ")


def made(page: str) -> str:
    """Return the page, brought up to date with the code."""
    tables = iter(RECORDS)
    before = page.partition(IMPORTS)[0]
    return _ROWS.sub(lambda found: _table(*next(tables), found[1]), before) + _imports()


def _table(module: ModuleType, cls: str, rows: str) -> str:
    by_hand = {}
    for row in rows.splitlines():
        name, *_, used, example = _CELLS.split(row.strip("| "))
        by_hand[name] = used, example
    return "".join(
        f"| {' | '.join((*cells, *by_hand.get(cells[0], ('', ''))))} |\n"
        for cells in _fields(module, cls)
    )


def _fields(module: ModuleType, cls: str) -> Iterator[tuple[str, ...]]:
    """Yield each field's name, type, default and meaning."""
    source = inspect.getsource(module)
    [record] = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == cls
    ]
    meaning = ""
    for node in record.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            default = f"`{_cell(ast.unparse(node.value))}`" if node.value else "–"
            kind = f"`{_cell(ast.unparse(node.annotation))}`"
            # Fields that belong together share the comment above the first.
            meaning = _comment(source.splitlines(), node.lineno - 1) or meaning
            name = known.NAMES[node.target.id] if cls == "Known" else node.target.id
            yield f"`{name}`", kind, default, _cell(meaning)


def _comment(lines: list[str], at: int) -> str:
    """Return the comment above a line."""
    above: list[str] = []
    while lines[at - 1].strip().startswith("#"):
        at -= 1
        above.insert(0, lines[at].strip().removeprefix("# "))
    return " ".join(above)


def _imports() -> str:
    rows = (f"| {_called(name)} | {_meaning(name)} |\n" for name in sorted(public()))
    return f"{IMPORTS}| name | what it is |\n| --- | --- |\n{''.join(rows)}"


def public() -> list[str]:
    """Return what a game may import; pytest adds names of its own to a module."""
    return [name for name in vars(api) if name.isidentifier() and name[0] != "_"]


def _called(name: str) -> str:
    """Write what is called with its parameters: `put(items, index, item)`."""
    what = inspect.unwrap(getattr(api, name))
    tables = tuple(getattr(module, cls) for module, cls in RECORDS)
    is_class = inspect.isclass(what) and not issubclass(what, tables)
    if is_class and hasattr(what, "_fields"):
        return f"`{name}({', '.join(what._fields)})`"
    if not inspect.isfunction(what) or not is_ours(what):
        return f"`{name}`"
    parameters = inspect.signature(what).parameters.values()
    shown = [str(each.replace(annotation=each.empty)) for each in parameters]
    keys = next((n for n, p in enumerate(parameters) if p.kind == p.KEYWORD_ONLY), None)
    if keys is not None and not any(p.kind == p.VAR_POSITIONAL for p in parameters):
        shown.insert(keys, "*")
    return f"`{name}({_cell(', '.join(shown)).replace('mappingproxy({})', '{}')})`"


def _meaning(name: str) -> str:
    """Return the first paragraph of its docstring; a constant's comment and value."""
    what: Any = inspect.unwrap(getattr(api, name))
    if is_ours(what):
        told = inspect.cleandoc(what.__doc__ or "").partition("\n\n")[0]
        # A NamedTuple without a docstring gets one of its fields.
        return "See its table above." if told.startswith(f"{name}(") else _cell(told)
    value = re.sub(r"[a-z]+\.(?=[\w.]*[A-Z])", "", repr(what))
    shown = f"`{_cell(value)}`" if len(value) < 60 and "0x" not in value else ""
    return f"{_cell(_above(name))} {shown}".strip()


def _above(name: str) -> str:
    """Return the comment above the line that defines a constant."""
    [module] = re.findall(rf"from ([\w.]+) import {name} as", inspect.getsource(api))
    lines = inspect.getsource(sys.modules[module]).splitlines()
    at = next(n for n, line in enumerate(lines) if re.match(rf"{name}\b.* = ", line))
    return _comment(lines, at)


def is_ours(what: Any) -> bool:
    is_code = inspect.isfunction(what) or inspect.isclass(what)
    return is_code and what.__module__.startswith("controller.")


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8")), encoding="utf-8")
