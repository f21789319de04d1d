"""Which Pi it is, from the word that its firmware leaves."""

from pathlib import Path

import pytest

from hardware.pi.model import Pi, this_pi


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
