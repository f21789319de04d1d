"""The command `undertow` reports each wrong argument in one sentence."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from controller import games
from controller.cli import main as cli
from controller.cli.run import COMMANDS
from controller.storage.journal import Journal, JournalError
from tests.support.processes import taken_port
from wiring import boardmap

GAMES = ", ".join(games.names())

Run: TypeAlias = Callable[..., tuple[object, str, str]]


@pytest.fixture
def undertow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """Run the command as a shell would; return its status and output."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["undertow", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return ended.value.code, said.out, said.err

    return run


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["go-fish"], f"'go-fish'; there is {GAMES}"),
        (["--seats", "7"], "seats must be a number from 2 to 6, not 7"),
        (["--option", "memory"], "NAME=VALUE; get-bit has longer, memory, refresh_at"),
        (["--option", "memory=1"], "memory must be one of false, true, not 1"),
        (["--board", "/no/such.toml"], "/no/such.toml: "),
    ],
)
def test_what_cannot_be_played_is_said_and_the_status_is_one(
    undertow: Run, arguments: list[str], named: str
) -> None:
    status, out, said = undertow("play", *arguments)
    assert (status, out, said.count("\n")) == (1, "", 1)
    assert said.startswith("undertow: ")
    assert named in said


@pytest.mark.parametrize(
    ("option", "value"), [("--seats", "two"), ("--port", "http"), ("--seed", "9" * 30)]
)
def test_an_option_that_is_no_number_is_said_and_the_status_is_two(
    undertow: Run, option: str, value: str
) -> None:
    status, out, said = undertow("play", option, value)
    assert (status, out) == (2, "")
    assert said.startswith("usage: undertow play ")
    assert f"error: argument {option}: " in said
    assert f"'{value}'" in said


@pytest.mark.parametrize("arguments", [[], ["dance"], ["play", "--fast"], ["--seats"]])
def test_an_unknown_command_is_reported_with_status_two(
    undertow: Run, arguments: list[str]
) -> None:
    status, out, said = undertow(*arguments)
    assert (status, out) == (2, "")
    assert said.startswith("usage: undertow ")
    assert "error: " in said


def test_ctrl_c_before_a_command_is_there_ends_without_a_word(
    undertow: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("controller.cli.run.run", interrupted)
    assert undertow("wiring") == (130, "", "")


def test_a_board_map_that_clashes_is_said_with_its_line(
    undertow: Run, tmp_path: Path
) -> None:
    path = tmp_path / "board.toml"
    text = boardmap.DEFAULT.read_text()
    path.write_text(text.replace("gpio = 17", "gpio = 4"))
    line = text[: text.index("gpio = 17")].count("\n") + 1
    assert undertow("play", "--board", str(path)) == (
        1,
        "",
        f"undertow: {path}:{line}: GPIO4 is claimed by both seat 0's button and "
        "seat 1's button; give one of them another pin\n",
    )


def test_a_state_folder_that_cannot_be_made_is_said(
    undertow: Run, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    state = tmp_path / "file" / "state"
    assert undertow("play", "--state", str(state)) == (
        1,
        "",
        f"undertow: {state}: Not a directory; "
        "name a folder that can be written with --state\n",
    )


def test_a_port_that_is_taken_is_said(undertow: Run, tmp_path: Path) -> None:
    with taken_port() as port:
        status, out, said = undertow("play", "--no-browser", "--port", str(port))
    assert (status, out) == (1, "")
    assert said.startswith(
        f"undertow: the page cannot be served on port {port}: [Errno "
    )
    assert said.endswith(
        "Address already in use; "
        "choose another with --port, or --port 0 for any that is free\n"
    )


def test_an_invalid_port_is_reported(undertow: Run) -> None:
    status, out, said = undertow("play", "--no-browser", "--port", "70000")
    assert (status, out) == (1, "")
    assert said.startswith("undertow: --port must be ")


def test_on_a_full_disk_the_first_game_is_played_in_memory(
    undertow: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(self: Journal, *_: object) -> None:
        raise JournalError(f"{self.path.name}: database or disk is full")

    monkeypatch.setattr(Journal, "commit", full)
    with taken_port() as port:
        _, _, said = undertow("play", "get-bit", "--no-browser", "--port", str(port))
    # It had got as far as the page.
    assert said.startswith(f"undertow: the page cannot be served on port {port}: ")
    assert caplog.messages == [
        "journal: the game is not saved, it goes on in memory (journal.sqlite: "
        "database or disk is full); to fix it, run `undertow doctor`",
        "lost everything played since the journal failed: "
        "journal.sqlite: database or disk is full",
    ]


__all__ = ["undertow"]  # a fixture


def test_the_help_lists_every_command_with_its_purpose(undertow: Run) -> None:
    _, out, _ = undertow("--help")
    words = " ".join(out.split())
    for name, (_, purpose) in COMMANDS.items():
        assert f"{name} {purpose}" in words


@pytest.mark.parametrize(
    "arguments",
    [
        *([name] for name in COMMANDS),
        ["cards", "enroll"],
        ["cards", "list"],
        ["cards", "forget"],
    ],
    ids=" ".join,
)
def test_the_help_explains_the_command_and_each_argument(
    undertow: Run, arguments: list[str]
) -> None:
    status, out, said = undertow(*arguments, "--help")
    assert (status, said) == (0, "")
    if len(arguments) == 1:
        _, says = COMMANDS[arguments[0]]
        assert len(says.split()) >= 4
        assert f"{says[0].upper()}{says[1:]}." in " ".join(out.split())
    assert [row for row in rows(out) if len(explained(row).split()) < 2] == []


def rows(text: str) -> list[str]:
    """Each argument with its explanation."""
    lists = re.split(r"^(?:positional arguments|options):$", text, flags=re.MULTILINE)
    return [
        row
        for part in lists[1:]
        for row in re.split(r"\n(?=  \S|    \S)", part)
        if row.strip() and row.strip() != "WHAT"
    ]


def explained(row: str) -> str:
    """What stands right of an argument, or below it."""
    _, _, words = re.sub(r"\s*\n\s{6,}|(?<=\S)\s{2,}", "\t", row.strip()).partition(
        "\t"
    )
    return words


def loaded(*arguments: str) -> set[str]:
    """Our modules that are loaded once the command line has been parsed."""
    code = """
import json, sys
from controller.cli.run import parser
try:
    parser(sys.argv[1:]).parse_args(sys.argv[1:])
except SystemExit:
    pass
print("\\n" + json.dumps([m for m in sys.modules if m.startswith("controller.")]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_who_names_a_command_loads_no_other() -> None:
    found = loaded("play", "get-bit")
    assert {name for name in found if name.startswith("controller.cli.commands.")} == {
        "controller.cli.commands.play"
    }


def test_to_list_the_commands_none_of_their_tools_is_loaded() -> None:
    dear = ("engine", "record", "service", "session", "storage", "web")
    wrong = {name for name in loaded("--help") if name.split(".")[1] in dear}
    assert wrong == {"controller.service", "controller.service.settings"}
