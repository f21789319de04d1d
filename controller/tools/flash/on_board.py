"""What a board runs while it gets new files: MicroPython, sent as text.

With a call of `take_over` at its end this file becomes the board's `main.py` for one
start. Power may fail at any line: the next start does what is left.
"""

import hashlib
import os
import sys

import machine

NEW = "new"  # the folder for new files

CHIP = getattr(sys.implementation, "_machine", "unknown")
_WATCHDOG = 0x400D8000 if "RP2350" in CHIP else 0x40058000
_CLEAR = 0x3000  # writes at this offset clear bits
_ENABLE = 1 << 30
_NOTE = 0x0C  # the register in which our program notes that it must wait


def look() -> tuple[str, tuple[int, ...], list[str]]:
    """Return the chip, MicroPython's version, and the names of the files."""
    return CHIP, tuple(sys.implementation.version[:3]), os.listdir()


def calm() -> None:
    """Clear the watchdog and the note that an earlier program left."""
    # A program that crashed has left its watchdog running, which would interrupt the
    # copying. A program that was stopped during its start has not read its note yet,
    # and the new program would wait once more.
    machine.mem32[_WATCHDOG + _CLEAR] = _ENABLE
    machine.mem32[_WATCHDOG + _NOTE] = 0


def is_folder(path: str) -> bool:
    try:
        return bool(os.stat(path)[0] & 0x4000)
    except OSError:
        return False


def remove(path: str) -> None:
    """Remove a file or a whole folder."""
    if not is_folder(path):
        os.remove(path)
        return
    for name in os.listdir(path):
        remove(f"{path}/{name}")
    os.rmdir(path)


def make_room(folders: list[str]) -> None:
    """Make empty folders for the new files."""
    if NEW in os.listdir():
        remove(NEW)
    os.mkdir(NEW)
    for folder in folders:
        os.mkdir(f"{NEW}/{folder}")


def digest(path: str) -> bytes:
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            data = file.read(512)
            if not data:
                return total.digest()
            total.update(data)


def start_with(path: str) -> None:
    """Make this the board's program, in one rename."""
    os.rename(path, "main.py")


def take_over() -> None:
    """Move the new files into the places of the old ones, and start them."""
    # main.py comes last: until then the board starts with this very file.
    for name in sorted(os.listdir(NEW), key=lambda name: name == "main.py"):
        if is_folder(name):
            remove(name)
        os.rename(f"{NEW}/{name}", name)
    os.rmdir(NEW)
    machine.reset()
