"""Safe mode: the machine starts while somebody holds `undo`.

`undertow-safe.service` runs this once, as root, beside the rest of the start. If the
button is down, it writes settings for the table's service: the last ones with which the
table became ready, the default board map, and no pins, lamps or boards, only pages. The
next start is a normal one again.
"""

import fcntl
import os
import struct
import tomllib
from pathlib import Path
from time import sleep

from controller.basics.errors import UndertowError
from hardware.pi_model import pin_chip, this_pi
from wiring import boardmap, find

# undertow.service reads it as its environment; the updater checks whether it exists.
MARK = Path("run/undertow-safe")
SETTINGS = Path("etc/undertow/undertow.toml")
# The service copies its settings there each time it becomes ready.
GOOD = Path("etc/undertow/undertow.toml.good")
_PLAIN = "share = true\nbrowser = false\n"
# A finger presses for longer than any contact bounces.
LOOKS, LOOK_S = 10, 0.05

# ioctl: request lines of a chip, and read them. The fields of the first struct: 64
# lines, consumer, flags, attributes of single lines (none), the number of lines, the
# returned file descriptor.
_GET_LINES, _GET_VALUES = 0xC250B407, 0xC010B40E
_LINES = struct.Struct("=64I32sQ264x2I20xi")
_VALUES = struct.Struct("=2Q")
# Pressed is low: an input with a pull-up.
_PRESSED = 1 << 1 | 1 << 2 | 1 << 8


def main(root: Path = Path("/")) -> None:
    """Write the settings of safe mode if `undo` is held."""
    pi = this_pi(root)
    if pi is None or not _is_held(root / f"dev/gpiochip{pin_chip(pi, root)}", root):
        return
    settings = root / GOOD
    if not settings.exists():
        settings = root / f"{MARK}.toml"
        settings.write_text(_PLAIN)
    lines = {"SETTINGS": settings, "BOARD": boardmap.DEFAULT, "BACKEND": "sim"}
    text = "".join(f"UNDERTOW_{key}={value}\n" for key, value in lines.items())
    (root / MARK).write_text(f"{text}UNDERTOW_SAFE=1\n")


def _is_held(chip: Path, root: Path) -> bool:
    pins = _pins(root)
    lines = [*pins, *[0] * (64 - len(pins))]
    request = bytearray(
        _LINES.pack(*lines, b"undertow-safe", _PRESSED, len(pins), 0, 0)
    )
    file = os.open(chip, os.O_RDWR)
    try:
        fcntl.ioctl(file, _GET_LINES, request)
    finally:
        os.close(file)
    buttons = _LINES.unpack(request)[-1]
    try:
        return all(_is_pressed(buttons, (1 << len(pins)) - 1) for _ in range(LOOKS))
    finally:
        os.close(buttons)


def _is_pressed(buttons: int, mask: int) -> bool:
    """Return whether only the first is down; all down would be a broken cable."""
    sleep(LOOK_S)
    values = bytearray(_VALUES.pack(0, mask))
    fcntl.ioctl(buttons, _GET_VALUES, values)
    down: int = _VALUES.unpack(values)[0]
    return bool(down & 1) and down & mask != mask


def _pins(root: Path) -> list[int]:
    """Return the pin of `undo`, then those of the other buttons.

    They come from the owner's map, if it is readable.
    """
    settings = root / SETTINGS
    try:
        named = tomllib.loads(settings.read_text()).get("board")
        board = boardmap.load(settings.parent / find(named))
    except (UndertowError, OSError, ValueError, TypeError):
        board = boardmap.load()
    buttons = sorted(board.buttons, key=lambda each: each.control != "undo")
    return [each.gpio for each in buttons]


if __name__ == "__main__":
    main()
