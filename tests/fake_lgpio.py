"""A stand-in for the `lgpio` module: one chip whose lines can be pulled from outside.

It knows what gpiozero asks of it. A line that nobody drives follows its resistor.
"""

from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Callback = Callable[[int, int, int, int], None]

OUT = 1 << 1


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
        self.pwm: dict[int, tuple[float, float]] = {}
        self._callbacks: dict[int, Callback] = {}

    def drive(self, gpio: int, level: int) -> None:
        """A hand on the wire."""
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

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self.modes[gpio] = flags
        self.levels[gpio] = int(flags & self.SET_PULL_UP != 0)

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0) -> None:
        self.modes[gpio] = OUT
        self.levels[gpio] = level

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        assert edges == self.BOTH_EDGES
        self.modes[gpio] = flags

    def gpio_free(self, handle: int, gpio: int) -> None:
        self.modes.pop(gpio)

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels[gpio]

    def gpio_write(self, handle: int, gpio: int, level: int) -> None:
        self.levels[gpio] = int(level)

    def tx_pwm(self, handle: int, gpio: int, frequency: float, duty: float) -> None:
        self.pwm[gpio] = frequency, duty

    def callback(self, handle: int, gpio: int, edges: int, call: Callback) -> Any:
        self._callbacks[gpio] = call
        return _Cancel(lambda: self._callbacks.pop(gpio, None))


class _Cancel:
    def __init__(self, cancel: Callable[[], object]) -> None:
        self.cancel = cancel
