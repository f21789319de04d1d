"""`undertow doctor`, the command: how it looks, what it takes, that it only looks."""

import io
import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main as cli
from controller.storage.journal import Journal
from controller.tools.doctor.case import wrong
from controller.tools.doctor.machine import Result, package_name, this_machine
from controller.tools.doctor.report import Look, doctor, lines, look
from tests.support.doctor_machines import a_laptop
from wiring import boardmap


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def examined(folder: Path, board: Path = boardmap.DEFAULT) -> int:
    return doctor(board, Path("state"), 8137, False, a_laptop(folder / "laptop"))


# The look of it


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def out(encoding: str = "utf-8") -> Terminal:
    return Terminal(io.BytesIO(), encoding=encoding)


def test_only_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    shown = list(lines({"Table": [wrong("strip", "dark")]}, look(out()), "undertow"))
    assert shown[1] == "  \x1b[1;31m✗\x1b[0m strip  dark"
    piped = look(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert set(piped.colours.values()) == {piped.off} == {""}


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colours_gets_none(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert look(out()).off == ""


def test_a_terminal_without_the_signs_gets_letters() -> None:
    assert look(out("ascii")).signs == {"well": "+", "remark": "!", "wrong": "X"}
    assert look(out()).signs == {"well": "✓", "remark": "!", "wrong": "✗"}


@pytest.mark.parametrize(("columns", "width"), [("30", 50), ("72", 72), ("300", 100)])
def test_lines_are_neither_short_nor_endless(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert look(out()).width == width


def test_a_sentence_is_wrapped_and_a_command_is_not() -> None:
    plain: dict[Any, str] = {"wrong": "✗"}
    narrow = Look(signs=plain, colours={"wrong": ""}, off="", width=23)
    found = wrong("disk", "it is rather-full", "sudo apt-get clean --yes --quiet")
    assert list(lines({"Table": [found], "None": []}, narrow, "./undertow")) == [
        "Table",
        "  ✗ disk  it is",
        "          rather-full",
        "            $ sudo apt-get clean --yes --quiet",
        "",
        "1 thing is wrong.",
        "Mend from the top down, then look again: ./undertow doctor",
    ]


def test_a_name_that_the_output_cannot_hold_is_still_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", plain)
    board = Path("Bärte\udcff.toml")
    assert examined(tmp_path, board) == 1
    plain.seek(0)
    assert r"B\xe4rte\udcff.toml: the board map cannot be read" in plain.read()


def test_a_reader_who_leaves_early_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(io.TextIOWrapper):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Gone(io.BytesIO(), encoding="utf-8"))
    assert examined(tmp_path) == 0


# The real machine, and the command


def test_this_machine_is_described_without_importing_the_drivers() -> None:
    machine = "from controller.tools.doctor.machine import this_machine"
    asked = f"import sys; {machine} as m; m();"
    heavy = "print({'board', 'gpiozero', 'neopixel', 'lgpio'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", f"{asked} {heavy}"],
        cwd=boardmap.DEFAULT.parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"


def test_this_machine_has_a_user_packages_and_commands() -> None:
    machine = this_machine()
    assert machine.user
    assert machine.packages["undertow"] == metadata.version("undertow")
    assert all(name == package_name(name) for name in machine.packages)
    assert any(line.startswith("gpiozero") for line in machine.requires)
    assert machine.run(["sh", "-c", "echo hello; exit 3"]) == Result(3, "hello")
    assert machine.run(["no-such-command"]) == Result(127, "")
    assert machine.free_bytes(Path("/")) > 0
    assert isinstance(machine.ports(), tuple)


def test_a_package_has_one_name_however_it_is_written() -> None:
    assert {package_name(n) for n in ("RPi.GPIO", "rpi_gpio")} == {"rpi-gpio"}


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    monkeypatch.setattr("sys.argv", ["undertow", "doctor", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code


def test_the_command_looks_at_the_board_and_folder_that_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board, state = "--board=/no/such.toml", "--state=here"
    assert run(monkeypatch, "--json", board, state, "--port=0") == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["machine"]["board"], said["machine"]["state"]) == (
        "/no/such.toml",
        "here",
    )
    found = {finding["subject"]: finding["says"] for finding in said["findings"]}
    assert found["port"] == "0: the page takes any that is free"
    assert found["board map"].startswith("/no/such.toml: the board map cannot be read")


def test_the_folder_is_the_tables_own_unless_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(monkeypatch, "--json")
    said = json.loads(capsys.readouterr().out)
    assert said["machine"]["state"] == str(tmp_path / "home/undertow")
    assert said["machine"]["board"] == str(boardmap.DEFAULT)


@pytest.mark.parametrize(
    "arguments", [["--fast"], ["now"], ["--port=http"], ["--board"]]
)
def test_what_is_told_wrongly_ends_in_2(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    assert run(monkeypatch, *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "error: " in said.err


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


def test_it_writes_and_locks_nothing_but_files_of_its_own(tmp_path: Path) -> None:
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
    assert ["lock", f"{own}/"] in [
        [kind, path[: len(f"{own}/")]] for kind, path in touched
    ]
    for kind, path in touched:
        # The probe of the disk is a file without a name in the folder itself.
        is_probe = kind == "write" and Path(path) == state
        assert is_probe or path.startswith(f"{own}/") or path == "/dev/null"
    assert [path.name for path in state.iterdir()] == ["journal.sqlite"]
