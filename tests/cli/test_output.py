"""Any command that cannot write its output ends with one sentence and status 1."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import Run, undertow
from tests.support import ROOT

__all__ = ["undertow"]  # a fixture

# `{}` stands for the output path.
WRITING = [
    "print get-bit --out {}",
    "wiring --board mini --drawings {}",
    "new-game pearl-dive --package {}",
    "simulate get-bit -n 2 --processes 1 --json {}/games.json",
    "simulate get-bit -n 2 --processes 1 --json {}/games.json",
]
# On a full disk the table plays on, and says so.
RECORDING = "play --port 0 --no-browser --record {}/evening.jsonl"


@pytest.fixture(params=["a file", "below a file", "/dev/full"])
def nowhere(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "file"
    file.write_text("kept")
    places = {"a file": file, "below a file": file / "folder"}
    return places.get(request.param) or Path(request.param)


@pytest.mark.parametrize("command", [*WRITING, RECORDING])
def test_a_place_that_is_no_folder_or_cannot_be_written(
    undertow: Run, nowhere: Path, command: str
) -> None:
    status, _, said = undertow(*command.format(nowhere).split())
    assert status == 1
    assert said.startswith("undertow: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("command", [WRITING[0], WRITING[-1]])
def test_a_full_disk(tmp_path: Path, command: str) -> None:
    """No file may grow, which every write meets as it would meet a full disk."""
    out = tmp_path / "out"
    out.mkdir()
    line = [sys.executable, "-m", "controller.cli.main", *command.format(out).split()]
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *line],
        cwd=ROOT,
        env={"XDG_STATE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("undertow: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("target", ["/dev/full", "a closed pipe"])
def test_an_output_that_takes_nothing(target: str) -> None:
    line = [sys.executable, "-m", "controller.cli.main", "settings"]
    reader = ["sh", "-c", '"$@" | true'] if target != "/dev/full" else []
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*reader, *(["sh"] if reader else []), *line],
            cwd=ROOT,
            stdout=None if reader else full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            timeout=60,
        )
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr
    assert done.returncode == (0 if reader else 1)
