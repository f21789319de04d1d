"""What runs on a board imports only what both interpreters have."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

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


def test_there_are_files_to_look_at() -> None:
    assert {path.stem for path in FILES} >= {
        "wire",
        "messages",
        "board",
        "chip",
        "main",
    }


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


def test_the_wire_stands_alone() -> None:
    assert set(imported(FIRMWARE / "wire.py")) == {"array", "binascii"}
