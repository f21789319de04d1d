"""What systemd is told: that the table is ready, how it is, that it still moves."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

# A beat comes so many times within the time that systemd waits for one.
_BEATS = 3


class Notify:
    """Where nobody asked to be told, nothing happens."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ has no file.
        is_abstract = address.startswith("@")
        self._address = "\0" + address[1:] if is_abstract else address
        self._socket: socket.socket | None = None
        # How often `beat` is wanted; None if nobody waits for it.
        self.beat_s = _beat_s(environment) if address else None

    def ready(self, status: str) -> None:
        self._say("READY=1", _status(status))

    def status(self, status: str) -> None:
        self._say(_status(status))

    def beat(self) -> None:
        self._say("WATCHDOG=1")

    def stopping(self) -> None:
        self._say("STOPPING=1")

    def close(self) -> None:
        """Nobody is told anything after this."""
        self._address = ""
        if self._socket:
            self._socket.close()

    def _say(self, *lines: str) -> None:
        if not self._address:
            return
        if self._socket is None:
            kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
            self._socket = socket.socket(socket.AF_UNIX, kind)
            # A reader that hangs must not take the table with it.
            self._socket.setblocking(False)
        with suppress(OSError):
            self._socket.sendto("\n".join(lines).encode(), self._address)


def _status(sentence: str) -> str:
    return f"STATUS={' '.join(sentence.split())}"


def _beat_s(environment: Mapping[str, str]) -> float | None:
    # The variables may have been meant for a process that started this one.
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    limit_us = environment.get("WATCHDOG_USEC", "")
    return int(limit_us) / 1e6 / _BEATS if limit_us.isdecimal() else None
