"""What the Eliminator's servo needs of the system, by the driver that it has."""

from collections.abc import Iterator

from controller.doctor.boot import CONFIG, config_file
from controller.doctor.case import Case
from controller.doctor.finding import Finding, wrong
from hardware.servos import I2C, OVERLAY, ServoError, pwm_chip


def troubles(case: Case) -> Iterator[Finding]:
    """It opens nothing: a servo must not move because somebody looks at it."""
    row = case.board.eliminator if case.board else None
    root = case.machine.root
    match row.driver if row else None:
        case "pca9685":
            node = I2C.relative_to("/")
            if not (root / node).exists():
                says = f"there is no /{node}: I2C is switched off"
                switch_on = "sudo raspi-config nonint do_i2c 0"
                yield wrong("eliminator", says, switch_on)
        case "pwm":
            try:
                pwm_chip(root / "sys/class/pwm")
            except ServoError:
                config = config_file(case.machine) or CONFIG
                yield wrong(
                    "eliminator",
                    f"the PWM of GPIO12 and 13 is not switched on in /{config}",
                    f"printf '[all]\\n{OVERLAY}\\n' | sudo tee -a /{config}",
                    "sudo reboot",
                )
