"""The `pi` backend off the device: the real drivers, with only the nodes faked."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from hardware.backend import Backend
from hardware.backends.pi.backend import PiBackend
from hardware.backends.pi.power import KernelPower
from hardware.backends.sim.clock import VirtualClock
from hardware.boards.driver import Boards
from hardware.parts.registry import Parts
from hardware.parts.strip import Writer
from hardware.pi_model import Pi
from hardware.readings import Pressed, Reading
from hardware.rig import Rig
from tests.support.backend_contract import BOARD, BackendContract
from tests.support.fakepi import PI_3, PI_4, PI_5, FakePi, fake_pi, file_system

PWM = BOARD._replace(strip=BOARD.strip._replace(driver="pwm", gpio=18))
PIO = BOARD._replace(strip=BOARD.strip._replace(driver="pio", gpio=20))
ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


class PiContract(BackendContract):
    model = PI_4
    pins = "lgpio"
    pi: FakePi

    @pytest.fixture(autouse=True)
    def a_fake_pi(self, tmp_path: Path) -> Iterator[None]:
        with fake_pi(tmp_path, self.model, self.pins) as pi:
            # Each test has an instance of this class to itself.
            self.pi = pi
            yield

    def a_backend(self, clock: VirtualClock, parts: Parts) -> Backend:
        return PiBackend(self.board, clock, parts, self.pi.pi, root=self.pi.root)

    def drive(self, backend: Backend, gpio: int, level: int) -> None:
        self.pi.drive(gpio, level)

    def frames(self, backend: Backend) -> list[bytes]:
        cast(Writer, backend.pixels).wait()
        return self.pi.frames()

    def weaken(self, backend: Backend, low: bool) -> None:
        (self.pi.root / ALARM).write_text(f"{int(low)}\n")

    def test_only_real_hands_reach_its_controls(self, backend: Backend) -> None:
        assert backend.touch is None

    def test_the_lamps_go_out_when_it_is_closed(self, backend: Backend) -> None:
        backend.pixels.show(b"\x01" * 3 * self.board.strip.pixels)
        backend.close()
        dark = bytes(3 * self.board.strip.pixels)
        assert self.pi.frames()[1:] == [dark]
        backend.close()
        assert len(self.pi.frames()) == 2

    def test_sensor_boards_that_are_not_there_are_named(
        self, backend: Backend, clock: VirtualClock, parts: Parts
    ) -> None:
        rows = self.board.boards
        boards = Boards(rows, backend.ports, clock, parts, backend.nonce())
        boards.listen(lambda _: None)
        clock.tick(1)
        named = [part.name for part in parts.all() if part.trouble]
        assert named == [f"sensor board {row.name}" for row in self.board.boards]


class TestPi4OverSpi(PiContract):
    strip_says = "SPI on GPIO10, 159 pixels, no root"
    buttons_say = "gpiozero over lgpio, 10 pins"


class TestPi5OverSpi(PiContract):
    model = PI_5
    strip_says = "SPI on GPIO10, 159 pixels, no root"
    buttons_say = "gpiozero over lgpio, 10 pins"


class TestPi3OverRpiGpio(PiContract):
    model = PI_3
    pins = "RPi.GPIO"
    strip_says = "SPI on GPIO10, 159 pixels, no root"
    buttons_say = "gpiozero over RPi.GPIO, 10 pins"


class TestPi4OverPwm(PiContract):
    board = PWM
    strip_says = "PWM on GPIO18, 159 pixels, as root"
    buttons_say = "gpiozero over lgpio, 10 pins"

    def test_the_frames_go_to_the_pin_of_the_board_map(self, backend: Backend) -> None:
        backend.pixels.show(bytes(3 * 159))
        assert [gpio for gpio, _ in self.pi.pixels] == [18]

    def test_the_pwm_is_set_up_once_for_all_frames(self, backend: Backend) -> None:
        import _rpi_ws281x as ws281x  # type: ignore[import-not-found]  # the fake

        for value in range(5):
            backend.pixels.show(bytes([value]) * 3 * 159)
            cast(Writer, backend.pixels).wait()
        assert (ws281x.set_up, len(self.pi.pixels)) == (1, 5)


class TestPi5OverPio(PiContract):
    model = PI_5
    board = PIO
    strip_says = "PIO on GPIO20, 159 pixels, no root"
    buttons_say = "gpiozero over lgpio, 10 pins"

    def test_the_frames_go_to_the_pin_of_the_board_map(self, backend: Backend) -> None:
        backend.pixels.show(bytes(3 * 159))
        assert [gpio for gpio, _ in self.pi.pixels] == [20]


# A part that cannot be had takes out nothing else


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[FakePi]:
    with fake_pi(tmp_path) as pi:
        yield pi


class Table:
    """A rig on a Pi with parts that fail."""

    def __init__(self, pi: FakePi) -> None:
        self.clock = VirtualClock()
        self.parts = Parts()
        self.read: list[Reading] = []
        board = BOARD._replace(eliminator=None, boards=())
        backend = PiBackend(board, self.clock, self.parts, pi.pi, root=pi.root)
        self.rig = Rig(board, backend, self.parts)

    def troubles(self) -> dict[str, str]:
        return {p.name: p.trouble for p in self.parts.all() if p.trouble}


def test_a_strip_without_its_node_is_named_and_lit_once_it_is_there(
    pi: FakePi,
) -> None:
    (pi.root / "dev/spidev0.0").unlink()
    table = Table(pi)
    table.rig.listen(table.read.append)
    table.rig.strip.show(b"\x80" * 3 * 159)
    assert "sudo raspi-config nonint do_spi 0" in table.troubles().pop("strip")
    pi.drive(4, 0)
    table.clock.tick(0.5)
    assert table.read == [Pressed("seat:0")]
    pi.drive(4, 1)
    (pi.root / "dev/spidev0.0").touch()
    table.clock.tick(60)
    assert table.troubles() == {}
    assert pi.frames()[0] == table.rig.strip.wire
    table.rig.close()


def test_pins_that_cannot_be_had_are_named_and_read_once_they_can(pi: FakePi) -> None:
    assert pi.lgpio
    pi.lgpio.broken = True
    table = Table(pi)
    table.rig.listen(table.read.append)
    table.rig.strip.show(b"\x80" * 3 * 159)
    assert pi.frames() == [table.rig.strip.wire]
    assert len(table.troubles()) == len(BOARD.buttons)
    pi.lgpio.broken = False
    table.clock.tick(60)
    assert table.troubles() == {}
    assert pi.lgpio.chips == [0]
    pi.drive(24, 0)
    table.clock.tick(1)
    assert table.read == [Pressed("ok")]
    table.rig.close()
    assert pi.lgpio.chips == []


# Power


def test_a_pi_whose_kernel_does_not_watch_the_supply_says_so(tmp_path: Path) -> None:
    file_system(tmp_path)
    (tmp_path / "sys/class/hwmon/hwmon1/name").write_text("another\n")
    power = KernelPower(tmp_path)
    assert "rpi_volt" in power.says
    assert not power.is_low()
    assert KernelPower(tmp_path / "nowhere").says == power.says


def test_the_watch_over_the_supply_may_be_on_any_number(tmp_path: Path) -> None:
    file_system(tmp_path)
    hwmon = tmp_path / "sys/class/hwmon"
    (hwmon / "hwmon1").rename(hwmon / "hwmon7")
    (hwmon / "hwmon3").mkdir()
    (hwmon / "hwmon3/name").mkdir()  # what cannot be read is passed over
    power = KernelPower(tmp_path)
    (hwmon / "hwmon7/in0_lcrit_alarm").write_text("1\n")
    assert power.is_low()
    (hwmon / "hwmon7/in0_lcrit_alarm").unlink()
    assert not power.is_low()


# Switching off


@pytest.mark.parametrize(
    ("done", "word"),
    [
        (subprocess.CompletedProcess([], 0, "", ""), ""),
        (subprocess.CompletedProcess([], 1, "", "Access\n denied\n"), "Access denied"),
        (subprocess.CompletedProcess([], 4, "", ""), "status 4"),
        (FileNotFoundError(2, "No such file"), "No such file"),
    ],
)
def test_switching_off_is_systemds_to_do(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    done: subprocess.CompletedProcess[str] | OSError,
    word: str,
) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        if isinstance(done, OSError):
            raise done
        return done

    monkeypatch.setattr(subprocess, "run", run)
    backend = PiBackend(BOARD, VirtualClock(), Parts(), Pi(PI_4, "4"), root=tmp_path)
    assert word in backend.power_off()
    assert asked == [["systemctl", "poweroff"]]
