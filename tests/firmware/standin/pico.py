"""A Pico from power to prompt: its main.py, then the raw REPL on standard input.

What it says of itself comes from UNDERTOW_CHIP; UNDERTOW_CUT is how many programs it
takes at the prompt before somebody pulls the plug. A watchdog that is left running
bites after a few of them. The file UNDERTOW_NOTE keeps what a register of the watchdog
keeps over a reset, which ends the program with 3.
"""

import os
import sys

RESET = 3
_NOTE = os.getenv("UNDERTOW_NOTE") or "UNDERTOW_NOTE is not set"
_IS_PICO_2 = "RP2350" in (os.getenv("UNDERTOW_CHIP") or "")
_WATCHDOG = 0x400D8000 if _IS_PICO_2 else 0x40058000
_KEPT = _WATCHDOG + 0x0C
_CLEAR_WATCHDOG = _WATCHDOG + 0x3000
_LEVELS = 0xD0000004  # of all pins, which nobody pulls down
CUT = 9
BITTEN = 4
BITES_AFTER = 8  # programs
WINDOW = 128


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(
        self,
        name: int | str,
        mode: int | None = None,
        pull: int | None = None,
        value: int | None = None,
    ) -> None:
        self.name = name

    def __call__(self, level: int) -> None:
        pass


class WDT:
    runs = False

    def __init__(self, timeout: int) -> None:
        WDT.runs = True

    def feed(self) -> None:
        pass


class Memory:
    def __getitem__(self, address: int) -> int:
        if address == _LEVELS:
            return 0xFFFFFFFF
        assert address == _KEPT
        try:
            with open(_NOTE) as file:  # noqa: PTH123  # MicroPython has no pathlib
                return int(file.read())
        except OSError:
            return 0x12345678

    def __setitem__(self, address: int, value: int) -> None:
        if address == _CLEAR_WATCHDOG:
            assert value == 1 << 30
            WDT.runs = False
            return
        assert address == _KEPT
        with open(_NOTE, "w") as file:  # noqa: PTH123  # MicroPython has no pathlib
            file.write(str(value))


class Machine:
    """A stand-in for `machine`: a Pico with nothing on its pins."""

    Pin = Pin
    WDT = WDT
    mem32 = Memory()

    @staticmethod
    def unique_id() -> bytes:
        return bytes.fromhex(os.getenv("UNDERTOW_SERIAL") or "")

    @staticmethod
    def reset() -> None:
        sys.exit(RESET)


class Interrupt:
    """A stand-in for MicroPython's module `micropython`."""

    @staticmethod
    def kbd_intr(byte: int) -> None:
        pass


class About:
    _machine = os.getenv("UNDERTOW_CHIP")
    version = tuple(map(int, (os.getenv("UNDERTOW_VERSION") or "").split(".")))


class System:
    """A stand-in for `sys`, which names the chip."""

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
    """Answer as MicroPython does."""
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
    """Read a program in windows, each of which is requested."""
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
    if WDT.runs and done > BITES_AFTER:
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


for _name, _module in (
    ("machine", Machine),
    ("micropython", Interrupt),
    ("sys", System),
):
    sys.modules[_name] = _module  # type: ignore[assignment]
start()
prompt()
