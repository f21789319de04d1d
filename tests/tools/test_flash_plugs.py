"""Finding the plug of the right board, and the message if there is none."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.cli import main as cli
from controller.tools.flash import CannotFlash
from controller.tools.flash.plugs import (
    CHIPS,
    BootLoader,
    Plug,
    Plugged,
    find_plug,
    plugged_in,
)
from wiring.boardmap import DEFAULT, SensorBoard, load

MAP = load()
DEPTH, GRID, CARDS = MAP.boards
PICO = "2e8a:0005"
DEPTH_PLUG = Plug("/dev/ttyACM3", PICO, DEPTH.usb_serial.lower())
GRID_PLUG = Plug("/dev/ttyACM0", PICO, GRID.usb_serial)
STRANGER = Plug("/dev/ttyACM1", PICO, "e660583883724e2f")
PRINTER = Plug("/dev/ttyUSB0", "1a86:7523", "")


def line_of(board: SensorBoard) -> str:
    lines = enumerate(DEFAULT.read_text().splitlines(), 1)
    (line,) = (number for number, text in lines if board.usb_serial in text)
    return f"{DEFAULT}:{line}"


MISSING = (
    f"depth: no USB plug has the serial number {DEPTH.usb_serial} ({line_of(DEPTH)}); "
)


def refusal(
    *plugs: Plug, port: str | None = None, waiting: tuple[BootLoader, ...] = ()
) -> str:
    with pytest.raises(CannotFlash) as refused:
        find_plug(MAP, DEPTH, Plugged(plugs, waiting), port)
    return str(refused.value)


def test_a_board_is_known_by_its_number_in_small_letters_or_capitals() -> None:
    plugged = Plugged((GRID_PLUG, STRANGER, DEPTH_PLUG))
    assert find_plug(MAP, DEPTH, plugged, None) == DEPTH_PLUG
    assert find_plug(MAP, GRID, plugged, None) == GRID_PLUG


@pytest.mark.parametrize(
    ("plugs", "named"),
    [
        ([PRINTER], "found no Pico; "),
        ([GRID_PLUG], f"found only {GRID.usb_serial} on /dev/ttyACM0 (grid)"),
        ([GRID_PLUG, STRANGER], "add --port /dev/ttyACM1"),
        ([STRANGER, Plug("/dev/ttyACM2", PICO)], "with --port"),
    ],
)
def test_another_plugged_in_board_is_named_and_not_used(
    plugs: list[Plug], named: str
) -> None:
    said = refusal(*plugs)
    assert said.startswith(MISSING)
    assert named in said


def test_a_pico_in_the_boot_loader_needs_micropython_first() -> None:
    old, new = BootLoader("1-1.2", CHIPS[0]), BootLoader("1-1.3", CHIPS[1])
    first = refusal(STRANGER, waiting=(old,))
    assert "a Pico (USB 1-1.2)" in first
    assert ("RPI-RP2" in first, "RP2350" in first) == (True, False)
    assert "for the Pico 2 onto the drive RP2350" in refusal(waiting=(new,))
    both = refusal(waiting=(new, old))
    assert ("RPI-RP2" in both, "RP2350" in both) == (True, True)


def test_a_named_port_is_taken_at_its_word(tmp_path: Path) -> None:
    assert find_plug(MAP, DEPTH, Plugged((STRANGER,)), "/dev/ttyACM1") == STRANGER
    port = tmp_path / "port"
    port.touch()
    assert find_plug(MAP, DEPTH, Plugged(()), str(port)) == Plug(str(port))


def test_of_two_plugs_with_the_boards_number_one_has_to_be_named() -> None:
    twin = DEPTH_PLUG._replace(port="/dev/ttyACM5")
    assert refusal(DEPTH_PLUG, twin) == (
        f"depth: 2 USB plugs have the serial number {DEPTH.usb_serial.lower()} "
        "(/dev/ttyACM3 and /dev/ttyACM5); unplug all but one, or name the port with "
        "--port"
    )
    plugged = Plugged((DEPTH_PLUG, twin))
    assert find_plug(MAP, DEPTH, plugged, "/dev/ttyACM5") == twin


def test_ports_and_boot_loaders_come_from_what_the_kernel_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb = tmp_path / "sys/bus/usb/devices"
    for name, vendor, product in (
        ("1-1.1", "2e8a\n", "0005\n"),
        ("1-1.2", "2e8a\n", "0003\n"),
        ("1-1.3", "0000\n", "0003\n"),
        ("1-1.5", "2e8a\n", "000f\n"),
    ):
        (usb / name).mkdir(parents=True)
        (usb / name / "idVendor").write_text(vendor)
        (usb / name / "idProduct").write_text(product)
    (usb / "1-1.4").mkdir()
    (usb / "1-1.4" / "idVendor").write_text("2e8a\n")
    monkeypatch.setattr("serial.tools.list_ports.comports", listed)
    assert plugged_in(tmp_path) == Plugged(
        (Plug("/dev/ttyACM0", "2e8a:0005", "E661"), Plug("/dev/ttyUSB0", "1a86:7523")),
        (BootLoader("1-1.2", CHIPS[0]), BootLoader("1-1.5", CHIPS[1])),
    )


class Listed(SimpleNamespace):
    def __lt__(self, other: "Listed") -> bool:
        return bool(self.device < other.device)


def listed() -> list[Listed]:
    return [
        Listed(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523, serial_number=None),
        Listed(device="/dev/ttyS0", vid=None, pid=None, serial_number=None),
        Listed(device="/dev/ttyACM0", vid=0x2E8A, pid=5, serial_number="E661"),
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (
            ["depht"],
            1,
            f"undertow: {DEFAULT} has no board 'depht'; choose from depth",
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
