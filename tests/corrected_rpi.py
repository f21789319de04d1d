"""fake-rpi made to behave: as published, inputs are random and no edge ever fires."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# It prints a banner when it is imported.
with redirect_stdout(io.StringIO()):
    import fake_rpi
    from fake_rpi.RPi import _GPIO

fake_rpi.toggle_print(False)


class CorrectedGPIO(_GPIO):  # type: ignore[misc]  # fake-rpi has no types
    """Remembers what each pin is for, and calls back when an input changes."""

    def __init__(self) -> None:
        super().__init__()
        self._functions: dict[int, int] = {}
        self._callbacks: dict[int, Callable[[int], None]] = {}

    def setup(
        self,
        channel: int,
        state: int,
        pull_up_down: int = _GPIO.PUD_OFF,
        initial: int | None = None,
    ) -> None:
        self._functions[channel] = state
        level = int(pull_up_down == self.PUD_UP) if state == self.IN else initial
        self._inputs[channel] = level or 0

    def gpio_function(self, channel: int) -> Any:
        return self._functions.get(channel, self.IN)

    def output(self, channel: int, state: int) -> None:
        if self.gpio_function(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._inputs[channel] = int(state)

    def add_event_detect(
        self,
        channel: int,
        edge: int,
        callback: Callable[[int], None],
        bouncetime: int,
    ) -> None:
        assert (edge, bouncetime) == (self.BOTH, -666), "no filter but our own"
        self._callbacks[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self._callbacks.pop(channel, None)

    def set_input(self, channel: int, value: int) -> None:
        """A hand on the wire."""
        changed = self._inputs[channel] != value
        super().set_input(channel, value)
        if changed and channel in self._callbacks:
            self._callbacks[channel](channel)

    def cleanup(self, channel: int | None = None) -> None:
        for pin in [channel] if channel is not None else list(self._functions):
            self._functions.pop(pin, None)
            self._callbacks.pop(pin, None)


def rpi_package(gpio: Any) -> ModuleType:
    """What `from RPi import GPIO` is to find."""
    package = ModuleType("RPi")
    package.__spec__ = ModuleSpec("RPi", None)
    package.GPIO = gpio  # type: ignore[attr-defined]
    return package
