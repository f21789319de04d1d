"""What is plugged into USB, and which of it is the board that is meant."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from controller.flash import CannotFlash
from wiring.boardmap import BoardMap, SensorBoard
from wiring.locate import find_line

_PICO_MAKER = "2e8a:"
# A Pico whose BOOTSEL button was held is a disk with this USB number, and has no port.
_BOOT_LOADER = ("2e8a", "0003")


class Plug(NamedTuple):
    """A serial port, with what its USB plug says of itself."""

    port: str
    usb_id: str = ""  # vendor:product, "2e8a:0005"; empty where it has no USB
    usb_serial: str = ""

    def is_of(self, usb_serial: str) -> bool:
        """MicroPython writes the number in small letters, others in capitals."""
        return bool(usb_serial) and self.usb_serial.lower() == usb_serial.lower()

    def __str__(self) -> str:
        return f"{self.usb_serial or 'one without a number'} on {self.port}"


class Plugged(NamedTuple):
    ports: tuple[Plug, ...]
    boot_loaders: tuple[str, ...] = ()  # where: "1-1.2"

    @property
    def picos(self) -> list[Plug]:
        return [plug for plug in self.ports if plug.usb_id.startswith(_PICO_MAKER)]


def plugged_in(root: Path = Path("/")) -> Plugged:
    """It reads what the kernel lists and opens no port."""
    from serial.tools.list_ports import comports

    ports = tuple(
        Plug(port.device, f"{port.vid:04x}:{port.pid:04x}", port.serial_number or "")
        for port in sorted(comports())
        if port.vid is not None
    )
    return Plugged(ports, tuple(_boot_loaders(root)))


def _boot_loaders(root: Path) -> list[str]:
    found = []
    for vendor in sorted(root.glob("sys/bus/usb/devices/*/idVendor")):
        try:
            product = vendor.with_name("idProduct").read_text().strip()
            if (vendor.read_text().strip(), product) == _BOOT_LOADER:
                found.append(vendor.parent.name)
        except OSError:
            continue  # it was pulled out at this moment
    return found


def find_board(board_map: BoardMap, name: str) -> SensorBoard:
    boards = {board.name: board for board in board_map.boards}
    if name not in boards:
        known = ", ".join(boards) or "none"
        raise CannotFlash(
            f"{board_map.path} has no board {name[:40]!r}; it has {known}"
        )
    return boards[name]


def find_plug(
    board_map: BoardMap, board: SensorBoard, plugged: Plugged, port: str | None
) -> Plug:
    """Where this board is; a port that somebody names is taken at their word."""
    if port is not None:
        return _named(board_map, board, plugged, port)
    for plug in plugged.ports:
        if plug.is_of(board.usb_serial):
            return plug
    wanted = f"{board.name}: no USB plug has the serial number {board.usb_serial}"
    raise CannotFlash(
        f"{wanted} ({where(board_map, board)}); {_else(board_map, board, plugged)}"
    )


def where(board_map: BoardMap, board: SensorBoard) -> str:
    """The line of the board map that has the board's number."""
    row = board_map.boards.index(board)
    try:
        text = Path(board_map.path).read_text()
    except OSError:
        return board_map.path
    line = find_line(text, ("board", row, "usb_serial"))
    return f"{board_map.path}:{line}" if line else board_map.path


def owner(board_map: BoardMap, plug: Plug) -> str | None:
    """The board that has this plug by the board map."""
    for board in board_map.boards:
        if plug.is_of(board.usb_serial):
            return board.name
    return None


def boot_loader_words(places: Sequence[str]) -> str:
    which = f"a Pico (USB {places[0]})" if len(places) == 1 else "Picos"
    return (
        f"{which} in the boot loader: copy MicroPython's UF2 file for the Pico onto "
        "the drive RPI-RP2, then run this again"
    )


def _named(
    board_map: BoardMap, board: SensorBoard, plugged: Plugged, port: str
) -> Plug:
    named = [plug for plug in plugged.ports if plug.port == port]
    if not named and not Path(port).exists():
        there = ", ".join(map(str, plugged.picos)) or "no Pico"
        raise CannotFlash(f"{board.name}: there is no port {port}; found {there}")
    plug = named[0] if named else Plug(port)
    other = owner(board_map, plug)
    if other not in (None, board.name):
        raise CannotFlash(
            f"{board.name}: {port} is the board {other} by its USB serial number "
            f"{plug.usb_serial}; run `undertow flash {other}`, or correct "
            f"{where(board_map, find_board(board_map, str(other)))}"
        )
    return plug


def _else(board_map: BoardMap, board: SensorBoard, plugged: Plugged) -> str:
    """What there is instead, and what to do about it."""
    if plugged.boot_loaders:
        return f"there is {boot_loader_words(plugged.boot_loaders)}"
    strangers = [plug for plug in plugged.picos if owner(board_map, plug) is None]
    if not strangers:
        known = [f"{plug} ({owner(board_map, plug)})" for plug in plugged.picos]
        seen = f"found only {', '.join(known)}" if known else "found no Pico at all"
        return f"{seen}; plug it in, with a cable that carries data"
    found = " and ".join(map(str, strangers))
    if len(strangers) == 1:
        choice = f"if that is it, add --port {strangers[0].port}"
    else:
        choice = "say with --port which it is, or plug in only that one"
    return f"found {found}; {choice}"
