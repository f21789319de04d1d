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
    from fake_rpi.RPi import GPIO

fake_rpi.toggle_print(False)


class CorrectedGPIO(type(GPIO)):  # type: ignore[misc]  # fake-rpi has no types
    """Remembers what each pin is for, and calls back when an input changes.

    The kernel knows nothing of what it does: a pin stays as it was driven last.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[int, int]] = []  # channel, and how long it is high in µs
        self.pulsing: dict[int, CorrectedPwm] = {}
        self.PWM = lambda channel, hz: CorrectedPwm(self, channel, hz)
        self._functions: dict[int, int] = {}
        self._callbacks: dict[int, Callable[[int], None]] = {}

    def setup(
        self,
        channel: int,
        state: int,
        pull_up_down: int = GPIO.PUD_OFF,
        initial: int | None = None,
    ) -> None:
        self._functions[channel] = state
        level = int(pull_up_down == self.PUD_UP) if state == self.IN else initial
        self.lie(channel, level or 0)

    def gpio_function(self, channel: int) -> Any:
        return self._functions.get(channel, self.IN)

    def output(self, channel: int, state: int) -> None:
        if self.gpio_function(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.lie(channel, int(state))

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

    def lie(self, channel: int, level: int) -> None:
        """The pin has this level, and nobody is told."""
        self._inputs[channel] = level

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


class CorrectedPwm:
    """Pulses by a thread, in whole microseconds of the per cents it is told."""

    def __init__(self, gpio: CorrectedGPIO, channel: int, hz: float) -> None:
        if gpio.gpio_function(channel) != gpio.OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        if channel in gpio.pulsing:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        self._gpio, self._channel, self._hz = gpio, channel, hz
        gpio.pulsing[channel] = self

    def start(self, per_cent: float) -> None:
        self.ChangeDutyCycle(per_cent)

    def ChangeDutyCycle(self, per_cent: float) -> None:  # noqa: N802  # its name there
        if not 0 <= per_cent <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        on_us = int(per_cent * 1e6 / self._hz / 100)
        self._gpio.sent.append((self._channel, on_us))
        # It is high whenever that is the worst.
        self._gpio.lie(self._channel, int(on_us > 0))

    def ChangeFrequency(self, hz: float) -> None:  # noqa: N802  # its name there
        if hz <= 0:
            raise ValueError("frequency must be greater than 0.0")
        self._hz = hz

    def stop(self) -> None:
        # Its thread's last deed.
        self._gpio.lie(self._channel, 0)
        self._gpio.pulsing.pop(self._channel, None)


def rpi_package(gpio: Any) -> ModuleType:
    """What `from RPi import GPIO` is to find."""
    package = ModuleType("RPi")
    package.__spec__ = ModuleSpec("RPi", None)
    package.GPIO = gpio  # type: ignore[attr-defined]
    return package
