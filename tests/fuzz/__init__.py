"""Inputs that nobody would send on purpose, by the hundred thousand: `make fuzz`.

Each fuzzer plays rounds, and a round is told by the seed and its number alone, so each
failure comes again. What counts as one, everywhere:

    a traceback      an exception that is no answer, or that a server logs
    a hang           an input that is at work for longer than `LIMIT_S`
    a silent loss    an input that is neither done nor refused in words; each fuzzer
                     says at its top what that means for it
"""

from random import Random
from typing import Protocol

# Of the processor's time, for one input: a busy machine makes no hang.
LIMIT_S = 10.0


class Fuzzer(Protocol):
    name: str

    def play(self, random: Random) -> int:
        """One round; how many inputs it had, or raises what went wrong."""


class Lost(AssertionError):
    """An input that was neither done nor refused in words."""
