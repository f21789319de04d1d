"""What the Eliminator's servo needs of the system, by the driver that it has."""

from collections.abc import Iterator

from controller.doctor.boot import CONFIG, config_file, told
from controller.doctor.case import Case
from controller.doctor.finding import Finding, remark, well, wrong
from hardware.pi.pins import pin_library
from hardware.servos import I2C, OVERLAY, ServoError, pwm_chip

# What a Pi's kernel does with a line whose program has died: the parameters of its two
# drivers of pins, and what they say where the line stays as it was driven last.
_DRIVERS = ("pinctrl_bcm2835", "pinctrl_rp1")
_KEEPS = {"persist_gpio_outputs": "Y", "strict_gpiod": "N"}
STRICT = "dtparam=strict_gpiod"
_ON = ("on", "yes", "true", "y", "1")


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


def servo_line(case: Case) -> Iterator[Finding]:
    """Whether the kernel takes the servo's line back when the program dies."""
    row = case.board.eliminator if case.board else None
    if case.pi is None or row is None or row.driver != "gpio":
        return
    # RPi.GPIO drives pins past the kernel, which then has nothing to take back.
    keeps = _keeps_lines(case) if pin_library(case.pi) == "lgpio" else None
    if keeps is False:
        yield well("servo line", "the kernel takes it back if the program dies")
    elif keeps:
        yield _kept(case)


def _keeps_lines(case: Case) -> bool | None:
    """None where the kernel does not say."""
    for driver in _DRIVERS:
        for parameter, keeping in _KEEPS.items():
            path = f"sys/module/{driver}/parameters/{parameter}"
            said = case.machine.text(path)
            if said is not None:
                return said.strip() == keeping
    return None


def _kept(case: Case) -> Finding:
    path = config_file(case.machine) or CONFIG
    text = case.machine.text(path) or ""
    generation = case.pi.generation if case.pi else None
    if told(text, generation).parameters.get("strict_gpiod") in _ON:
        says = f"/{path} says {STRICT}, which counts once the Pi starts again"
        return remark("servo line", says, "sudo reboot")
    return remark(
        "servo line",
        "this kernel leaves it high if the program and its guardian die together in "
        "mid-pulse, until the service drives it low; it can take it back itself",
        f"printf '[all]\\n{STRICT}\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )
