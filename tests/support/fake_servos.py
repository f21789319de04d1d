"""Fakes below the servo drivers: sysfs, a line of a chip.

Run as a program, it drives a servo to the middle of a stroke and hangs there. FOLDER is
the root of its file system:

    python -m tests.support.fake_servos pwm FOLDER SILENCE_S
    python -m tests.support.fake_servos gpio FOLDER SILENCE_S
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rpi_hardware_pwm

import hardware.parts.guardian
from hardware.backend import Servo
from hardware.backends.pi.pins import open_pins
from hardware.parts.servos import GpioServo, PwmServo, guarded
from tests.support import fake_lines
from tests.support.eliminator_bench import ROW, Bench
from tests.support.fakepi import fake_pi

PI_4, PI_5 = "fe20c000.pwm", "1f00098000.pwm"
FAN = "1f0009c000.pwm"


def make_sysfs(root: Path, chips: dict[str, str], channel: int = 1) -> Path:
    """Make a tree like the kernel's; `chips` maps chips to their devices."""
    for chip, device in chips.items():
        (root / "devices" / device).mkdir(parents=True)
        exported = root / chip / f"pwm{channel}"
        exported.mkdir(parents=True)
        (root / chip / "device").symlink_to(root / "devices" / device)
        (root / chip / "export").touch()
        for file in ("period", "duty_cycle", "enable"):
            (exported / file).write_text("0\n")
    return root


def fake_pwm(root: Path) -> type:
    """Return the real package's class, looking for its chips below `root`."""

    class RootedPwm(rpi_hardware_pwm.HardwarePWM):
        @property
        def chippath(self) -> str:
            return str(root / Path(self._chip).name)

        @chippath.setter
        def chippath(self, path: str) -> None:
            self._chip = path

    return RootedPwm


@contextmanager
def driven(driver: str, root: Path, silence_s: float) -> Iterator[Servo]:
    """Drive a guarded servo on hardware that outlives this program in files."""
    if driver == "pwm":
        sysfs = root / "sys/class/pwm"
        vars(rpi_hardware_pwm)["HardwarePWM"] = fake_pwm(sysfs)
        row = ROW._replace(driver="pwm")
        yield guarded(PwmServo(row, sysfs), row, root, silence_s)
        return
    vars(hardware.parts.guardian)["__file__"] = fake_lines.__file__
    with fake_pi(root) as pi:
        assert pi.lgpio
        pi.lgpio.levels = fake_lines.KeptLevels(root / "dev")
        yield guarded(GpioServo(ROW, open_pins(pi.pi)), ROW, root, silence_s)


def drive(driver: str, root: Path, silence_s: float) -> None:
    with driven(driver, root, silence_s) as servo:
        bench = Bench(open_servo=lambda _row: servo)
        bench.prepare()
        bench.press("fire")
        bench.clock.tick(ROW.hold_ms / 1000 + 0.08)
        guardian = vars(servo)["_guardian"]
        sys.stdout.write(f"{bench.state} {guardian.pid}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    drive(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]))
