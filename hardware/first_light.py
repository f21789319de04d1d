"""First light: the strip glows before anything heavy is imported.

Reading the board map costs more than starting Python does, so the last start leaves
a note behind: the waking frame as the strip's own bytes, and how to send them, for the
board map as it was then. This module imports nothing that a bare interpreter has not
loaded already.
"""

import os

from hardware.backends.pi.spidev import SpiBus
from hardware.backends.sim.pixels import MemoryPixels

# What may be asked for; the first is meant where nothing is said.
BACKENDS = ("auto", "pi", "sim")
# What has been lit goes on being the strip of the table.
Lit = MemoryPixels | SpiBus


def state_folder(given: str | None) -> str:
    """Where the journal and the waking frame are kept."""
    if given:
        return given
    # systemd names the service's own folder.
    if service := os.environ.get("STATE_DIRECTORY"):
        return service
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "undertow")


def kindle(state: str, board: str, backend: str) -> Lit | None:
    """Lights the strip as the last start left word; None if it left none that fits.

    `backend` is what was asked for by this start; a note for another one stays shut.
    """
    try:
        with open(_file(state), "rb") as file:
            word = file.read()
        mark = _mark(board, backend)
    except OSError:
        return None
    # The mark comes last: a file that was cut off has none.
    if not word.endswith(mark):
        return None
    head, _, frame = word[: -len(mark)].partition(b"\n")
    match head.split(b" "):
        case [b"memory"]:
            pixels = MemoryPixels()
            pixels.show(frame)
            return pixels
        case [b"spi", frequency, node]:
            return _send(frequency, os.fsdecode(node), frame)
    return None


def remember(state: str, board: str, backend: str, note: bytes) -> None:
    """Leaves the waking frame for the next start, unless it is there already."""
    word = note + _mark(board, backend)
    try:
        with open(_file(state), "rb") as file:
            if file.read() == word:
                return
    except OSError:
        pass
    with open(_file(state), "wb") as file:
        file.write(word)


def _send(frequency: bytes, node: str, frame: bytes) -> SpiBus | None:
    """What is wrong here is told later, by those who can say how to mend it."""
    bus = None
    try:
        bus = SpiBus(node)
        bus.configure(int(frequency))
        bus.write(frame)
    except (OSError, ValueError, OverflowError):
        if bus:
            bus.close()
        return None
    return bus


def _file(state: str) -> str:
    return os.path.join(state, "first-light")


def _mark(board: str, backend: str) -> bytes:
    found = os.stat(board)
    path = os.fsencode(os.path.abspath(board))
    asked = os.fsencode(backend)
    return b"\0%b\0%b\0%d\0%d\n" % (asked, path, found.st_mtime_ns, found.st_size)
