"""Which plug is the board that is meant, and what is said when none is."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.tools.flash import CannotFlash
from controller.tools.flash.plugs import (
    CHIPS,
    BootLoader,
    Plug,
    Plugged,
    find_board,
    find_plug,
    plugged_in,
)
from wiring.boardmap import DEFAULT, BoardMap, SensorBoard, load

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


def test_a_plug_without_a_number_is_no_board() -> None:
    assert not PRINTER.is_of("")


def test_nothing_plugged_in() -> None:
    assert refusal(PRINTER) == MISSING + (
        "found no Pico at all; plug it in, with a cable that carries data"
    )


def test_only_boards_that_are_others() -> None:
    assert refusal(GRID_PLUG) == MISSING + (
        f"found only {GRID.usb_serial} on /dev/ttyACM0 (grid); plug it in, with a "
        "cable that carries data"
    )


def test_one_unknown_pico_is_asked_about_and_not_taken() -> None:
    assert refusal(GRID_PLUG, STRANGER) == MISSING + (
        "found e660583883724e2f on /dev/ttyACM1; if that is it, add --port /dev/ttyACM1"
    )


def test_of_several_unknown_picos_one_has_to_be_named() -> None:
    other = Plug("/dev/ttyACM2", PICO, "")
    assert refusal(STRANGER, other) == MISSING + (
        "found e660583883724e2f on /dev/ttyACM1 and one without a number on "
        "/dev/ttyACM2; say with --port which it is, or plug in only that one"
    )


def test_a_pico_in_the_boot_loader_needs_micropython_first() -> None:
    old, new = BootLoader("1-1.2", CHIPS[0]), BootLoader("1-1.3", CHIPS[1])
    assert refusal(STRANGER, waiting=(old,)) == MISSING + (
        "there is a Pico (USB 1-1.2) in the boot loader: copy MicroPython's UF2 file "
        "for the Pico onto the drive RPI-RP2, then run this again"
    )
    assert refusal(STRANGER, waiting=(new,)) == MISSING + (
        "there is a Pico 2 (USB 1-1.3) in the boot loader: copy MicroPython's UF2 file "
        "for the Pico 2 onto the drive RP2350, then run this again"
    )
    assert refusal(waiting=(new, old)).endswith(
        "Picos in the boot loader: copy MicroPython's UF2 file for the Pico onto the "
        "drive RPI-RP2 or for the Pico 2 onto the drive RP2350, then run this again"
    )


def test_a_named_port_is_taken_at_its_word(tmp_path: Path) -> None:
    assert find_plug(MAP, DEPTH, Plugged((STRANGER,)), "/dev/ttyACM1") == STRANGER
    port = tmp_path / "port"
    port.touch()
    assert find_plug(MAP, DEPTH, Plugged(()), str(port)) == Plug(str(port))


def test_of_two_plugs_with_the_boards_number_one_has_to_be_named() -> None:
    twin = DEPTH_PLUG._replace(port="/dev/ttyACM5")
    assert refusal(DEPTH_PLUG, twin) == (
        f"depth: 2 USB plugs have the serial number {DEPTH.usb_serial.lower()} "
        "(/dev/ttyACM3 and /dev/ttyACM5); unplug all but one, or say with --port which "
        "it is"
    )
    plugged = Plugged((DEPTH_PLUG, twin))
    assert find_plug(MAP, DEPTH, plugged, "/dev/ttyACM5") == twin


def test_a_named_port_that_is_not_there() -> None:
    assert refusal(STRANGER, port="/dev/ttyACM9") == (
        "depth: there is no port /dev/ttyACM9; found e660583883724e2f on /dev/ttyACM1"
    )
    assert refusal(port="/dev/ttyACM9").endswith("; found no Pico")


def test_a_named_port_that_is_another_board_is_refused() -> None:
    assert refusal(GRID_PLUG, port="/dev/ttyACM0") == (
        "depth: /dev/ttyACM0 is the board grid by its USB serial number "
        f"{GRID.usb_serial}; run `undertow flash grid`, or correct {line_of(GRID)}"
    )


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(CannotFlash) as refused:
        find_board(MAP, "depht")
    assert str(refused.value) == (
        f"{DEFAULT} has no board 'depht'; it has depth, grid, cards"
    )
    none = MAP._replace(boards=())
    with pytest.raises(CannotFlash, match="has no board 'grid'; it has none"):
        find_board(none, "grid")


def test_a_map_that_is_gone_by_now_is_named_without_a_line() -> None:
    gone: BoardMap = MAP._replace(path="/nowhere/board.toml")
    with pytest.raises(CannotFlash, match=r"\(/nowhere/board.toml\); found no Pico"):
        find_plug(gone, DEPTH, Plugged(()), None)


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


def test_every_board_of_the_map_can_be_named() -> None:
    boards: list[SensorBoard] = [find_board(MAP, name) for name in ("grid", "cards")]
    assert boards == [GRID, CARDS]
