"""The USB devices, and which of them is the requested board."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from controller.basics.locate import find_line
from controller.tools.flash import CannotFlash
from wiring.boardmap import BoardMap, SensorBoard

_PICO_MAKER = "2e8a"


class Chip(NamedTuple):
    """A chip that runs the firmware; while BOOTSEL is held its board is a disk."""

    name: str  # in MicroPython's words
    board: str  # the board with this chip
    drive: str  # the name of the disk
    product: str  # its USB ID as a disk, when it has no port


CHIPS = (
    Chip("RP2040", "Pico", "RPI-RP2", "0003"),
    Chip("RP2350", "Pico 2", "RP2350", "000f"),
)


class BootLoader(NamedTuple):
    place: str  # the USB port: "1-1.2"
    chip: Chip


class Plug(NamedTuple):
    """A serial port, and its USB plug's description."""

    port: str
    usb_id: str = ""  # vendor:product, "2e8a:0005"; empty where it has no USB
    usb_serial: str = ""

    def is_of(self, usb_serial: str) -> bool:
        """Return whether the plug has this serial number, ignoring case."""
        return bool(usb_serial) and self.usb_serial.lower() == usb_serial.lower()

    def __str__(self) -> str:
        return f"{self.usb_serial or 'one without a serial number'} on {self.port}"


class Plugged(NamedTuple):
    ports: tuple[Plug, ...]
    boot_loaders: tuple[BootLoader, ...] = ()

    @property
    def picos(self) -> list[Plug]:
        maker = f"{_PICO_MAKER}:"
        return [plug for plug in self.ports if plug.usb_id.startswith(maker)]


def plugged_in(root: Path = Path("/")) -> Plugged:
    """Return the kernel's list, without opening a port."""
    from serial.tools.list_ports import comports

    ports = tuple(
        Plug(port.device, f"{port.vid:04x}:{port.pid:04x}", port.serial_number or "")
        for port in sorted(comports())
        if port.vid is not None
    )
    return Plugged(ports, tuple(boot_loaders(root)))


def boot_loaders(root: Path) -> Iterator[BootLoader]:
    """Yield each Pico that waits in its boot loader."""
    for vendor in sorted(root.glob("sys/bus/usb/devices/*/idVendor")):
        try:
            maker = vendor.read_text().strip()
            product = vendor.with_name("idProduct").read_text().strip()
        except OSError:
            continue  # it was unplugged at this moment
        for chip in CHIPS:
            if (maker, product) == (_PICO_MAKER, chip.product):
                yield BootLoader(vendor.parent.name, chip)


def find_board(board_map: BoardMap, name: str) -> SensorBoard:
    boards = {board.name: board for board in board_map.boards}
    if name not in boards:
        known = ", ".join(boards) or "none"
        raise CannotFlash(
            f"{board_map.path} has no board {name[:40]!r}; choose from {known}"
        )
    return boards[name]


def find_plug(
    board_map: BoardMap, board: SensorBoard, plugged: Plugged, port: str | None
) -> Plug:
    """Return the board's plug: the named port, or the one with its serial number."""
    if port is not None:
        return _named(board_map, board, plugged, port)
    mine = [plug for plug in plugged.ports if plug.is_of(board.usb_serial)]
    if len(mine) == 1:
        return mine[0]
    if mine:
        raise CannotFlash(f"{board.name}: {duplicate_plugs(mine)}")
    wanted = f"{board.name}: no USB plug has the serial number {board.usb_serial}"
    raise CannotFlash(
        f"{wanted} ({where(board_map, board)}); {_else(board_map, board, plugged)}"
    )


def where(board_map: BoardMap, board: SensorBoard) -> str:
    """Return the board map's line with the board's serial number."""
    row = board_map.boards.index(board)
    try:
        text = Path(board_map.path).read_text()
    except OSError:
        return board_map.path
    line = find_line(text, ("board", row, "usb_serial"))
    return f"{board_map.path}:{line}" if line else board_map.path


def owner(board_map: BoardMap, plug: Plug) -> str | None:
    """Return the name of the board whose serial number this plug has."""
    for board in board_map.boards:
        if plug.is_of(board.usb_serial):
            return board.name
    return None


def duplicate_plugs(plugs: Sequence[Plug]) -> str:
    ports = " and ".join(plug.port for plug in plugs)
    both = f"{len(plugs)} USB plugs have the serial number {plugs[0].usb_serial}"
    return f"{both} ({ports}); unplug all but one, or name the port with --port"


def boot_loader_hint(waiting: Sequence[BootLoader]) -> str:
    place, chip = waiting[0]
    which = f"a {chip.board} (USB {place})" if len(waiting) == 1 else "Picos"
    files = uf2_instructions(
        [chip for chip in CHIPS if chip in {w.chip for w in waiting}]
    )
    return f"{which} in its bootloader: copy {files}, then run this again"


def uf2_instructions(chips: Sequence[Chip] = CHIPS) -> str:
    """Return which UF2 file goes onto which drive."""
    ways = [f"for the {chip.board} onto the drive {chip.drive}" for chip in chips]
    return f"MicroPython's UF2 file {' or '.join(ways)}"


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
    """Return what is plugged in instead, and what to do about it."""
    if plugged.boot_loaders:
        return f"there is {boot_loader_hint(plugged.boot_loaders)}"
    strangers = [plug for plug in plugged.picos if owner(board_map, plug) is None]
    if not strangers:
        known = [f"{plug} ({owner(board_map, plug)})" for plug in plugged.picos]
        seen = f"found only {', '.join(known)}" if known else "found no Pico"
        return f"{seen}; plug it in with a USB cable that carries data"
    found = " and ".join(map(str, strangers))
    if len(strangers) == 1:
        choice = f"if this is the board, add --port {strangers[0].port}"
    else:
        choice = "name its port with --port, or unplug the others"
    return f"found {found}; {choice}"
