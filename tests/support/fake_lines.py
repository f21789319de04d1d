"""A kernel's GPIO lines as files, which keep their level when a process dies.

A chip is a file, and `line13` beside it holds the level of its line 13, 0 or 1. The
process that has the line has a lock on the file, which ends with the process. Each
change is written to `changes`, if that exists, for tests to wait for.

Run as a program, it stands in for the guardian's:

    python -I -S tests/support/fake_lines.py WORDS…
"""

import errno
import fcntl
import os
import runpy
import struct
import sys
from pathlib import Path

GET_LINE = 0xC250B407
# As linux/gpio.h has it.
_REQUEST = struct.Struct("=64I32sQI5I240sII5Ii")
_OUTPUT, _PULL_DOWN = 1 << 3, 1 << 9
_LINES = 54


def is_for_a_chip(request: int) -> bool:
    return request >> 8 & 0xFF == 0xB4


def ioctl(file: int, request: int, value: bytearray) -> int:
    """Stand in for `fcntl.ioctl` with a chip that is a file."""
    chip = Path(f"/proc/self/fd/{file}").readlink()
    assert request == GET_LINE, hex(request)
    line, flags, num_attrs, lines = _wanted(bytes(value))
    if lines != 1 or line >= _LINES or flags & ~(_OUTPUT | _PULL_DOWN) or num_attrs:
        raise OSError(errno.EINVAL, "Invalid argument")
    held = hold(chip.parent, line)
    if flags & _OUTPUT:
        drive(chip.parent, held, 0)
    value[-4:] = struct.pack("=i", held)
    return 0


def _wanted(value: bytes) -> tuple[int, int, int, int]:
    assert len(value) == _REQUEST.size == GET_LINE >> 16 & 0x3FFF
    words = _REQUEST.unpack(value)
    return words[0], words[65], words[66], words[73]


def hold(folder: Path, line: int) -> int:
    """Hold the line until the returned file is closed; raise OSError (EBUSY)."""
    held = os.open(folder / f"line{line}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise OSError(errno.EBUSY, "Device or resource busy") from None
    return held


def drive(folder: Path, held: int, level: int) -> None:
    os.pwrite(held, str(level).encode(), 0)
    if (folder / "changes").exists():
        changes = os.open(folder / "changes", os.O_RDWR)
        os.write(changes, str(level).encode())
        os.close(changes)


class KeptLevels(dict[int, int]):
    """The lines of a fake library, held and kept in files."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._held: dict[int, int] = {}

    def __setitem__(self, line: int, level: int) -> None:
        super().__setitem__(line, level)
        if line not in self._held:
            self._held[line] = hold(self._folder, line)
        drive(self._folder, self._held[line], level)


if __name__ == "__main__":
    fcntl.ioctl = ioctl  # type: ignore[assignment]  # chips and nothing else
    program = Path(__file__).parents[2] / "hardware/parts/guardian.py"
    sys.argv[0] = str(program)
    runpy.run_path(str(program), run_name="__main__")
