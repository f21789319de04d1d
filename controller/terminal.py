"""Words to and from whoever sits at the terminal."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_lines(post: Callable[[str | None], object]) -> None:
    """Posts each line of standard input, from a thread; None at its end."""

    def read() -> None:
        # Not through sys.stdin, whose lock a thread that waits would keep for ever.
        # What is typed after the end of it all finds its event loop closed.
        with os.fdopen(os.dup(0), "rb") as lines, suppress(RuntimeError):
            for line in lines:
                post(line.decode(errors="replace").strip())
            post(None)

    threading.Thread(target=read, daemon=True).start()
