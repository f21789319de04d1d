"""Each package's docstring lists its files, one line each."""

import ast
import re
from pathlib import Path

import pytest

from tests.support import ROOT

LISTED = re.compile(r"^(\w+) {2,}\S", re.MULTILINE)
# Folders whose files are all of one kind, with self-explanatory names.
UNIFORM = (
    "controller/cli/commands",
    "controller/games",
    "controller/testing/contract",
    "controller/tools/templates",
    "wiring/maps",
)


def is_listed(folder: Path) -> bool:
    name = str(folder.relative_to(ROOT))
    return not any(name == kind or name.startswith(f"{kind}/") for kind in UNIFORM)


def is_driver(module: Path) -> bool:
    """Tell whether it is a driver for a section of the board map."""
    return module.parent == ROOT / "hardware" / "parts" and any(
        line.startswith("def fit(") for line in module.read_text().splitlines()
    )


def inside(folder: Path) -> set[str]:
    """Return the modules and packages of a folder."""
    modules = {path.stem for path in folder.glob("*.py") if not is_driver(path)}
    modules -= {"__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


def packages() -> list[Path]:
    """Return the packages with more than one file."""
    found = [
        path.parent
        for top in ("controller", "hardware", "wiring")
        for path in sorted((ROOT / top).rglob("__init__.py"))
    ]
    return [folder for folder in found if is_listed(folder) and len(inside(folder)) > 1]


PACKAGES = {
    str(folder.relative_to(ROOT)): folder
    for folder in packages()
    if folder != ROOT / "controller"  # ARCHITECTURE.md lists its packages
}


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_lists_its_files(name: str) -> None:
    text = ast.get_docstring(ast.parse((PACKAGES[name] / "__init__.py").read_text()))
    listed = LISTED.findall(text or "")
    assert sorted(listed) == sorted(inside(PACKAGES[name]))


def test_the_architecture_has_every_package_of_the_controller() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rows = set(re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE))
    assert inside(ROOT / "controller") <= rows
