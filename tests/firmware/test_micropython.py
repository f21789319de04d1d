"""The same tests as under CPython, run by the real MicroPython."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT, micropython

HERE = Path(__file__).parent
SHARED = ("test_board", "test_multiplexers", "test_pn532", "test_vectors")


@pytest.mark.parametrize("file", SHARED)
def test_micropython_passes_what_cpython_passes(file: str) -> None:
    tree = ast.parse((HERE / f"{file}.py").read_text())
    functions = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
    tests = sorted(name for name in functions if name.startswith("test_"))
    assert tests
    printed = micropython.run(
        "-m", "tests.firmware.run_tests", f"tests.firmware.{file}"
    )
    assert printed.splitlines() == [f"passed {name}" for name in tests]


def test_this_is_micropython_1_25_or_newer() -> None:
    printed = micropython.run("-c", "import sys; print(sys.implementation)")
    assert "name='micropython'" in printed
    version = micropython.run("-c", "import sys; print(sys.implementation.version[:2])")
    assert ast.literal_eval(version) >= (1, 25)


# What the firmware imports


FIRMWARE = ROOT / "firmware"
BOTH = {"array", "binascii", "os", "struct"}
AROUND = {
    "chip": {"machine", "select", "sys", "time"},
    "main": {"micropython", "tables"},
    "sim_main": {"select", "sys", "time"},
}
FILES = sorted(FIRMWARE.glob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: say `from firmware...`"
            yield node.module or ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_file_of_the_firmware_imports_only_what_both_interpreters_have(
    path: Path,
) -> None:
    allowed = BOTH | AROUND.get(path.stem, set()) | {"firmware"}
    assert {name.split(".")[0] for name in imported(path)} <= allowed


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_only_the_chip_and_the_simulated_board_know_where_they_run(path: Path) -> None:
    if path.stem not in AROUND:
        known = {f"firmware.{stem}" for stem in AROUND}
        assert not known & set(imported(path))
