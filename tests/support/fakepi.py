"""A Raspberry Pi with real drivers, of which only the lowest layer is faked.

That is the SPI node and its ioctl, and the module that drives the pins. Afterwards
nothing of it is left in this process.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from hardware.backends.pi.spidev import FREQUENCY_HZ
from hardware.pi_model import Pi, this_pi
from tests.support import fake_lines, ws2812
from tests.support.fake_gpio import CorrectedGPIO, FakeLgpio, rpi_package

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
PI_500 = "Raspberry Pi 500 Rev 1.0"
CM_5 = "Raspberry Pi Compute Module 5 Rev 1.0"
CM_5_LITE = "Raspberry Pi Compute Module 5 Lite Rev 1.0"

# By which gpiozero recognises the board.
_REVISIONS = {
    PI_3: 0xA020D3,
    PI_4: 0xC03114,
    PI_5: 0xC04170,
    PI_500: 0xD04190,
    CM_5: 0xC04180,
    CM_5_LITE: 0xC041A0,
}
# Modules that look at the board on import, and so are loaded again for each Pi.
_PER_BOARD = (
    "RPi",
    "gpiozero.pins.lgpio",
    "gpiozero.pins.rpigpio",
    "hardware.backends.pi.exact_pins",
    "lgpio",
)


def file_system(root: Path, model: str = PI_4) -> Path:
    """Write the few files of a Pi that the drivers read."""
    files = {
        "proc/device-tree/model": f"{model}\0",
        "dev/spidev0.0": "",
        "dev/gpiochip0": "",
        "dev/gpiomem": "",
        "sys/module/spidev/parameters/bufsiz": "4096\n",
        "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def open_files() -> int:
    """Count the open files of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


class FakePi(NamedTuple):
    root: Path
    pi: Pi
    settings: list[tuple[int, bytes]]  # each ioctl of the SPI node
    lgpio: FakeLgpio | None
    gpio: CorrectedGPIO | None

    def drive(self, gpio: int, level: int) -> None:
        """Pull the wire to this level."""
        if self.lgpio:
            self.lgpio.drive(gpio, level)
        if self.gpio:
            self.gpio.set_input(gpio, level)

    def frames(self) -> list[bytes]:
        """Return what the strip understood."""
        stream = (self.root / "dev/spidev0.0").read_bytes()
        return ws2812.frames(stream, FREQUENCY_HZ)


@contextmanager
def fake_pi(root: Path, model: str = PI_4, pins: str = "lgpio") -> Iterator[FakePi]:
    file_system(root, model)
    found = this_pi(root)
    assert found
    lgpio = FakeLgpio() if pins == "lgpio" else None
    gpio = CorrectedGPIO() if pins == "RPi.GPIO" else None
    pi = FakePi(root, found, [], lgpio, gpio)
    revision = _REVISIONS[model]
    modules: dict[str, Any] = {
        # For an import, None means that the module is missing.
        "lgpio": lgpio,
        "RPi": rpi_package(gpio) if gpio else None,
        "RPi.GPIO": gpio,
    }

    def ioctl(file: int, request: int, value: Any) -> int:
        if fake_lines.is_for_a_chip(request):
            return fake_lines.ioctl(file, request, value)
        pi.settings.append((request, value))
        return 0

    with (
        _loaded_anew(),
        patch.dict(sys.modules, modules),
        patch("fcntl.ioctl", ioctl),
        patch("gpiozero.pins.local.get_pi_revision", lambda: revision),
    ):
        yield pi


@contextmanager
def _loaded_anew() -> Iterator[None]:
    before = {name: sys.modules.pop(name) for name in _per_board()}
    try:
        yield
    finally:
        for name in _per_board():
            del sys.modules[name]
        sys.modules.update(before)


def _per_board() -> list[str]:
    return [name for name in sys.modules if name.startswith(_PER_BOARD)]
