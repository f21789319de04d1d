"""`undertow doctor`: the whole report, its JSON, its status, and no side effects."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main as cli
from controller.storage.journal import Journal
from controller.tools.doctor.case import Case, Finding, fail
from controller.tools.doctor.machine import Machine
from controller.tools.doctor.report import doctor, examine
from tests.support.doctor_machines import (
    PI_3,
    PI_4,
    PI_5,
    PORTS,
    ZERO_2,
    a_laptop,
    a_pi,
    all_modules,
    answers,
    look_at,
    put,
)
from wiring import boardmap

__all__ = ["all_modules"]  # a fixture is used by being named


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal of 80 columns, and paths that are the same on each machine."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    (tmp_path / "wiring/maps").mkdir(parents=True)
    (tmp_path / "wiring/maps/mark1.toml").write_text(boardmap.DEFAULT.read_text())
    monkeypatch.chdir(tmp_path)


def examined(machine: Machine, **asked: Any) -> int:
    board = asked.pop("board", Path("wiring/maps/mark1.toml"))
    return doctor(board, Path("state"), asked.pop("as_json", False), machine)


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2])
@pytest.mark.usefixtures("all_modules")
def test_a_pi_with_which_all_is_well_ends_in_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    machine = a_pi(tmp_path / "pi", model)
    assert examined(machine) == 0
    out = capsys.readouterr().out
    assert out.endswith("\nNo errors.\n")
    assert "✗" not in out


# JSON


def test_the_json_says_the_same_as_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert examined(a_laptop(tmp_path / "laptop"), as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["ok", "findings"]
    assert said["ok"] is True
    assert list(said["findings"][0]) == ["subject", "state", "says", "fix"]


@pytest.mark.usefixtures("all_modules")
def test_each_thing_that_is_wrong_is_named_and_the_status_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = a_pi(
        tmp_path / "pi",
        free_bytes=lambda folder: 0,
        ports=lambda: PORTS[:2],
    )
    assert examined(machine, as_json=True) == 1
    said = json.loads(capsys.readouterr().out)
    wrongs = {f["subject"] for f in said["findings"] if f["state"] == "error"}
    assert wrongs == {"disk", "sensor board cards"}
    assert not said["ok"]


# A check that breaks


def test_a_check_that_breaks_is_a_finding_and_the_others_go_on(tmp_path: Path) -> None:
    def the_first(case: Case) -> list[Finding]:
        raise RuntimeError("no\nluck")

    def second(case: Case) -> list[Finding]:
        return [fail("second", "bad")]

    case = look_at(a_laptop(tmp_path / "laptop"))
    first, other = examine(case, {"All": (the_first, second)})["All"]
    assert (first.subject, first.state, other.state) == (
        "the first",
        "warning",
        "error",
    )
    assert "(RuntimeError: no luck)" in first.says


RUBBISH = (
    "proc/device-tree/model",
    "etc/os-release",
    "proc/mounts",
    "sys/devices/platform/soc/soc:firmware/get_throttled",
    "sys/module/spidev/parameters/bufsiz",
    "boot/firmware/config.txt",
)


@pytest.mark.parametrize("path", RUBBISH)
@pytest.mark.parametrize("rubbish", [b"", b"\xff\0=:[\n:::\n= =\n"])
@pytest.mark.usefixtures("all_modules")
def test_no_rubbish_stops_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, rubbish: bytes
) -> None:
    machine = a_pi(tmp_path / "pi")
    (machine.root / path).write_bytes(rubbish)
    assert examined(machine) in (0, 1)
    assert " error" in capsys.readouterr().out.rpartition("\n\n")[2]


# Every finding


@pytest.mark.usefixtures("all_modules")
def test_every_command_can_be_given_to_a_shell(tmp_path: Path) -> None:
    machine = a_pi(
        tmp_path / "a pi",
        free_bytes=lambda folder: 0,
        ports=lambda: (PORTS[0]._replace(usb_serial="ABC"),),
        run=answers(systemctl="LoadState=loaded\nActiveState=failed"),
    )
    put(machine.root, "boot/firmware/config.txt", "")
    put(machine.root, "sys/devices/platform/soc/soc:firmware/get_throttled", "5000f")
    commands = [
        command
        for group in examine(look_at(machine)).values()
        for finding in group
        for command in finding.fix
    ]
    for command in commands:
        assert shlex.split(command, comments=True)
        subprocess.run(["sh", "-n", "-c", command], check=True)


# The real machine, and the command


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    monkeypatch.setattr("sys.argv", ["undertow", "doctor", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code


def test_the_command_looks_at_the_board_and_folder_that_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board, state = "--board=/no/such.toml", "--state=here"
    assert run(monkeypatch, "--json", board, state) == 1
    said = json.loads(capsys.readouterr().out)
    found = {finding["subject"]: finding["says"] for finding in said["findings"]}
    assert "/no/such.toml" in found["board map"]
    assert found["disk"].startswith("here")
    assert found["board map"].startswith("/no/such.toml: the board map cannot be read")


WATCH = """
import os, sys
def watch(event, arguments):
    if event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR):
        print("write", arguments[0], file=sys.stderr)
    elif event == "sqlite3.connect" or event in ("fcntl.flock", "fcntl.lockf"):
        print("lock", arguments[0], file=sys.stderr)
sys.addaudithook(watch)
sys.argv = ["undertow", "doctor", "--state", sys.argv[1]]
from controller.cli.main import main
main()
"""


def test_it_writes_and_locks_only_its_own_files(tmp_path: Path) -> None:
    state, own = tmp_path / "state", tmp_path / "own"
    own.mkdir()
    Journal(state / "journal.sqlite").close()
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCH, str(state)],
        cwd=boardmap.DEFAULT.parents[2],
        env=os.environ | {"TMPDIR": str(own)},
        capture_output=True,
        text=True,
        check=False,
    )
    touched = [line.split(" ", 1) for line in done.stderr.splitlines()]
    for kind, path in touched:
        # The probe of the disk is a file without a name in the folder itself.
        is_probe = kind == "write" and Path(path) == state
        assert (
            is_probe or path.startswith(f"{own}/") or path in ("/dev/null", ":memory:")
        )
    assert [path.name for path in state.iterdir()] == ["journal.sqlite"]
