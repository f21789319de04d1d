"""Serial ports: which boards are plugged in, and the bytes of one of them.

The serial number of its USB plug identifies a board; a port's name means nothing.
pyserial finds, opens and configures the port. The event loop watches the port's file
descriptor, so an idle board costs nothing.
"""

import asyncio
import os
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.backend import LineLost, OnData, OnLost, Plugs

BAUD = 115_200
_AT_ONCE = 65536
DEV = Path("/dev")


def usb_ports() -> Plugs:
    from serial.tools import list_ports

    return [
        (port.serial_number, port.device)
        for port in list_ports.comports()
        if port.serial_number
    ]


class SerialPorts:
    """The machine's own ports, watched by the event loop."""

    def __init__(
        self,
        loop: Any,  # an event loop is a clock that can also watch a port
        list_ports: Callable[[], Plugs] = usb_ports,
    ) -> None:
        self._loop = loop
        self._list_ports = list_ports
        self._looked_at = 0
        self._found: Plugs = ()

    def find(self) -> Plugs:
        # A port that appears or disappears changes its folder; otherwise skip the
        # search.
        changed_at = DEV.stat().st_mtime_ns
        if changed_at != self._looked_at:
            self._looked_at = changed_at
            self._found = self._list_ports()
        return self._found

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> "SerialLine":
        self._looked_at = 0  # search again next time, whatever happens now
        return SerialLine(name, self._loop, on_data, on_lost)


class SerialLine:
    def __init__(
        self,
        name: str,
        loop: asyncio.AbstractEventLoop,
        on_data: OnData,
        on_lost: OnLost,
    ) -> None:
        self._loop = loop
        self._on_data = on_data
        self._on_lost = on_lost
        self._port = _opened(name)
        self._fd: int = self._port.fileno()
        loop.add_reader(self._fd, self._readable)

    def send(self, data: bytes) -> None:
        # Avoid pyserial's write, which loops for ever on a full port without a timeout.
        try:
            os.write(self._fd, data)
        except BlockingIOError:
            return
        except (OSError, termios.error) as error:
            raise LineLost(reason(error)) from None

    def close(self) -> None:
        if self._port is None:
            return
        self._loop.remove_reader(self._fd)
        port, self._port = self._port, None
        try:
            port.close()
        except (OSError, termios.error):
            return  # already gone

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, _AT_ONCE)
        except BlockingIOError:
            return
        except (OSError, termios.error) as error:
            self._lose(reason(error))
            return
        if data:
            self._on_data(data)
        else:
            self._lose("it was unplugged")

    def _lose(self, why: str) -> None:
        self.close()
        self._on_lost(why)


def _opened(name: str) -> Any:
    from serial import Serial

    try:
        return Serial(name, BAUD, timeout=0, exclusive=True)
    # pyserial wraps some errors, but lets other OSErrors and termios' own through.
    except (OSError, termios.error, ValueError) as error:
        raise LineLost(reason(error)) from None


def reason(error: Exception) -> str:
    """Explain in plain words why a port failed."""
    if getattr(error, "errno", None) == 13:
        group = "sudo usermod -aG dialout $USER, then log in again"
        return f"it may not be opened; allow it with: {group}"
    return f"{error}".replace("\n", " ") or type(error).__name__
