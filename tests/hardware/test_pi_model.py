"""Which Pi it is, from the word that its firmware leaves."""

from pathlib import Path

import pytest

from hardware.pi_model import Pi, pin_chip, this_pi


def machine(root: Path, model: bytes) -> Path:
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_bytes(model)
    return root


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "3"),
        ("Raspberry Pi 4 Model B Rev 1.4", "4"),
        ("Raspberry Pi 400 Rev 1.0", "4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi 500 Rev 1.0", "5"),
        ("Raspberry Pi 500+ Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 5 Lite Rev 1.0", "5"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "Zero 2 W"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "4"),
        ("Raspberry Pi Zero W Rev 1.1", None),
        ("Raspberry Pi 2 Model B Rev 1.1", None),
    ],
)
def test_the_generation_follows_from_the_name(
    tmp_path: Path, name: str, generation: str | None
) -> None:
    root = machine(tmp_path, name.encode() + b"\0")
    assert this_pi(root) == Pi(name, generation)


def test_another_board_is_no_pi(tmp_path: Path) -> None:
    assert this_pi(machine(tmp_path, b"Radxa ROCK 5B\0")) is None


def test_a_laptop_is_no_pi(tmp_path: Path) -> None:
    assert this_pi(tmp_path) is None


def test_rubbish_is_no_pi(tmp_path: Path) -> None:
    assert this_pi(machine(tmp_path, b"\xff\xfe\0\0")) is None


# The chip of the header's pins


def chips(root: Path, *compatible: str) -> Path:
    """The kernel's GPIO chips by their number, as sysfs shows them."""
    for number, words in enumerate(compatible):
        node = root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
        node.mkdir(parents=True)
        (node / "compatible").write_text(f"{words}\0")
    return root


OTHERS = ["brcm,brcmstb-gpio"] * 4


@pytest.mark.parametrize(
    ("there", "number"),
    [
        ([*OTHERS, "raspberrypi,rp1-gpio"], 4),
        (["raspberrypi,rp1-gpio", *OTHERS], 0),
        ([*OTHERS[:2], "raspberrypi,rp1-gpio", *OTHERS[2:]], 2),
    ],
)
def test_a_pi_5_and_its_kin_have_their_pins_on_the_rp1_wherever_that_is(
    tmp_path: Path, there: list[str], number: int
) -> None:
    root = chips(tmp_path, *there)
    assert pin_chip(Pi("Raspberry Pi 500 Rev 1.0", "5"), root) == number


@pytest.mark.parametrize(("node", "number"), [("gpiochip4", 4), ("gpiochip0", 0)])
def test_without_a_device_tree_the_old_number_comes_first(
    tmp_path: Path, node: str, number: int
) -> None:
    (tmp_path / "sys/bus/gpio/devices/gpiochip0").mkdir(parents=True)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / node).touch()
    assert pin_chip(Pi("Raspberry Pi 5 Model B Rev 1.0", "5"), tmp_path) == number


def test_all_others_have_them_on_the_first_chip(tmp_path: Path) -> None:
    root = chips(tmp_path, "brcm,bcm2711-gpio", "raspberrypi,firmware-gpio")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip4").touch()
    assert pin_chip(Pi("Raspberry Pi 4 Model B Rev 1.4", "4"), root) == 0
