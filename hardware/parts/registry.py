"""The table's parts: how each is driven, and what is wrong with it.

A driver that raises disables its part and does not stop the game. `Retrying` reports
the trouble, retries at growing intervals, and reports the recovery.
"""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from controller.basics.errors import UndertowError
from controller.basics.sentence import Says
from hardware.backend import Clock, Timer
from hardware.readings import Reading

_log = logging.getLogger("undertow.parts")

# The pauses between retries of a broken part; the last one repeats.
PATIENCE_S = (1.0, 2.0, 5.0, 10.0, 30.0)
# How often to check a part that is not ready yet, and for how long.
SOON_S = 0.25
EARLY_S = 3.0
# Connections that the table can play without.
BROKER, NEARBY, NETWORK = "message broker", "tables nearby", "network"


class NotReady(UndertowError):
    """A part cannot work yet; the message is a whole sentence for a user."""


class StartingUp(NotReady):
    """A part will be ready in a moment; it is reported only if that takes too long."""


class Part(NamedTuple):
    name: str  # "strip", "eliminator", "sensor board depth"
    says: str  # how it is driven: "SPI on GPIO10, 159 pixels, no root"
    trouble: str | None = None  # what is wrong with it now, in one sentence
    told: Says | None = None  # its latest failure or recovery, as told to players


class Parts:
    """The fitted parts; only the table's own thread uses them."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[Part], object]] = []
        self._parts: dict[str, Part] = {}

    def all(self) -> tuple[Part, ...]:
        return tuple(self._parts.values())

    def troubles(self) -> list[str]:
        """Return a sentence about each failing part."""
        parts = self._parts.values()
        return [f"{part.name}: {part.trouble}" for part in parts if part.trouble]

    def fitted(self, name: str, says: str, told: Says | None = None) -> None:
        self._parts[name] = Part(name, says, None, told)
        _log.info("%s: %s", name, says)

    def fails(self, name: str, trouble: str, told: Says | None = None) -> None:
        if self._change(name, trouble, told):
            _log.warning("%s: %s", name, trouble)

    def works(self, name: str) -> None:
        if self._change(name, None):
            _log.info("%s: works again", name)

    def report(self, name: str, trouble: str | None) -> None:
        """Note what is wrong with a part, or None if it works."""
        if trouble is None:
            self.works(name)
        else:
            self.fails(name, trouble)

    def _change(self, name: str, trouble: str | None, told: Says | None = None) -> bool:
        part = self._parts.get(name, Part(name, ""))
        if part.trouble == trouble:
            return False
        self._parts[name] = part = part._replace(trouble=trouble, told=told)
        for listener in self.on_change:
            listener(part)
        return True


class DriverContext(NamedTuple):
    """What a driver needs besides its row of the board map."""

    pins: Any  # gpiozero's pin factory, which has no types
    clock: Clock
    post: Callable[[Reading], None]
    parts: Parts
    bounce_s: float
    name: str = ""  # the part's own name


class Retrying:
    """A guard for a part's calls: a call that raises disables the part for a while."""

    def __init__(
        self, name: str, parts: Parts, clock: Clock, retry: Callable[[], object]
    ) -> None:
        """Create the guard; `retry` brings the part up to date, or raises."""
        self._name = name
        self._parts = parts
        self._clock = clock
        self._retry = retry
        self._tries = 0
        self._early_tries = 0
        self._timer: Timer | None = None

    @property
    def is_out(self) -> bool:
        return self._timer is not None

    def run(self, call: Callable[[], object]) -> bool:
        """Make the call; return False if the part was disabled or has failed now."""
        if self.is_out:
            return False
        try:
            call()
        # The game goes on, whatever a driver raises.
        except Exception as error:  # noqa: BLE001
            self._fails(error)
            return False
        return True

    def close(self) -> None:
        """Stop retrying."""
        if self._timer:
            self._timer.cancel()

    def _fails(self, error: Exception) -> None:
        if isinstance(error, StartingUp) and self._early_tries < EARLY_S / SOON_S:
            self._early_tries += 1
            when = self._clock.time() + SOON_S
            self._timer = self._clock.call_at(when, self._try_again)
            return
        patience_s = PATIENCE_S[min(self._tries, len(PATIENCE_S) - 1)]
        self._tries += 1
        when = self._clock.time() + patience_s
        self._timer = self._clock.call_at(when, self._try_again)
        self._parts.fails(self._name, sentence(error))

    def _try_again(self) -> None:
        self._timer = None
        if self.run(self._retry):
            self._tries = self._early_tries = 0
            self._parts.works(self._name)


def sentence(error: Exception) -> str:
    """Return the message of an exception, with its type unless it is NotReady."""
    if isinstance(error, NotReady):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
