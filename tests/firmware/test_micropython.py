"""The same tests as under CPython, run by the real MicroPython."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support import ROOT, micropython

HERE = Path(__file__).parent
SHARED = (
    "test_board",
    "test_board_line",
    "test_multiplexers",
    "test_pn532",
    "test_vectors",
)


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


# What fetches it


def fetched(folder: Path, path: str) -> str:
    script = ROOT / "firmware" / "get-micropython"
    done = subprocess.run(
        ["sh", str(script), str(folder)],
        env={"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_systems_own_micropython_is_taken_first(tmp_path: Path) -> None:
    own = program(tmp_path / "bin" / "micropython")
    program(tmp_path / "cache" / "micropython")
    path = f"{own.parent}:/usr/bin:/bin"
    assert fetched(tmp_path / "cache", path) == str(own)


def test_what_was_fetched_once_is_not_fetched_again(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "mkdir"):  # no micropython, and nothing that could fetch one
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    kept = program(tmp_path / "cache" / "micropython")
    assert fetched(tmp_path / "cache", str(tools)) == str(kept)


def test_the_script_names_no_package_host() -> None:
    script = (ROOT / "firmware" / "get-micropython").read_text()
    assert "://" not in script
