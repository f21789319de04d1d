"""Notifications to systemd: ready, the status, and the watchdog's heartbeat.

READY and STOPPING wait for a moment while systemd's queue is full. A status or a beat
is then dropped instead, and the next beat comes soon enough.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

# The number of beats within systemd's watchdog timeout.
_BEATS = 3
# How long READY and STOPPING wait for a full queue.
PATIENCE_S = 1.0


class Notify:
    """The link to systemd; it does nothing if systemd did not ask for it."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is abstract: it has no file.
        is_abstract = address.startswith("@")
        self._address = "\0" + address[1:] if is_abstract else address
        # The interval of beats; None if nobody waits for them.
        self.beat_s = _beat_s(environment) if address else None
        # Whether the program goes on with another table; otherwise systemd would end
        # it.
        self.will_restart = False

    def ready(self, status: str) -> None:
        self._send(PATIENCE_S, f"READY=1\nSTATUS={_one_line(status)}")

    def status(self, status: str) -> None:
        self._send(0.0, f"STATUS={_one_line(status)}")

    def beat(self) -> None:
        self._send(0.0, "WATCHDOG=1")

    def stopping(self) -> None:
        if not self.will_restart:
            self._send(PATIENCE_S, "STOPPING=1")

    def _send(self, patience_s: float, lines: str) -> None:
        if not self._address:
            return
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
        with suppress(OSError), socket.socket(socket.AF_UNIX, kind) as out:
            # Only a connected socket knows when the queue has room.
            out.connect(self._address)
            out.settimeout(patience_s)
            out.send(lines.encode())


def _one_line(sentence: str) -> str:
    return " ".join(sentence.split())


def _beat_s(environment: Mapping[str, str]) -> float | None:
    # The variables may have been meant for a parent process.
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    limit_us = environment.get("WATCHDOG_USEC", "")
    return int(limit_us) / 1e6 / _BEATS if limit_us.isdecimal() else None
