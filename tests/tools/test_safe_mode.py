"""Safe mode: `undo` is held while the machine is switched on."""

import fcntl
import os
import struct
from pathlib import Path

import pytest

from controller.cli.settings.resolve import resolve
from controller.tools import safe_mode
from controller.tools.update import updater
from tests.support import ROOT
from tests.support.fakepi import PI_4, file_system
from wiring import boardmap

UNDO = next(each.gpio for each in boardmap.load().buttons if each.control == "undo")
# Of linux/gpio.h: the request of a line, and of its value.
GET_LINE, GET_VALUES = 0xC250B407, 0xC010B40E
ACTIVE_LOW, INPUT, PULL_UP = 1 << 1, 1 << 2, 1 << 8
REQUEST = struct.Struct("=64I32sQI5I240sII5Ii")


class Button:
    """The kernel's lines of the buttons: which was asked first, and what they say."""

    def __init__(self) -> None:
        self.gpio: int | None = None
        self.count = 0
        self.says = iter([1, 3] * 99)

    def ioctl(self, file: int, request: int, value: bytearray) -> int:
        if request == GET_LINE:
            words = REQUEST.unpack(value)
            assert words[65] == INPUT | PULL_UP | ACTIVE_LOW
            self.gpio, self.count = words[0], words[73]
            assert len({*words[: self.count]}) == self.count
            value[-4:] = struct.pack("=i", os.dup(file))
            return 0
        assert request == GET_VALUES
        bits, mask = struct.unpack("=2Q", value)
        assert (bits, mask) == (0, (1 << self.count) - 1)
        value[:] = struct.pack("=2Q", next(self.says) & mask, mask)
        return 0


@pytest.fixture
def button(monkeypatch: pytest.MonkeyPatch) -> Button:
    button = Button()
    monkeypatch.setattr(fcntl, "ioctl", button.ioctl)
    monkeypatch.setattr(safe_mode, "sleep", lambda _seconds: None)
    return button


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    root = file_system(tmp_path, PI_4)
    (root / "run").mkdir()
    (root / "etc/undertow").mkdir(parents=True)
    (root / safe_mode.SETTINGS).write_text('port = 81\nboard = "board.toml"\n')
    text = boardmap.DEFAULT.read_text()
    assert text.count(f"gpio = {UNDO}\n") == 1
    text = text.replace(f"gpio = {UNDO}\n", "gpio = 2\n")
    (root / "etc/undertow/board.toml").write_text(text)
    return root


def environment(pi: Path) -> dict[str, str]:
    lines = (pi / safe_mode.MARK).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def test_the_last_good_settings_are_used_with_our_map_and_no_pins(
    pi: Path, button: Button
) -> None:
    (pi / safe_mode.GOOD).write_text('port = 8200\nboard = "gone.toml"\n')
    safe_mode.main(pi)
    assert button.gpio == 2, "as the owner has wired it"
    found = resolve({}, environment(pi))
    assert (found.port, found.board) == (8200, boardmap.DEFAULT)
    assert found.backend == "sim"
    assert "UNDERTOW_SAFE" in environment(pi)


def test_without_good_settings_there_are_pages_for_phones(
    pi: Path, button: Button
) -> None:
    (pi / safe_mode.SETTINGS).write_text("this is no TOML\n")
    safe_mode.main(pi)
    assert button.gpio == UNDO, "because nobody knows the owner's"
    found = resolve({}, environment(pi))
    assert (found.share, found.browser, found.port) == (True, False, 8137)


# The last is a cable that joins them all to ground.
@pytest.mark.parametrize("said", [[0], [2], [1, 1, 1, 1, 0], [~0] * 99])
def test_a_button_that_is_not_held_changes_nothing(
    pi: Path, button: Button, said: list[int]
) -> None:
    button.says = iter(said)
    safe_mode.main(pi)
    assert not (pi / safe_mode.MARK).exists()


def test_another_machine_is_left_alone(tmp_path: Path) -> None:
    safe_mode.main(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_units_and_programs_name_the_same_files() -> None:
    units = {path.stem: path.read_text() for path in (ROOT / "systemd").glob("*.*e")}
    table, update = units["undertow"], units["undertow-update"]
    assert safe_mode.MARK == updater.SAFE
    assert f"EnvironmentFile=-/{safe_mode.MARK}\n" in table
    assert f"{safe_mode.SETTINGS.name} {safe_mode.GOOD.name}" in table
    assert f"ConditionPathExists=|/{updater.REQUEST}\n" in update
    assert f"ConditionPathExists=|/{updater.FOLDER}/state\n" in update
    path = (ROOT / "systemd/undertow-update.path").read_text()
    assert f"PathExists=/{updater.REQUEST}\n" in path
