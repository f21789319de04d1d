"""A Raspberry Pi with real drivers, of which only the lowest layer is faked.

That is the SPI node and its ioctl, the C modules for PWM and PIO, and the module that
drives the pins. Blinka is told which Pi it runs on. Afterwards nothing of it is left in
this process.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
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

# By which Blinka and gpiozero recognise the board.
_BOARDS = {
    PI_3: ("RASPBERRY_PI_3B_PLUS", 0xA020D3),
    PI_4: ("RASPBERRY_PI_4B", 0xC03114),
    PI_5: ("RASPBERRY_PI_5", 0xC04170),
    PI_500: ("RASPBERRY_PI_500", 0xD04190),
    CM_5: ("RASPBERRY_PI_CM5", 0xC04180),
    CM_5_LITE: ("RASPBERRY_PI_CM5_LITE", 0xC041A0),
}
# Modules that look at the board on import, and so are loaded again for each Pi.
_PER_BOARD = (
    "RPi",
    "_rpi_ws281x",
    "adafruit_",
    "board",
    "busio",
    "digitalio",
    "gpiozero.pins.lgpio",
    "gpiozero.pins.rpigpio",
    "hardware.backends.pi.exact_pins",
    "hardware.backends.pi.pin_chain",
    "lgpio",
    "microcontroller",
    "neopixel",
)


def file_system(root: Path, model: str = PI_4) -> Path:
    """Write the few files of a Pi that the drivers read."""
    files = {
        "proc/device-tree/model": f"{model}\0",
        "dev/spidev0.0": "",
        "dev/gpiochip0": "",
        "dev/gpiomem": "",
        "dev/mem": "",
        "dev/pio0": "",
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
    pixels: list[tuple[int, bytes]]  # pin and frame, as the C modules got them
    lgpio: FakeLgpio | None
    gpio: CorrectedGPIO | None

    def drive(self, gpio: int, level: int) -> None:
        """Pull the wire to this level."""
        if self.lgpio:
            self.lgpio.drive(gpio, level)
        if self.gpio:
            self.gpio.set_input(gpio, level)

    def frames(self) -> list[bytes]:
        """Return what the strip understood, whichever driver sent it."""
        stream = (self.root / "dev/spidev0.0").read_bytes()
        spoken = ws2812.frames(stream, FREQUENCY_HZ)
        return spoken + [frame for _, frame in self.pixels]


@contextmanager
def fake_pi(root: Path, model: str = PI_4, pins: str = "lgpio") -> Iterator[FakePi]:
    file_system(root, model)
    found = this_pi(root)
    assert found
    lgpio = FakeLgpio() if pins == "lgpio" else None
    gpio = CorrectedGPIO() if pins == "RPi.GPIO" else None
    pi = FakePi(root, found, [], [], lgpio, gpio)
    board, revision = _BOARDS[model]
    modules: dict[str, Any] = {
        "_rpi_ws281x": ws281x(pi.pixels),
        "adafruit_raspberry_pi5_neopixel_write": pio(pi.pixels),
        # For an import, None means that the module is missing.
        "lgpio": lgpio,
        "RPi": rpi_package(gpio) if gpio else None,
        "RPi.GPIO": gpio,
    }
    environment = {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": board}

    def ioctl(file: int, request: int, value: Any) -> int:
        if fake_lines.is_for_a_chip(request):
            return fake_lines.ioctl(file, request, value)
        pi.settings.append((request, value))
        return 0

    with (
        patch.dict(os.environ, environment),
        _loaded_anew(),
        patch.dict(sys.modules, modules),
        patch("fcntl.ioctl", ioctl),
        patch("gpiozero.pins.local.get_pi_revision", lambda: revision),
    ):
        _tell_blinka(revision)
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


def _tell_blinka(revision: int) -> None:
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    from adafruit_blinka.microcontroller.generic_linux import raspberry_pi_pin
    from adafruit_platformdetect import Detector

    # Even a forced board is looked up again by its revision.
    cpuinfo = {"Revision": f"{revision:x}"}
    Detector.get_cpuinfo_field = lambda _, field: cpuinfo.get(field)

    class UnconnectedPin(raspberry_pi_pin.Pin):  # type: ignore[misc]  # no types
        """A pin that is only passed on to the C module by number."""

        def init(self, mode: int = 0, pull: int | None = None) -> None:
            pass

        def value(self, val: int | None = None) -> int:
            return 0

    raspberry_pi_pin.Pin = UnconnectedPin


def pio(sent: list[tuple[int, bytes]]) -> ModuleType:
    """Stand in for the module that sends a frame by a Pi 5's PIO."""
    module = ModuleType("adafruit_raspberry_pi5_neopixel_write")
    module.__spec__ = ModuleSpec(module.__name__, None)

    def neopixel_write(gpio: Any, frame: bytearray) -> None:
        sent.append((gpio._pin.id, bytes(frame)))

    module.neopixel_write = neopixel_write  # type: ignore[attr-defined]
    return module


class _Channel:
    def __init__(self) -> None:
        self.settings: dict[str, int] = {}
        self.lamps: dict[int, int] = {}


class ws281x(ModuleType):  # noqa: N801  # it is a module
    """The C module that sends a frame by the PWM of a Pi 4 or older."""

    WS2811_STRIP_RGB = 0x00100800
    WS2811_SUCCESS = 0

    def __init__(self, sent: list[tuple[int, bytes]]) -> None:
        super().__init__("_rpi_ws281x")
        self.__spec__ = ModuleSpec(self.__name__, None)
        self.sent = sent
        self.set_up = 0

    def __getattr__(self, name: str) -> Any:
        prefix, _, verb = name.rpartition("_")
        setting = prefix.rpartition("ws2811_channel_t_")[2]
        if prefix.startswith("ws2811_channel_t_") and verb == "set":
            return lambda channel, value: channel.settings.update({setting: value})
        if prefix.startswith("ws2811_channel_t_") and verb == "get":
            return lambda channel: channel.settings[setting]
        if prefix.startswith("ws2811_t_") or name == "delete_ws2811_t":
            return lambda *_: None
        raise AttributeError(name)

    def new_ws2811_t(self) -> list[_Channel]:
        return [_Channel(), _Channel()]

    def ws2811_channel_get(self, strip: list[_Channel], number: int) -> _Channel:
        return strip[number]

    def ws2811_init(self, strip: list[_Channel]) -> int:
        self.set_up += 1
        return self.WS2811_SUCCESS

    def ws2811_fini(self, strip: list[_Channel]) -> None:
        pass

    def ws2811_led_set(self, channel: _Channel, pixel: int, colour: int) -> None:
        channel.lamps[pixel] = colour

    def ws2811_render(self, strip: list[_Channel]) -> int:
        channel = next(c for c in strip if c.settings["count"])
        lamps = [channel.lamps[n] for n in range(channel.settings["count"])]
        frame = b"".join(colour.to_bytes(3) for colour in lamps)
        self.sent.append((channel.settings["gpionum"], frame))
        return self.WS2811_SUCCESS
