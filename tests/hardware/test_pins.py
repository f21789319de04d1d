"""The Pi's pins: which library, where it writes, and the real buttons above it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.backends.pi.pins import Pins, import_lgpio, open_pins, pin_library
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.buttons import Buttons
from hardware.parts.registry import DriverContext, Parts
from hardware.pi_model import Pi
from hardware.readings import Pressed, Reading, Released
from tests.support.backend_contract import BOARD
from tests.support.fake_gpio import CorrectedGPIO
from tests.support.fakepi import CM_5, CM_5_LITE, PI_4, PI_5, PI_500, fake_pi

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


@pytest.mark.parametrize(
    ("pins", "factory"), [("lgpio", "LGPIOFactory"), ("RPi.GPIO", "RPiGPIOFactory")]
)
def test_the_factory_is_the_one_that_was_named(
    tmp_path: Path, pins: str, factory: str
) -> None:
    with fake_pi(tmp_path, pins=pins) as pi:
        opened = open_pins(pi.pi)
        assert type(opened).__name__ == factory
        opened.close()


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
    """A module on disk that behaves like lgpio in this one way."""
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


class Opening:
    """Makes a factory of one pin, but not at once."""

    def __init__(self) -> None:
        self.tries = 0
        self.closed = 0
        self.pin = "a pin"

    def __call__(self) -> "Opening":
        self.tries += 1
        if self.tries < 3:
            raise OSError("not yet")
        return self

    def close(self) -> None:
        self.closed += 1


def test_pins_are_opened_by_their_first_use_and_tried_again_after_a_failure() -> None:
    opening = Opening()
    pins = Pins(opening)
    assert opening.tries == 0
    for _ in range(2):
        with pytest.raises(OSError, match="not yet"):
            _ = pins.pin
    assert (pins.pin, pins.pin, opening.tries) == ("a pin", "a pin", 3)
    pins.close()
    pins.close()
    assert opening.closed == 1
    assert (pins.pin, opening.tries) == ("a pin", 4)


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
