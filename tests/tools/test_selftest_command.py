"""`undertow selftest`, the real command with somebody at its terminal."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.support.processes import COMMAND
from tests.support.selftest_table import path as path


class Terminal:
    """Types the scripted answers once the right questions appear."""

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
    assert "'dance'" in terminal.until("^Type")
    terminal.types("magnet tile:9,9")
    assert "'tile:9,9'" in terminal.until("^Type")
    terminal.types("n")
    terminal.until("^Press fire's button")
    terminal.types("N")
    terminal.until("^Change the board map to match")
    terminal.types("o")
    status, rest = terminal.end()
    assert status == 1
    assert rest.splitlines() == [
        f"Wrote {path}; the old file is {path}.bak.",
        "",
        "What was found:",
        "  FAILED buttons: 8 of 12 heard",
        "         - arm's button is not heard (GPIO16); check its wire, its ground and "
        "its switch",
        "         - fire's button is not heard (GPIO26); check its wire, its ground "
        "and its switch",
        "         - the wires of seat 0's and seat 1's buttons are swapped: GPIO4 and "
        "GPIO17; the board map was changed",
    ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_in_good_order_on_request(
    terminal: Terminal, number: signal.Signals
) -> None:
    terminal.until("^Press seat 0's button")
    terminal.process.send_signal(number)
    status, rest = terminal.end()
    assert (status, rest) == (1, "\nWhat was found:\n  FAILED buttons: not finished\n")


# Whoever sits there goes away, or never stops

UNFINISHED = "What was found:\n  FAILED buttons: not finished\n"
# A process that has not ended by then never does.
PATIENCE_S = 60.0


@pytest.mark.parametrize("closing", ["<&-", "</dev/null"])
def test_a_closed_input_has_an_end(path: Path, closing: str) -> None:
    line = f"exec {COMMAND[0]} selftest buttons --backend=sim --board={path} {closing}"
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith(UNFINISHED)


def selftest(
    path: Path, *, stdin: int | IO[bytes], stdout: int | IO[bytes]
) -> subprocess.Popen[bytes]:
    command = [*COMMAND, "selftest", "buttons", "--backend=sim", f"--board={path}"]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE)


def errors_of(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """How it ends by itself, and what it says to the error output."""
    assert process.stderr
    with process.stderr as errors:
        try:
            return process.wait(PATIENCE_S), errors.read().decode()
        finally:
            process.kill()


@pytest.mark.parametrize("typed", ["dance", "n" * 1000])
def test_an_endless_input_fills_nothing_and_sigterm_ends_it(
    path: Path, typed: str
) -> None:
    with subprocess.Popen(["yes", typed], stdout=subprocess.PIPE) as endless:
        assert endless.stdout
        process = selftest(path, stdin=endless.stdout, stdout=subprocess.PIPE)
        assert process.stdout
        with process.stdout as lines:
            while not lines.readline().startswith(b"Press seat 0"):
                pass
            before = most_kb(process)
            for _ in range(5000):
                assert lines.readline().startswith(b"Type")
            grown_kb = most_kb(process) - before
            process.terminate()
            rest = lines.read().decode()
        assert errors_of(process) == (1, "")
        endless.kill()
    assert rest.endswith(UNFINISHED)
    assert grown_kb < 20_000


def most_kb(process: subprocess.Popen[bytes]) -> int:
    """The most memory that a process has had up to now."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert peak
    return int(peak[1])
