"""`undertow flash`, the command: what it lists and what it refuses."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main as cli
from controller.tools.flash.command import flash
from controller.tools.flash.plugs import CHIPS, BootLoader, Plug, Plugged
from controller.tools.flash.talk import Line
from controller.tools.flash.update import Patience
from tests.firmware.pico import silent_port
from wiring.boardmap import DEFAULT, load

BOARDS = {board.name: board for board in load().boards}
DEPTH = BOARDS["depth"]
HASTY = Patience(free=0, hello=0.3, prompt=0.3, back=0.3)


@pytest.fixture
def silent() -> Iterator[str]:
    with silent_port() as port:
        yield port


def test_the_list_names_every_board_and_every_stranger(
    silent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plugged = Plugged(
        (
            Plug(silent, "2e8a:0005", DEPTH.usb_serial.lower()),
            Plug("/dev/nowhere", "2e8a:0005", BOARDS["grid"].usb_serial),
            Plug("/dev/ttyACM7", "2e8a:0005", "e660583883724e2f"),
        ),
        (BootLoader("1-1.2", CHIPS[0]),),
    )
    assert flash(DEFAULT, None, None, lambda: plugged, HASTY) == 1
    depth, grid, cards, stranger, boot_loader = capsys.readouterr().out.splitlines()
    assert depth == (
        f"depth: {silent}, no firmware answers; `undertow flash depth` puts it there"
    )
    assert grid.startswith("grid: /dev/nowhere cannot be opened: ")
    serial = BOARDS["cards"].usb_serial
    assert cards == f"cards: no USB plug has its serial number {serial}"
    words = f"e660583883724e2f on /dev/ttyACM7, no board of {DEFAULT}"
    assert stranger == f"unknown Pico: {words}"
    assert boot_loader.startswith("unknown Pico: a Pico (USB 1-1.2) in the boot loader")


def test_the_list_names_two_plugs_with_one_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ports = [Plug(f"/dev/ttyACM{n}", "2e8a:0005", DEPTH.usb_serial) for n in (1, 2)]
    assert flash(DEFAULT, None, None, lambda: Plugged((*ports,)), HASTY) == 1
    assert capsys.readouterr().out.splitlines()[0] == (
        f"depth: 2 USB plugs have the serial number {DEPTH.usb_serial} (/dev/ttyACM1 "
        "and /dev/ttyACM2); unplug all but one, or say with --port which it is"
    )


def test_one_board_that_is_wrong_is_enough(
    silent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    held = Plugged((Plug(silent, "2e8a:0005", BOARDS["cards"].usb_serial),))
    with Line(silent):
        assert flash(DEFAULT, None, None, lambda: held, HASTY) == 1
    assert (
        capsys.readouterr().out.splitlines()[2].startswith(f"cards: {silent} is in use")
    )


def test_a_table_without_sensor_boards_has_an_empty_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_map = tmp_path / "board.toml"
    text = DEFAULT.read_text()
    strip = text[: text.index("# Lanes run")]
    board_map.write_text(strip.replace("pixels = 159", "pixels = 1"))
    assert flash(board_map, None, None, lambda: Plugged(())) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (
            ["depht"],
            1,
            f"undertow: {DEFAULT} has no board 'depht'; it has depth, grid,",
        ),
        ([], 2, "one of the arguments name --list is required"),
        (["depth", "--list"], 2, "--list: not allowed with argument name"),
        (["depth", "--port", "/dev/no"], 1, "depth: there is no port /dev/no; found"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    arguments: list[str],
    status: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["undertow", "flash", *arguments])
    monkeypatch.setattr("controller.tools.flash.plugs.plugged_in", lambda: Plugged(()))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == status
    assert words in capsys.readouterr().err
