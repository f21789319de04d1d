"""The strip and the pins of a real Pi, with only the device nodes faked."""

import errno
import os
import sys
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.backends.pi import spidev
from hardware.backends.pi.pins import import_lgpio, open_pins, pin_library
from hardware.backends.pi.pixels import PiPixels
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.buttons import Buttons
from hardware.parts.registry import DriverContext, Parts
from hardware.pi_model import Pi
from hardware.readings import Pressed, Reading, Released
from tests.support import ws2812
from tests.support.backend_contract import BOARD
from tests.support.fake_gpio import CorrectedGPIO
from tests.support.fakepi import (
    CM_5,
    CM_5_LITE,
    PI_4,
    PI_5,
    PI_500,
    FakePi,
    fake_pi,
    open_files,
)

PIXELS = BOARD.strip.pixels
WIRE = bytes(value % 256 for value in range(3 * PIXELS))


@pytest.fixture(scope="module", autouse=True)
def blinka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The libraries for one test, unloaded afterwards."""
    with fake_pi(tmp_path_factory.mktemp("pi")):
        yield


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[FakePi]:
    with fake_pi(tmp_path) as pi:
        yield pi


@pytest.fixture
def pixels(pi: FakePi) -> Iterator[PiPixels]:
    pixels = PiPixels(BOARD, pi.root)
    yield pixels
    pixels.close()


def stream(pi: FakePi) -> bytes:
    return (pi.root / "dev/spidev0.0").read_bytes()


@given(st.binary(min_size=3, max_size=90).filter(lambda wire: len(wire) % 3 == 0))
def test_a_strip_reads_back_any_frame(wire: bytes) -> None:
    assert ws2812.frames(spidev.stream(wire), spidev.FREQUENCY_HZ) == [wire]


# What each Pi divides by an even number to clock its SPI, in MHz.
CLOCKS = {
    "3 and Zero 2 W": 250,
    "3, fixed high": 400,
    "4": 500,
    "4 at 4K": 550,
    "5": 200,
}


@pytest.mark.parametrize("clock_mhz", CLOCKS.values(), ids=CLOCKS.keys())
def test_bits_and_pauses_fit_at_the_clock_that_each_pi_really_makes(
    clock_mhz: int,
) -> None:
    even = 2 * ceil(1e6 * clock_mhz / spidev.FREQUENCY_HZ / 2)
    real_hz = 1_000_000 * clock_mhz // even
    wire = b"\x00\xff\x55\xaa\x01\x80"
    line = spidev.stream(wire)
    assert ws2812.frames(line, real_hz) == [wire]
    for rest in (line.lstrip(b"\0"), line.rstrip(b"\0")):
        pause_us = 8e6 * (len(line) - len(rest)) / real_hz
        assert pause_us >= 300, "the line may rest high before and after a frame"


def test_the_bus_is_set_to_mode_0_and_its_speed_once(
    pi: FakePi, pixels: PiPixels
) -> None:
    pixels.show(WIRE)
    pixels.show(WIRE[::-1])
    mode, speed = 0x40016B01, 0x40046B04
    assert pi.settings == [
        (mode, b"\x00"),
        (speed, (3_250_000).to_bytes(4, "little")),
    ]


def test_a_strip_that_was_closed_stays_dark(pi: FakePi, pixels: PiPixels) -> None:
    pixels.show(WIRE)
    pixels.close()
    assert pi.frames() == [WIRE, bytes(len(WIRE))]
    (pi.root / "dev/spidev0.0").write_bytes(b"")
    pixels.show(WIRE)
    pixels.close()
    assert stream(pi) == b""


def test_a_failed_device_is_closed_and_opened_again(
    pi: FakePi, pixels: PiPixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels.show(WIRE)
    before = open_files()
    with monkeypatch.context() as broken:

        def write(_file: int, _data: bytes) -> int:
            raise OSError(errno.EIO, "Input/output error")

        broken.setattr(os, "write", write)
        with pytest.raises(OSError, match="Input/output error"):
            pixels.show(WIRE[::-1])
    assert open_files() == before - 1
    (pi.root / "dev/spidev0.0").write_bytes(b"")
    pixels.show(WIRE[::-1])
    assert pi.frames() == [WIRE[::-1]]


def test_half_a_frame_is_an_error_and_not_wrong_colours(
    pi: FakePi, pixels: PiPixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as short:
        short.setattr(os, "write", lambda _file, data: len(data) // 2)
        with pytest.raises(OSError, match=r"spidev0\.0 took 1076 of 2152 bytes"):
            pixels.show(WIRE)


# The Pi's pins: which library, where it writes, and the real buttons above it.


FOUR, FIVE = Pi(PI_4, "4"), Pi(PI_5, "5")


@pytest.mark.parametrize(
    ("installed", "on_a_pi_4", "on_a_pi_5"),
    [
        ({"lgpio", "RPi"}, "lgpio", "lgpio"),
        ({"lgpio"}, "lgpio", "lgpio"),
        ({"RPi"}, "RPi.GPIO", None),
        (set(), None, None),
    ],
)
def test_lgpio_comes_first_and_rpi_gpio_never_on_a_pi_5(
    monkeypatch: pytest.MonkeyPatch,
    installed: set[str],
    on_a_pi_4: str | None,
    on_a_pi_5: str | None,
) -> None:
    monkeypatch.setattr("hardware.backends.pi.pins.find_spec", installed.__contains__)
    assert (pin_library(FOUR), pin_library(FIVE)) == (on_a_pi_4, on_a_pi_5)


@pytest.mark.parametrize("model", [PI_5, PI_500, CM_5, CM_5_LITE])
@pytest.mark.parametrize("number", [0, 4])
def test_pins_are_opened_on_the_chip_of_the_header(
    tmp_path: Path, model: str, number: int
) -> None:
    chip = tmp_path / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
    chip.mkdir(parents=True)
    (chip / "compatible").write_text("raspberrypi,rp1-gpio\0")
    with fake_pi(tmp_path, model) as pi:
        opened = open_pins(pi.pi, tmp_path)
        assert pi.lgpio
        assert pi.lgpio.chips == [number]
        opened.close()


# lgpio as it is: on import it goes to LG_WD and makes a pipe there.
LGPIO = """
import os
os.chdir(os.environ["LG_WD"])
os.mkfifo(".lgd-nfy0")
folder = os.getcwd()
writer = os.open(".lgd-nfy0", os.O_RDWR)
reader = open(".lgd-nfy0", "rb", buffering=0)
"""


@pytest.fixture
def imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """A module on disk that makes its pipe as lgpio does."""
    (tmp_path / "lgpio.py").write_text(LGPIO)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    import_lgpio()
    lgpio = sys.modules.pop("lgpio")
    yield vars(lgpio)
    os.close(lgpio.writer)
    lgpio.reader.close()


def test_lgpio_has_its_pipe_and_leaves_nothing_behind(imported: dict[str, Any]) -> None:
    assert not Path(imported["folder"]).exists()
    assert "LG_WD" not in os.environ
    os.write(imported["writer"], b"edge")
    assert imported["reader"].read(4) == b"edge"


def test_lgpio_does_not_carry_the_program_away(
    imported: dict[str, Any], tmp_path: Path
) -> None:
    assert str(tmp_path) != imported["folder"]
    assert Path.cwd() == tmp_path


# RPi.GPIO


def test_a_button_that_is_down_at_the_start_is_pressed_over_rpi_gpio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = CorrectedGPIO.setup

    def under_a_finger(gpio: Any, channel: int, *how: Any, **more: Any) -> None:
        setup(gpio, channel, *how, **more)
        gpio.lie(channel, 0)

    with fake_pi(tmp_path, pins="RPi.GPIO") as pi:
        monkeypatch.setattr(CorrectedGPIO, "setup", under_a_finger)
        clock, read = VirtualClock(), list[Reading]()
        pins = open_pins(pi.pi)
        row = BOARD.buttons[0]
        buttons = Buttons(
            [row], DriverContext(pins, clock, read.append, Parts(), 0.025)
        )
        assert read == [Pressed("seat:0")]
        clock.tick(1)
        pi.drive(row.gpio, 1)
        clock.tick(1)
        assert read == [Pressed("seat:0"), Released("seat:0")]
        buttons.close()
        pins.close()
