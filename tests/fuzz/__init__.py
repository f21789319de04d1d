"""Fuzzers: `make fuzz` sends each part of the program 100,000 odd inputs.

Each fuzzer plays rounds. The seed and a round's number determine the round, so each
failure can be repeated. These count as failures everywhere:

    a traceback      an exception that is not an answer, or that a server logs
    a hang           an input that takes longer than `LIMIT_S`
    a silent loss    an input that is neither done nor refused in words; each fuzzer
                     says at its top what that means for it
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Protocol

# Processor time for one input, so that a busy machine does not cause a hang.
LIMIT_S = 10.0


class Fuzzer(Protocol):
    name: str

    def play(self, random: Random) -> int:
        """Play a round and return how many inputs it had; raise what went wrong."""


class Lost(AssertionError):
    """An input that was neither done nor refused in words."""


class Hang(BaseException):
    """An input that never ends. Not an Exception, so that no `except` swallows it."""


@contextmanager
def limited(limit_s: float = LIMIT_S) -> Iterator[None]:
    """Raise Hang in the block once it has used this much of the processor's time."""

    def ring(_number: int, _at: FrameType | None) -> None:
        raise Hang(f"still at work after {limit_s:g} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
