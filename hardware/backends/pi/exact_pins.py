"""gpiozero's pins over lgpio, with pulses as long as they are asked to be.

gpiozero itself rounds them down to whole per cents of a frame, 20 degrees of a servo.
And when pulses end, lgpio leaves the line as it is just then: it may be high.
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
        # In per cents still, but lgpio takes parts of them and rounds to microseconds.
        lgpio.tx_pwm(self.factory._handle, self._number, frequency, 100 * value)
        self._pwm = frequency, 100 * value

    def _set_frequency(self, value: int | None) -> None:
        if self._pwm and value == self._pwm[0]:
            return  # asked for before each pulse, and lgpio would queue it
        is_ending = self._pwm and not value
        super()._set_frequency(value)
        if is_ending:
            lgpio.gpio_write(self.factory._handle, self._number, 0)


def open_exact_pins(chip: int) -> Any:
    """gpiozero's pin factory on this chip; raises what lgpio raises."""
    factory = LGPIOFactory(chip=chip)
    factory.pin_class = ExactPin
    return factory
