"""A folder is a room, and its docstring lists its files, one line each."""

import ast
import re
from pathlib import Path

import pytest

from tests.support import ROOT

LISTED = re.compile(r"^(\w+) {2,}\S", re.MULTILINE)
# Folders in which each file is one of a kind: what it is, its name says.
OF_A_KIND = (
    "controller/cli/commands",
    "controller/games",
    "controller/testing/contract",
    "controller/tools/templates",
    "wiring/maps",
)


def is_room(folder: Path) -> bool:
    name = str(folder.relative_to(ROOT))
    return not any(name == kind or name.startswith(f"{kind}/") for kind in OF_A_KIND)


def is_driver(module: Path) -> bool:
    """A part of somebody's table: its driver and a section of the map, nothing else."""
    return module.parent == ROOT / "hardware" / "parts" and any(
        line.startswith("def fit(") for line in module.read_text().splitlines()
    )


def inside(folder: Path) -> set[str]:
    """The modules and rooms of a folder."""
    modules = {path.stem for path in folder.glob("*.py") if not is_driver(path)}
    modules -= {"__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


def rooms() -> list[Path]:
    """Those with more than one file; a single one is described by its own docstring."""
    found = [
        path.parent
        for top in ("controller", "hardware", "wiring")
        for path in sorted((ROOT / top).rglob("__init__.py"))
    ]
    return [folder for folder in found if is_room(folder) and len(inside(folder)) > 1]


ROOMS = {
    str(folder.relative_to(ROOT)): folder
    for folder in rooms()
    if folder != ROOT / "controller"  # its rooms are in ARCHITECTURE.md
}


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_lists_its_files(name: str) -> None:
    text = ast.get_docstring(ast.parse((ROOMS[name] / "__init__.py").read_text()))
    listed = LISTED.findall(text or "")
    assert sorted(listed) == sorted(inside(ROOMS[name]))


def test_the_architecture_has_every_room_of_the_controller() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rows = set(re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE))
    assert inside(ROOT / "controller") <= rows
