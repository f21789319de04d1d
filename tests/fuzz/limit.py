"""An end for what would never end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.fuzz import LIMIT_S


class Hang(BaseException):
    """Not an Exception: nothing that is tried may swallow it."""


@contextmanager
def limited(limit_s: float = LIMIT_S) -> Iterator[None]:
    """Raises Hang in the block once it has used so much of the processor's time."""

    def ring(_number: int, _at: FrameType | None) -> None:
        raise Hang(f"still at work after {limit_s:g} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
