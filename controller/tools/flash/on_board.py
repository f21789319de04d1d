"""What a board runs while it gets new files: MicroPython, sent as text.

With a call of `take_over` at its end this file becomes the board's `main.py` for one
start. The power may fail at any line of it: the next start does what is left.
"""

import hashlib
import os
import sys

import machine

NEW = "new"  # the folder that files are copied into

CHIP = getattr(sys.implementation, "_machine", "unknown")
_WATCHDOG = 0x400D8000 if "RP2350" in CHIP else 0x40058000
_CLEAR = 0x3000  # so much further on, writing clears bits
_ENABLE = 1 << 30
_NOTE = 0x0C  # the register in which our program notes that it shall wait


def look() -> tuple[str, tuple[int, ...], list[str]]:
    """Return the chip, MicroPython's version, and the names of the files."""
    return CHIP, tuple(sys.implementation.version[:3]), os.listdir()


def calm() -> None:
    """Clear the watchdog and the note that an earlier program left."""
    # One that fell over has left its watchdog, which would bite into the copying. One
    # that was stopped while it started has not yet read its note, and the new program
    # would wait once more.
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
    """Put the new files in the places of the old ones, and start them."""
    # Last comes main.py: until then this very file is what the board starts with.
    for name in sorted(os.listdir(NEW), key=lambda name: name == "main.py"):
        if is_folder(name):
            remove(name)
        os.rename(f"{NEW}/{name}", name)
    os.rmdir(NEW)
    machine.reset()
