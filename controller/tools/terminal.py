"""Lines to and from a terminal.

Input is read one line at a time. A terminal that is closed, or a reader that goes away,
ends the command without an error.
"""

import asyncio
import atexit
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import BinaryIO

from controller.basics.errors import UndertowError

# The longest line that is read; nobody types more.
LINE_BYTES = 200
# When the command ends, a line that nobody reads for this long is dropped.
PATIENCE_S = 2.0
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_is_telling = threading.Event()


class Gone(UndertowError):
    """Standard output is closed or full; the text is for standard error."""


def tell(text: str) -> None:
    """Print a line; raises Gone if nobody reads it."""
    if sys.stdout is None:
        raise Gone
    try:
        _is_telling.set()
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except (OSError, Gone) as error:
        # Python must not try to flush the rest at its end.
        sys.stdout = None
        why = error.strerror if isinstance(error, OSError) else None
        is_usual = getattr(error, "errno", None) in (None, errno.EPIPE, errno.EIO)
        raise Gone(
            "" if is_usual else f"standard output cannot be written: {why}"
        ) from error
    finally:
        _is_telling.clear()


def complain(sentence: str) -> None:
    """Print why the command ends, to standard error."""
    if sentence and sys.stderr:
        with suppress(OSError):
            sys.stderr.write(f"undertow: {sentence}\n")


def finish(ended: "asyncio.Future[None]", error: Exception | None) -> None:
    """End a command that waits for this future; only the first call counts."""
    if ended.done():
        return
    if error:
        ended.set_exception(error)
    else:
        ended.set_result(None)


def end_on_signals(loop: asyncio.AbstractEventLoop, end: Callable[[], object]) -> None:
    """Call `end` on the loop on Ctrl-C, SIGTERM, and when the terminal closes."""

    def asked(_: int, __: FrameType | None) -> None:
        # Closed already, it has come to its end by itself.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(end)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_S, PATIENCE_S)

    def late(_: int, __: FrameType | None) -> None:
        if _is_telling.is_set():
            raise Gone

    # Not by the loop: a loop that waits in `tell` would never hear of it.
    signal.signal(signal.SIGALRM, late)
    # On its way out Python forgets `late`, and an alarm would kill it.
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
    for number in _ENDS:
        signal.signal(number, asked)


def read_lines(
    loop: asyncio.AbstractEventLoop, post: Callable[[str | None], object]
) -> None:
    """Call `post` on the loop with each line of standard input, None at its end.

    The next line is read when the last one has been dealt with, so that an endless
    input neither fills the memory nor keeps the loop from anything else.
    """
    is_done = threading.Semaphore(0)

    def deal(line: str | None) -> None:
        try:
            post(line)
        finally:
            is_done.release()

    def read() -> None:
        # What is typed after the end of it all finds its event loop closed.
        with suppress(RuntimeError):
            for line in _lines():
                loop.call_soon_threadsafe(deal, line)
                is_done.acquire()

    threading.Thread(target=read, daemon=True).start()


def _lines() -> Iterator[str | None]:
    # A closed input has another file in its place by now.
    if sys.stdin is not None:
        # Not through sys.stdin, whose lock a thread that waits would keep for ever.
        with suppress(OSError), os.fdopen(os.dup(0), "rb") as lines:
            while line := lines.readline(LINE_BYTES):
                yield line.decode(errors="replace").strip()
                _skip_the_rest(line, lines)
    yield None


def _skip_the_rest(line: bytes, lines: BinaryIO) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(LINE_BYTES)
