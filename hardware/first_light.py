"""First light: the strip glows before anything heavy is imported.

Reading the board map costs more than starting Python does, so the last start leaves
the bytes of a waking frame behind, for the board map as it was then. This module
imports nothing that a bare interpreter has not loaded already.
"""

import os

from hardware.sim.pixels import MemoryPixels


def state_folder(given: str | None) -> str:
    """Where the journal and the waking frame are kept."""
    if given:
        return given
    # systemd names the service's own folder.
    if service := os.environ.get("STATE_DIRECTORY"):
        return service
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "undertow")


def kindle(state: str, board: str) -> MemoryPixels | None:
    """Lights the strip as the last start left word; None if it left none that fits."""
    try:
        with open(_file(state), "rb") as file:
            word = file.read()
        mark = _mark(board)
    except OSError:
        return None
    # The mark comes last: a file that was cut off has none.
    if not word.endswith(mark):
        return None
    pixels = MemoryPixels()
    pixels.show(word[: -len(mark)])
    return pixels


def remember(state: str, board: str, wire: bytes) -> None:
    """Leaves the waking frame for the next start, unless it is there already."""
    word = wire + _mark(board)
    try:
        with open(_file(state), "rb") as file:
            if file.read() == word:
                return
    except OSError:
        pass
    with open(_file(state), "wb") as file:
        file.write(word)


def _file(state: str) -> str:
    return os.path.join(state, "first-light")


def _mark(board: str) -> bytes:
    found = os.stat(board)
    path = os.fsencode(os.path.abspath(board))
    return b"\0%b\0%d\0%d\n" % (path, found.st_mtime_ns, found.st_size)
