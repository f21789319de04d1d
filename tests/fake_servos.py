"""What lies below the servo drivers, faked: sysfs, an I2C bus, a pin that pulses.

Run as a program it drives a servo to the middle of a stroke and hangs there:

    python -m tests.fake_servos pwm FOLDER SILENCE_S
    python -m tests.fake_servos gpio DESCRIPTOR SILENCE_S
"""

import os
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

import rpi_hardware_pwm
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.backend import Servo
from hardware.servos import GpioServo, PwmServo, guarded
from tests.eliminator_bench import ROW, Bench

PI_4, PI_5 = "fe20c000.pwm", "1f00098000.pwm"
FAN = "1f0009c000.pwm"


def make_sysfs(root: Path, chips: dict[str, str], channel: int = 1) -> Path:
    """A tree as the kernel shows it; `chips` are devices by the name of their chip."""
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
    """The real package's class, looking for its chips below `root`."""

    class RootedPwm(rpi_hardware_pwm.HardwarePWM):
        @property
        def chippath(self) -> str:
            return str(root / Path(self._chip).name)

        @chippath.setter
        def chippath(self, path: str) -> None:
            self._chip = path

    return RootedPwm


class FakeI2C:
    """A bus with one chip of 256 registers; `log` has each write with its address."""

    def __init__(self) -> None:
        self.registers = bytearray(256)
        self.log: list[tuple[int, bytes]] = []
        self._at = 0

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(
        self, address: int, data: bytes, *, start: int = 0, end: int | None = None
    ) -> None:
        wire = bytes(data)[start:end]
        self.log.append((address, wire))
        if wire:
            self._at = wire[0]
            self.registers[self._at : self._at + len(wire) - 1] = wire[1:]

    def readfrom_into(
        self, address: int, into: Any, *, start: int = 0, end: int | None = None
    ) -> None:
        end = len(into) if end is None else end
        into[start:end] = self.registers[self._at : self._at + end - start]

    def writeto_then_readfrom(
        self,
        address: int,
        out: bytes,
        into: Any,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        self.writeto(address, out, start=out_start, end=out_end)
        self.readfrom_into(address, into, start=in_start, end=in_end)


class PulsingPin(MockPWMPin):  # type: ignore[misc]
    """Pulses by a thread of its own, as the real pin libraries do."""

    descriptor = -1

    def _set_frequency(self, value: int | None) -> None:
        super()._set_frequency(value)
        if value is not None and not hasattr(self, "_stopped"):
            self._stopped = Event()
            Thread(target=self._pulse, daemon=True).start()

    def _pulse(self) -> None:
        while not self._stopped.wait(0.01):
            os.write(self.descriptor, b".")


def drive(driver: str, where: str, silence_s: float) -> None:
    def open_servo(_row: object) -> Servo:
        if driver == "pwm":
            root = Path(where)
            vars(rpi_hardware_pwm)["HardwarePWM"] = fake_pwm(root)
            return guarded(PwmServo(ROW, root), silence_s)
        PulsingPin.descriptor = int(where)
        return guarded(GpioServo(ROW, MockFactory(pin_class=PulsingPin)), silence_s)

    bench = Bench(open_servo=open_servo)
    bench.prepare()
    bench.press("fire")
    bench.clock.tick(ROW.hold_ms / 1000 + 0.08)
    sys.stdout.write(f"{bench.state}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    drive(sys.argv[1], sys.argv[2], float(sys.argv[3]))
