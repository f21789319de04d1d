"""`undertow servo-off`, which the service runs last, whatever has died before."""

import os
from pathlib import Path

import pytest

from controller.cli.commands.building import servo_off
from hardware.parts import guardian
from hardware.parts.guardian import Quiet, end_pulses
from tests.support import fake_lines
from tests.support.eliminator_bench import ROW
from tests.support.fake_servos import PI_4, make_sysfs
from tests.support.fakepi import file_system
from wiring import boardmap

BOARD = boardmap.DEFAULT
TEXT = BOARD.read_text()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file system of a Pi 4, whose kernel keeps lines as they were driven last."""
    monkeypatch.setattr("fcntl.ioctl", fake_lines.ioctl)
    monkeypatch.setattr(guardian, "AGAIN_S", 0.0)
    return file_system(tmp_path)


def a_map(root: Path, driver: str) -> Path:
    path = root / "board.toml"
    text = TEXT.replace('driver = "gpio"', f'driver = "{driver}"')
    path.write_text(text)
    return path


def left_high(root: Path) -> Path:
    line = root / "dev/line13"
    line.write_text("1")
    return line


def test_a_line_that_was_left_high_is_driven_low(root: Path) -> None:
    line = left_high(root)
    assert servo_off(BOARD, "auto", root) == 0
    assert line.read_text() == "0"


def test_hardware_pwm_that_was_left_on_is_switched_off(root: Path) -> None:
    sysfs = make_sysfs(root / "sys/class/pwm", {"pwmchip0": PI_4})
    enable = sysfs / "pwmchip0/pwm1/enable"
    enable.write_text("1\n")
    assert servo_off(a_map(root, "pwm"), "auto", root) == 0
    assert enable.read_text() == "0\n"


def test_a_channel_of_hardware_pwm_that_nobody_has_exported_is_left_alone(
    root: Path,
) -> None:
    sysfs = make_sysfs(root / "sys/class/pwm", {"pwmchip0": PI_4}, channel=0)
    assert servo_off(a_map(root, "pwm"), "auto", root) == 0
    assert (sysfs / "pwmchip0/export").read_text() == ""
    assert (sysfs / "pwmchip0/pwm0/enable").read_text() == "0\n"


def test_a_simulated_table_and_one_without_an_eliminator_need_nothing(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    line = left_high(root)
    assert servo_off(BOARD, "sim", root) == 0
    assert servo_off(BOARD, "auto", tmp_path_factory.mktemp("laptop")) == 0
    assert servo_off(boardmap.DEFAULT.with_name("mini.toml"), "auto", root) == 0
    assert line.read_text() == "1"


def test_a_line_that_somebody_has_is_waited_for_and_then_named(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = fake_lines.hold(root / "dev", 13)
    assert servo_off(BOARD, "auto", root) == 1
    assert capsys.readouterr().err == (
        "undertow: the Eliminator may still be driven "
        "([Errno 16] Device or resource busy); turn its key off\n"
    )
    os.close(held)
    assert servo_off(BOARD, "auto", root) == 0


def test_a_board_map_that_cannot_be_read_is_named(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "board.toml").write_text("nonsense")
    assert servo_off(root / "board.toml", "auto", root) == 1
    said = capsys.readouterr().err
    assert said.startswith(
        f"undertow: the Eliminator may still be driven ({root}/board"
    )


def test_no_file_stays_open(root: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        end_pulses(Quiet(str(root / "dev/gpiochip0"), line=ROW.servo))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
