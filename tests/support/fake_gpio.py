"""Stand-ins for lgpio and RPi.GPIO, whose lines can be pulled from outside.

They have what gpiozero and our own pins use, and refuse and round as the libraries do.
A line that nobody drives follows its resistor. As with a Pi's kernel, a
released line keeps its last level.
"""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple

Callback = Callable[[int, int, int, int], None]

OUT = 1 << 1
# A cycle that is not longer than this is refused.
SHORTEST_US = 10


class Cycle(NamedTuple):
    """A cycle that a line repeats."""

    on_us: int
    off_us: int


class FakeLgpio(ModuleType):
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 1 << 5, 1 << 6, 1 << 7

    class error(Exception):  # noqa: N801  # its name in lgpio
        pass

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.__spec__ = ModuleSpec("lgpio", None)
        self.chips: list[int] = []
        self.broken = False
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.pulsing: dict[int, Cycle] = {}  # now, by line
        self.sent: list[tuple[int, Cycle]] = []  # ever
        self._callbacks: dict[int, Callback] = {}

    def drive(self, gpio: int, level: int) -> None:
        """Pull the wire to this level."""
        changed = self.levels.get(gpio) != level
        self.levels[gpio] = level
        if changed and gpio in self._callbacks:
            self._callbacks[gpio](0, gpio, level, 0)

    def gpiochip_open(self, chip: int) -> int:
        if self.broken:
            raise self.error("can not open gpiochip")
        self.chips.append(chip)
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.chips.remove(handle)
        self.pulsing.clear()
        self.modes.clear()

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        if gpio in self.modes and self.modes[gpio] != OUT:
            return  # it is one already, and keeps its flags
        self.pulsing.pop(gpio, None)
        self.modes[gpio] = flags
        self.levels[gpio] = int(flags & self.SET_PULL_UP != 0)

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0) -> None:
        if self.modes.get(gpio) == OUT:
            return  # it is one already, and keeps its level
        self.modes[gpio] = OUT
        self.levels[gpio] = level

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        assert edges == self.BOTH_EDGES
        self.modes[gpio] = flags

    def gpio_free(self, handle: int, gpio: int) -> None:
        if gpio not in self.modes:
            raise self.error("GPIO not allocated")
        self.pulsing.pop(gpio, None)
        self.modes.pop(gpio)

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels[gpio]

    def gpio_write(self, handle: int, gpio: int, level: int) -> None:
        self.gpio_claim_output(handle, gpio)
        self.levels[gpio] = int(level)

    def tx_pwm(self, handle: int, gpio: int, frequency: float, duty: float) -> None:
        if frequency == 0:
            self._pulse(gpio, Cycle(0, 0))
            return
        if not 0.1 <= frequency <= 10_000:
            raise self.error("bad PWM frequency")
        if not 0 <= duty <= 100:
            raise self.error("bad PWM dutycycle")
        cycle_us = int(1e6 / frequency + 0.5)
        on_us = int(duty / 100 * cycle_us + 0.5)
        self._pulse(gpio, Cycle(on_us, cycle_us - on_us))

    def _pulse(self, gpio: int, cycle: Cycle) -> None:
        if not any(cycle) and gpio in self.pulsing:
            # Nothing more is written: the line keeps its current level.
            del self.pulsing[gpio]
            return
        if sum(cycle) <= SHORTEST_US:
            raise self.error("bad PWM micros")
        self.gpio_claim_output(0, gpio)
        self.pulsing[gpio] = cycle
        self.sent.append((gpio, cycle))
        # It is high, because that is the worst case.
        self.levels[gpio] = int(cycle.on_us > 0)

    def callback(self, handle: int, gpio: int, edges: int, call: Callback) -> Any:
        self._callbacks[gpio] = call
        return _Cancel(lambda: self._callbacks.pop(gpio, None))


class _Cancel:
    def __init__(self, cancel: Callable[[], object]) -> None:
        self.cancel = cancel


# fake-rpi as published has random inputs and never fires an edge.


# It prints a banner when it is imported.
with redirect_stdout(io.StringIO()):
    import fake_rpi
    from fake_rpi.RPi import GPIO

fake_rpi.toggle_print(False)


class CorrectedGPIO(type(GPIO)):  # type: ignore[misc]  # fake-rpi has no types
    """A GPIO that remembers each pin's function, and calls back on changes.

    A pin keeps the level that it was last driven to.
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
        """Set the level of a pin without calling back."""
        self._inputs[channel] = level

    def set_input(self, channel: int, value: int) -> None:
        """Pull the wire to this level."""
        changed = self._inputs[channel] != value
        super().set_input(channel, value)
        if changed and channel in self._callbacks:
            self._callbacks[channel](channel)

    def cleanup(self, channel: int | None = None) -> None:
        for pin in [channel] if channel is not None else list(self._functions):
            self._functions.pop(pin, None)
            self._callbacks.pop(pin, None)


class CorrectedPwm:
    """Pulses by a thread, in whole microseconds."""

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
        # It is high, because that is the worst case.
        self._gpio.lie(self._channel, int(on_us > 0))

    def ChangeFrequency(self, hz: float) -> None:  # noqa: N802  # its name there
        if hz <= 0:
            raise ValueError("frequency must be greater than 0.0")
        self._hz = hz

    def stop(self) -> None:
        # The last thing that its thread does.
        self._gpio.lie(self._channel, 0)
        self._gpio.pulsing.pop(self._channel, None)


def rpi_package(gpio: Any) -> ModuleType:
    """Return the package for `from RPi import GPIO`."""
    package = ModuleType("RPi")
    package.__spec__ = ModuleSpec("RPi", None)
    package.GPIO = gpio  # type: ignore[attr-defined]
    return package
