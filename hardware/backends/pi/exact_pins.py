"""gpiozero's pins over lgpio, with exact pulses.

gpiozero itself rounds them down to whole percents of a frame, and 1 % of a frame turns
a servo by 20 degrees. Also, when pulses end, lgpio leaves the line at its current
level, which may be high.
"""

from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin


class ExactPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
    _pwm: tuple[float, float] | None  # frequency and duty cycle in percent, if pulsing

    def _set_state(self, value: float) -> None:
        if self._pwm is None:
            super()._set_state(value)
            return
        frequency, _ = self._pwm
        # lgpio accepts fractions of a percent and rounds to microseconds.
        lgpio.tx_pwm(self.factory._handle, self._number, frequency, 100 * value)
        self._pwm = frequency, 100 * value

    def _set_frequency(self, value: int | None) -> None:
        if self._pwm and value == self._pwm[0]:
            return  # gpiozero sets this before each pulse, and lgpio would queue it
        is_ending = self._pwm and not value
        super()._set_frequency(value)
        if is_ending:
            lgpio.gpio_write(self.factory._handle, self._number, 0)


def open_exact_pins(chip: int) -> Any:
    """Return gpiozero's pin factory on this chip; pass on what lgpio raises."""
    factory = LGPIOFactory(chip=chip)
    factory.pin_class = ExactPin
    return factory
