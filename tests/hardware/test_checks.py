"""What is wrong with a Pi: each fault by itself, with what mends it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.backends.pi.checks import Trouble, troubles
from hardware.pi_model import this_pi
from tests.support.fakepi import PI_3, PI_4, PI_5, file_system
from wiring import boardmap
from wiring.boardmap import BoardMap

ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
ALL = {"RPi", "lgpio"}
Find = Callable[..., list[Trouble]]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The modules that this Pi has; a test removes some."""
    there = set(ALL)
    monkeypatch.setattr(
        "hardware.backends.pi.checks.find_spec", lambda n: n in there or None
    )
    monkeypatch.setattr("hardware.backends.pi.pins.find_spec", there.__contains__)
    return there


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user to whom files are open only if they are open to all."""

    def access(path: Path, _mode: int) -> bool:
        return bool(path.exists() and path.stat().st_mode & stat.S_IROTH)

    monkeypatch.setattr(os, "access", access)


@pytest.fixture
def find(tmp_path: Path, installed: set[str]) -> Find:
    def find(model: str = PI_4, board: BoardMap | None = None) -> list[Trouble]:
        if not (tmp_path / "proc").exists():
            file_system(tmp_path, model)
        pi = this_pi(tmp_path)
        assert pi
        return troubles(board or boardmap.load(), pi, tmp_path)

    return find


def only(found: list[Trouble], part: str, *words: str) -> None:
    """Check that there is one trouble, of this part and with each of the words."""
    [trouble] = found
    assert trouble.part == part
    for word in words:
        assert word in str(trouble)


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2])
def test_a_pi_on_which_all_is_well_has_no_troubles(find: Find, model: str) -> None:
    assert find(model) == []


def test_without_lgpio_a_pi_4_does_with_rpi_gpio_and_a_pi_5_has_no_pins(
    find: Find, installed: set[str], tmp_path: Path
) -> None:
    installed.remove("lgpio")
    assert find() == []
    (tmp_path / "dev/gpiomem").unlink()
    only(find(), "buttons", "/dev/gpiomem", "sudo apt full-upgrade")
    file_system(tmp_path, PI_5)
    only(find(PI_5), "buttons", "'.[pi]'")


@pytest.mark.parametrize(
    ("node", "model", "part", "mend"),
    [
        ("spidev0.0", PI_4, "strip", "sudo raspi-config nonint do_spi 0"),
        ("gpiochip0", PI_5, "buttons", "sudo apt full-upgrade && sudo reboot"),
    ],
)
def test_a_node_that_is_missing_or_shut_is_named_with_what_mends_it(
    find: Find,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    node: str,
    model: str,
    part: str,
    mend: str,
) -> None:
    file_system(tmp_path, model)
    path = tmp_path / "dev" / node
    path.unlink()
    only(find(model), part, f"/dev/{node}", mend)
    path.touch()
    path.chmod(0o660)
    monkeypatch.setattr("grp.getgrgid", a_group("dialout"))
    only(find(model), part, f"/dev/{node}", "usermod -aG dialout $USER")


def a_group(name: str) -> Callable[[int], object]:
    return lambda _: type("Group", (), {"gr_name": name})


def test_the_pins_of_a_pi_5_may_be_on_another_chip_and_no_other_s(
    find: Find, tmp_path: Path
) -> None:
    file_system(tmp_path, PI_5)
    (tmp_path / "dev/gpiochip0").rename(tmp_path / "dev/gpiochip4")
    assert find(PI_5) == []
    (tmp_path / "proc/device-tree/model").write_text(PI_4)
    only(find(PI_4), "buttons", "/dev/gpiochip0")


@pytest.mark.parametrize(
    ("pixels", "limit", "enough"),
    [
        (322, "4096", 8192),
        (321, "4096", None),
        (159, "2151", 4096),
        (159, "2152", None),
        (1024, "8192", 16384),
        (1024, "unknown", None),
    ],
)
def test_a_frame_that_spidev_does_not_take_is_named_with_the_setting_that_does(
    find: Find, tmp_path: Path, pixels: int, limit: str, enough: int | None
) -> None:
    file_system(tmp_path)
    (tmp_path / "sys/module/spidev/parameters/bufsiz").write_text(f"{limit}\n")
    board = boardmap.load()
    found = find(PI_4, board._replace(strip=board.strip._replace(pixels=pixels)))
    if enough is None:
        assert found == []
    else:
        only(found, "strip", str(12 * pixels + 244), limit, f"spidev.bufsiz={enough}/")


def test_a_long_header_has_every_pin_of_the_board_map(find: Find) -> None:
    assert find("Raspberry Pi Model B Plus Rev 1.2") == []
