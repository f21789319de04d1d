"""Notifications to systemd: ready, the status, and the watchdog's heartbeat.

Nothing waits for systemd. While its queue is full, the latest of each kind is kept and
sent again soon in one datagram, so READY and STOPPING are never lost. A beat that has
waited until the next one was due is dropped.
"""

import errno
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from hardware.backend import Clock, Timer

# How many beats come within the time that systemd waits for one.
_BEATS = 3
AGAIN_S = 0.25
# How long the end waits for a full queue.
LAST_WORD_S = 1.0
_FULL = (errno.EAGAIN, errno.ENOBUFS)


class Notify:
    """The link to systemd; it does nothing where systemd did not ask for it."""

    def __init__(
        self, clock: Clock, environment: Mapping[str, str] = os.environ
    ) -> None:
        """Use a real `clock`: a slow systemd is no part of a recording."""
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is abstract: it has no file.
        is_abstract = address.startswith("@")
        self._address = "\0" + address[1:] if is_abstract else address
        self._clock = clock
        self._socket: socket.socket | None = None
        # What systemd has not taken yet.
        self._unsaid: dict[str, str] = {}
        self._beat_ends_s = 0.0
        self._again: Timer | None = None
        # How often `beat` is wanted; None if nobody waits for it.
        self.beat_s = _beat_s(environment) if address else None

    def ready(self, status: str) -> None:
        self._queue(READY="1", STATUS=_one_line(status))

    def status(self, status: str) -> None:
        self._queue(STATUS=_one_line(status))

    def beat(self) -> None:
        self._beat_ends_s = self._clock.time() + (self.beat_s or 0.0)
        self._queue(WATCHDOG="1")

    def stopping(self) -> None:
        self._queue(STOPPING="1")

    def close(self) -> None:
        """Stop notifying systemd; wait a moment for a full queue."""
        if self._again:
            self._again.cancel()
        if self._socket:
            if self._unsaid:
                self._last_word(self._socket)
            self._socket.close()
        self._address = ""

    def _queue(self, **lines: str) -> None:
        if not self._address:
            return
        self._unsaid |= lines
        if not self._again:
            self._send()

    def _send(self) -> None:
        self._again = None
        if self._socket is None:
            kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
            self._socket = socket.socket(socket.AF_UNIX, kind)
            # A reader that hangs must not take the table with it.
            self._socket.setblocking(False)
        try:
            if datagram := self._datagram():
                self._socket.sendto(datagram, self._address)
        except OSError as error:
            if error.errno in _FULL:
                when_s = self._clock.time() + AGAIN_S
                self._again = self._clock.call_at(when_s, self._send)
                return
        # Without a listener there is nobody to send it to later either.
        self._unsaid.clear()

    def _datagram(self) -> bytes:
        if self._clock.time() > self._beat_ends_s:
            self._unsaid.pop("WATCHDOG", None)
        lines = [f"{key}={value}" for key, value in self._unsaid.items()]
        return "\n".join(lines).encode()

    def _last_word(self, to: socket.socket) -> None:
        with suppress(OSError):
            # Only a connected socket knows when the queue has room.
            to.connect(self._address)
            to.settimeout(LAST_WORD_S)
            to.send(self._datagram())


def _one_line(sentence: str) -> str:
    return " ".join(sentence.split())


def _beat_s(environment: Mapping[str, str]) -> float | None:
    # The variables may have been meant for a process that started this one.
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    limit_us = environment.get("WATCHDOG_USEC", "")
    return int(limit_us) / 1e6 / _BEATS if limit_us.isdecimal() else None
