"""`undertow`, the command: what it is told wrongly, it says in one sentence."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from controller import games
from controller.cli import main as cli
from controller.storage.journal import Journal, JournalError
from wiring import boardmap

GAMES = ", ".join(games.names())

Run: TypeAlias = Callable[..., tuple[object, str, str]]


@pytest.fixture
def undertow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """Runs the command as the shell would, and gives its status and its output."""
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
    ("arguments", "sentence"),
    [
        (["go-fish"], f"there is no game 'go-fish'; there is {GAMES}"),
        (["Get-Bit"], f"there is no game 'Get-Bit'; there is {GAMES}"),
        (["x" * 99], f"there is no game '{'x' * 40}'; there is {GAMES}"),
        (["--seats", "7"], "get-bit: seats must be a number from 2 to 6, not 7"),
        (["--seats", "-1"], "get-bit: seats must be a number from 2 to 6, not -1"),
        (
            ["--option", "memory"],
            "--option memory: expected NAME=VALUE; "
            "get-bit has longer, memory, refresh_at",
        ),
        (
            ["--option", "fast=true"],
            "get-bit: there is no option 'fast'; it has longer, memory, refresh_at",
        ),
        (
            ["--option", "=true"],
            "get-bit: there is no option ''; it has longer, memory, refresh_at",
        ),
        (
            ["--option", "memory=1"],
            "get-bit: option memory must be one of false, true, not 1",
        ),
        (
            ["--option", "memory=perhaps"],
            'get-bit: option memory must be one of false, true, not "perhaps"',
        ),
        (
            ["--option=memory=true", "--option", "refresh_at=true"],
            "get-bit: option refresh_at must be one of 1, 2, not true",
        ),
        (
            ["--board", "/no/such.toml"],
            "/no/such.toml: the board map cannot be read "
            "(No such file or directory); check its path",
        ),
    ],
)
def test_what_cannot_be_played_is_said_and_the_status_is_one(
    undertow: Run, arguments: list[str], sentence: str
) -> None:
    assert undertow("play", *arguments) == (1, "", f"undertow: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "two"], "argument --seats: invalid int value: 'two'"),
        (["--port", "http"], "argument --port: invalid int value: 'http'"),
        (
            ["--seed", "9" * 30],
            f"argument --seed: must be a number of at most 18 digits, not '{'9' * 30}'",
        ),
        (
            ["--seed", "luck"],
            "argument --seed: must be a number of at most 18 digits, not 'luck'",
        ),
    ],
)
def test_an_option_that_is_no_number_is_said_and_the_status_is_two(
    undertow: Run, arguments: list[str], sentence: str
) -> None:
    status, out, said = undertow("play", *arguments)
    assert (status, out) == (2, "")
    assert said.startswith("usage: undertow play [-h] [--seats SEATS] ")
    assert said.endswith(f"\nundertow play: error: {sentence}\n")


@pytest.mark.parametrize("arguments", [[], ["dance"], ["play", "--fast"], ["--seats"]])
def test_what_is_no_command_is_said_and_the_status_is_two(
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


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["play", "-h"]])
def test_help_is_given(undertow: Run, arguments: list[str]) -> None:
    status, out, said = undertow(*arguments)
    assert (status, said) == (0, "")
    assert out.startswith("usage: undertow ")


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
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, out, said = undertow("play", "--no-browser", "--port", str(port))
    assert (status, out) == (1, "")
    assert said.startswith(
        f"undertow: the page cannot be served on port {port}: [Errno "
    )
    assert said.endswith(
        "Address already in use; "
        "choose another with --port, or --port 0 for any that is free\n"
    )


def test_a_port_that_is_none_is_said(undertow: Run) -> None:
    assert undertow("play", "--no-browser", "--port", "70000") == (
        1,
        "",
        "undertow: the page cannot be served on port 70000: bind(): port must be "
        "0-65535; choose another with --port, or --port 0 for any that is free\n",
    )


def test_the_state_folder_in_which_nothing_was_played_yet_is_made(
    undertow: Run, tmp_path: Path
) -> None:
    state = tmp_path / "deep" / "state"
    wish = ("get-bit", "--no-browser", "--port", "70000", "--state", str(state))
    undertow("play", *wish)
    assert sorted(path.name for path in state.iterdir()) == [
        "journal.sqlite",
        "journal.sqlite.mark",
    ]


def test_on_a_full_disk_the_first_game_is_played_in_memory(
    undertow: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(self: Journal, *_: object) -> None:
        raise JournalError(f"{self.path.name}: database or disk is full")

    monkeypatch.setattr(Journal, "commit", full)
    _, _, said = undertow("play", "get-bit", "--no-browser", "--port", "70000")
    # It had got as far as the page, which no port was right for.
    assert said.startswith("undertow: the page cannot be served on port 70000")
    assert caplog.messages == [
        "journal: the game is not saved, it goes on in memory (journal.sqlite: "
        "database or disk is full); `undertow doctor` says what mends it",
        "what was played since it failed is lost: "
        "journal.sqlite: database or disk is full",
    ]
