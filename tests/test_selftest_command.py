"""`undertow selftest`, the real command with somebody at its terminal."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.processes import COMMAND
from wiring.boardmap import DEFAULT


class Terminal:
    """Types what is told, once the right thing has been said."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "selftest", "--backend=sim", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdin
        assert self.process.stdout
        self.keys: IO[str] = self.process.stdin
        self.lines: IO[str] = self.process.stdout

    def until(self, pattern: str) -> str:
        for line in self.lines:
            if re.search(pattern, line):
                return line.strip()
        raise AssertionError(f"never said: {pattern}")

    def types(self, line: str) -> None:
        self.keys.write(f"{line}\n")
        self.keys.flush()

    def end(self) -> tuple[int, str]:
        """The exit status, and all that is still said."""
        self.keys.close()
        rest = self.lines.read()
        self.lines.close()
        return self.process.wait(), rest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_bytes(DEFAULT.read_bytes())
    return path


@pytest.fixture
def terminal(path: Path) -> Iterator[Terminal]:
    terminal = Terminal("buttons", f"--board={path}")
    yield terminal
    terminal.process.kill()
    terminal.process.wait()
    terminal.lines.close()


def test_names_are_touched_and_letters_answer(terminal: Terminal, path: Path) -> None:
    for name, typed in (("seat 0", "seat:1"), ("seat 1", "seat:0")):
        terminal.until(f"^Press {name}'s button")
        terminal.types(typed)
        terminal.until(f"^Again: Press {name}'s button")
        terminal.types(typed)
    for name in (*(f"seat {n}" for n in (2, 3, 4, 5)), "next", "ok", "undo", "why"):
        terminal.until(f"^Press {name}'s button")
        terminal.types(name.replace(" ", ":"))
    terminal.until("^Turn the key")
    terminal.types("dance")
    assert terminal.until("^Expected").startswith(
        "Expected o (ok), u (undo), n (next) or q (quit), what to touch, or magnet "
        "and a place; there is no control 'dance'; the table has seat:0, "
    )
    terminal.types("magnet tile:9,9")
    assert "no piece is sensed at 'tile:9,9'" in terminal.until("^Expected")
    terminal.types("n")
    terminal.until("^Press fire's button")
    terminal.types("N")
    terminal.until("^Shall the board map say so")
    terminal.types("o")
    status, rest = terminal.end()
    assert status == 1
    assert rest.splitlines() == [
        f"Written to {path}; as it was: {path}.bak.",
        "",
        "What was found:",
        "  WRONG  buttons: 8 of 12 heard",
        "         - arm's button is not heard (GPIO16); check its wire, its ground and "
        "its switch",
        "         - fire's button is not heard (GPIO26); check its wire, its ground "
        "and its switch",
        "         - the wires of seat 0's and seat 1's buttons are swapped: GPIO4 and "
        "GPIO17; the board map says so now",
    ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_good_order_when_it_is_told_to(
    terminal: Terminal, number: signal.Signals
) -> None:
    terminal.until("^Press seat 0's button")
    terminal.process.send_signal(number)
    status, rest = terminal.end()
    assert (status, rest) == (1, "\nWhat was found:\n  WRONG  buttons: not finished\n")


def test_q_and_the_end_of_the_input_end_it(terminal: Terminal) -> None:
    terminal.until("^Press seat 0's button")
    status, rest = terminal.end()
    assert (status, rest) == (1, "\nWhat was found:\n  WRONG  buttons: not finished\n")


def test_a_table_without_anything_to_test_is_well(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    text = DEFAULT.read_text()
    path.write_text(text[: text.index("# Lanes run side by side")])
    status, rest = Terminal(f"--board={path}").end()
    assert status == 0
    assert rest[rest.index("What") :].splitlines() == [
        "What was found:",
        "  well   buttons: the board map has none",
        "  well   tile switches: the board map has none",
        "  well   lamps: the board map has none",
        "  well   Hall sensors: the board map has none",
        "  well   striker: the board map has none",
    ]


def test_what_cannot_be_walked_is_said_and_the_status_is_not_zero(
    tmp_path: Path,
) -> None:
    status, said = Terminal(f"--board={tmp_path}/none.toml").end()
    assert (status, said) == (
        1,
        f"undertow: {tmp_path}/none.toml: the board map cannot be read "
        "(No such file or directory); check its path\n",
    )
    status, said = Terminal("legs").end()
    assert status == 2
    assert "argument part: invalid choice: 'legs'" in said
