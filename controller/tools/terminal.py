"""Reads and writes lines of a terminal.

Input is read one line at a time. A closed terminal, or a reader that goes away, ends
the command without an error.
"""

import asyncio
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO

from controller.basics.errors import UndertowError

# The longest line to read; nobody types more.
LINE_BYTES = 200


class OutputClosed(UndertowError):
    """Standard output is closed or full; the text is for standard error."""


def tell(text: str) -> None:
    """Print a line; raises OutputClosed if nobody reads it."""
    if sys.stdout is None:
        raise OutputClosed
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        # Python must not try to flush the rest at exit.
        sys.stdout = None
        if error.errno in (errno.EPIPE, errno.EIO):
            raise OutputClosed from error
        why = f"standard output cannot be written: {error.strerror}"
        raise OutputClosed(why) from error


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def print_error(sentence: str) -> None:
    """Print to standard error why the command ends."""
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
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end)


def read_lines(
    loop: asyncio.AbstractEventLoop, post: Callable[[str | None], object]
) -> None:
    """Call `post` on the loop with each line of standard input, None at its end.

    The next line is read only after the last one is handled, so that endless input
    neither fills the memory nor blocks the loop.
    """
    is_done = threading.Semaphore(0)

    def deal(line: str | None) -> None:
        try:
            post(line)
        finally:
            is_done.release()

    def read() -> None:
        # Input typed after the end finds its event loop closed.
        with suppress(RuntimeError):
            for line in _lines():
                loop.call_soon_threadsafe(deal, line)
                is_done.acquire()

    threading.Thread(target=read, daemon=True).start()


def _lines() -> Iterator[str | None]:
    # The closed input's number may belong to another file by now.
    if sys.stdin is not None:
        # Not through sys.stdin, because a waiting thread would hold its lock forever.
        with suppress(OSError), os.fdopen(os.dup(0), "rb") as lines:
            while line := lines.readline(LINE_BYTES):
                yield line.decode(errors="replace").strip()
                _skip_the_rest(line, lines)
    yield None


def _skip_the_rest(line: bytes, lines: BinaryIO) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(LINE_BYTES)
