"""Buttons on GPIO, pulled up and closing to ground.

The first edge counts at once; then the button is left alone for the bounce time and
looked at again, so that a bouncing contact gives one reading and a short press still
gives its release.
"""

from collections.abc import Callable, Iterable
from typing import Any

# Not gpiozero's Button: each of those keeps a thread that wakes ten times a second.
from gpiozero import InputDevice

from hardware.backend import Clock
from hardware.readings import Pressed, Reading, Released
from wiring.boardmap import Button


class Buttons:
    def __init__(
        self,
        rows: Iterable[Button],
        bounce_s: float,
        pins: Any,
        clock: Clock,
        post: Callable[[Reading], None],
    ) -> None:
        self._contacts = [_Contact(row, bounce_s, pins, clock, post) for row in rows]

    def close(self) -> None:
        for contact in self._contacts:
            contact.close()


class _Contact:
    def __init__(
        self,
        row: Button,
        bounce_s: float,
        pins: Any,
        clock: Clock,
        post: Callable[[Reading], None],
    ) -> None:
        self._control = row.control
        self._bounce_s = bounce_s
        self._clock = clock
        self._post = post
        self._raw = self._accepted = False
        self._bouncing = False
        self._device = InputDevice(row.gpio, pull_up=True, pin_factory=pins)
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed
        if self._device.is_active:
            self._edge(True)

    def close(self) -> None:
        self._device.close()

    def _changed(self, _ticks: int, high: bool) -> None:
        """gpiozero calls this from a thread of its own."""
        self._clock.call_soon_threadsafe(self._edge, not high)

    def _edge(self, down: bool) -> None:
        self._raw = down
        if not self._bouncing:
            self._accept()

    def _accept(self) -> None:
        if self._raw == self._accepted:
            return
        self._accepted = self._raw
        self._bouncing = True
        try:
            self._post((Pressed if self._raw else Released)(self._control))
        finally:
            self._clock.call_at(self._clock.time() + self._bounce_s, self._settled)

    def _settled(self) -> None:
        self._bouncing = False
        self._accept()
