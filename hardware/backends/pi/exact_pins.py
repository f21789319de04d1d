"""gpiozero's pins over lgpio, with exact pulses.

gpiozero itself rounds them down to whole per cents of a frame, which is 20 degrees of
a servo. And when pulses end, lgpio leaves the line at its current level, maybe high.
"""

from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin


class ExactPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
    _pwm: tuple[float, float] | None  # frequency and per cents, while it pulses

    def _set_state(self, value: float) -> None:
        if self._pwm is None:
            super()._set_state(value)
            return
        frequency, _ = self._pwm
        # lgpio takes fractions of a per cent too, and rounds to microseconds.
        lgpio.tx_pwm(self.factory._handle, self._number, frequency, 100 * value)
        self._pwm = frequency, 100 * value

    def _set_frequency(self, value: int | None) -> None:
        if self._pwm and value == self._pwm[0]:
            return  # gpiozero sets it before each pulse, and lgpio would queue it
        is_ending = self._pwm and not value
        super()._set_frequency(value)
        if is_ending:
            lgpio.gpio_write(self.factory._handle, self._number, 0)


def open_exact_pins(chip: int) -> Any:
    """Return gpiozero's pin factory on this chip; raise what lgpio raises."""
    factory = LGPIOFactory(chip=chip)
    factory.pin_class = ExactPin
    return factory
