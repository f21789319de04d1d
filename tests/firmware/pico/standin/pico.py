"""A Pico from power to prompt: its main.py, then the raw REPL on standard input.

What it says of itself comes from UNDERTOW_CHIP; UNDERTOW_CUT is how many programs it
takes at the prompt before somebody pulls the plug. A watchdog that is left running
bites after a few of them.
"""

import os
import sys

import machine

CUT = 9
BITTEN = 4
BITES_AFTER = 8  # programs
WINDOW = 128


class Interrupt:
    """Stands for MicroPython's module `micropython`."""

    @staticmethod
    def kbd_intr(byte: int) -> None:
        pass


class About:
    _machine = os.getenv("UNDERTOW_CHIP")
    version = tuple(map(int, (os.getenv("UNDERTOW_VERSION") or "").split(".")))


class System:
    """Stands for `sys`, which says on which chip this is."""

    implementation = About
    stdin = sys.stdin
    stdout = sys.stdout


def start() -> None:
    if "main.py" in os.listdir():  # noqa: PTH208  # MicroPython has no pathlib
        try:
            with open("main.py") as file:  # noqa: PTH123  # MicroPython has no pathlib
                exec(file.read(), {"__name__": "__main__"})
        except Exception as error:  # noqa: BLE001  # the prompt comes after any of them
            sys.stdout.write(f"{error!r}\r\n")


def prompt() -> None:
    """Answers as MicroPython does."""
    line, is_raw = b"", False
    names: dict[str, object] = {}
    done = 0
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            sys.exit(0)
        if byte == b"\x01" and line == b"\x05A":
            line = pasted()
            byte = b"\x04"
        elif byte == b"\x01":
            line, is_raw = b"", True
            say(b"raw REPL; CTRL-B to exit\r\n>")
            continue
        if byte == b"\x03" or not is_raw:
            line = b""
            say(b"" if is_raw else b"\r\n>>> ")
        elif byte != b"\x04":
            line += byte
        elif not line:
            names = {}
            say(b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>")
        else:
            done += 1
            fail_after(done)
            execute(line, names)
            line = b""


def pasted() -> bytes:
    """A program in pieces of a window's size, each of which is asked for."""
    say(b"R\x01" + bytes((WINDOW & 0xFF, WINDOW >> 8)))
    program, free = b"", WINDOW
    while True:
        byte = sys.stdin.buffer.read(1)
        if byte == b"\x04":
            say(b"\x04")
            return program
        program += byte
        free -= 1
        if free == 0:
            say(b"\x01")
            free = WINDOW


def fail_after(done: int) -> None:
    if done > int(os.getenv("UNDERTOW_CUT") or 1_000_000):
        sys.exit(CUT)
    if machine.WDT.runs and done > BITES_AFTER:
        sys.exit(BITTEN)


def execute(program: bytes, names: dict[str, object]) -> None:
    trouble = b""
    try:
        exec(program.decode(), names)
    except Exception as error:  # noqa: BLE001  # whatever it is, the host is told
        trouble = f"{type(error).__name__}: {error}\r\n".encode()
    say(b"\x04" + trouble + b"\x04>")


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data)


sys.modules["micropython"] = Interrupt  # type: ignore[assignment]
sys.modules["sys"] = System  # type: ignore[assignment]
start()
prompt()
