"""First light: the strip glows before anything heavy is imported.

Reading settings and board map costs more than starting Python does, so the last start
leaves a note behind: the waking frame as the strip's own bytes, and how to send them.
It holds for a start that is asked for in the same words, while the settings file and
the board map that were read then are as they were. This module imports nothing that a
bare interpreter has not loaded already.
"""

import os

from hardware.backends.pi.spidev import SpiBus
from hardware.backends.sim.pixels import MemoryPixels

# What may be asked for; the first is meant where nothing is said.
BACKENDS = ("auto", "pi", "sim")
# What has been lit goes on being the strip of the table.
Lit = MemoryPixels | SpiBus
# The folder of the note, and all that was said when this start was asked for.
Asked = tuple[str, bytes]
# No other name of the environment decides about it; some of them are secret.
_DECIDE = ("UNDERTOW_SETTINGS", "UNDERTOW_BACKEND", "UNDERTOW_BOARD")


def state_folder(given: str | None) -> str:
    """Where the journal and the waking frame are kept."""
    if given:
        return given
    # systemd names the service's own folder.
    if service := os.environ.get("STATE_DIRECTORY"):
        return service
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "undertow")


def asked(arguments: list[str]) -> Asked:
    """How this start was asked for: what can decide about strip and board map."""
    said = [os.environ.get(name, "") for name in _DECIDE]
    words = [_working_folder(), *said, *arguments]
    state = os.environ.get("UNDERTOW_STATE")
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if word == "--state":
            state = following
        elif word.startswith("--state="):
            state = word.removeprefix("--state=")
    return state_folder(state), b"\1".join(map(os.fsencode, words))


def kindle(asked: Asked) -> Lit | None:
    """Shows the waking frame that the last start noted; None if no note fits."""
    folder, words = asked
    try:
        with open(_file(folder), "rb") as file:
            word = file.read()
    except OSError:
        return None
    # The marks come last: a file that was cut off has none.
    note, *marks = word.removesuffix(b"\n").rsplit(b"\0", 3)
    if not word.endswith(b"\n") or len(marks) != 3 or marks[0] != words:
        return None
    if any(_mark(mark.rsplit(b" ", 2)[0]) != mark for mark in marks[1:]):
        return None
    head, _, frame = note.partition(b"\n")
    match head.split(b" "):
        case [b"memory"]:
            pixels = MemoryPixels()
            pixels.show(frame)
            return pixels
        case [b"spi", frequency, node]:
            return _send(frequency, os.fsdecode(node), frame)
    return None


def remember(asked: Asked, settings: str, board: str, note: bytes) -> None:
    """Leaves the waking frame for the next start, unless it is there already."""
    folder, words = asked
    marks = (_mark(os.fsencode(os.path.abspath(path))) for path in (settings, board))
    word = b"\0".join((note, words, *marks)) + b"\n"
    try:
        with open(_file(folder), "rb") as file:
            if file.read() == word:
                return
    except OSError:
        pass
    os.makedirs(folder, 0o700, exist_ok=True)
    # The command line may have a seed in it.
    with open(_file(folder), "wb", opener=_private) as file:
        file.write(word)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


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


def _mark(path: bytes) -> bytes:
    """The file as it is now; one that is not there has a mark too."""
    try:
        found = os.stat(path)
    except OSError:
        return path + b" - -"
    return b"%b %d %d" % (path, found.st_mtime_ns, found.st_size)


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
