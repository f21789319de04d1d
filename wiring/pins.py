"""Remarks on pins that a board map uses but should rather leave free."""

from pathlib import Path

from controller.basics.locate import Where, find_line
from wiring.boardmap import BoardMap

_I2C = (
    "GPIO{} is a pin of I2C and has a resistor of 1.8 kΩ to 3.3 V on the Pi; this "
    "works there, but I2C does not any more"
)
_CONSOLE = (
    "GPIO{} is a pin of the serial console, whose letters look like presses, or like "
    "orders to a part; switch the console off (sudo raspi-config, Interface Options, "
    "Serial Port)"
)
_SPECIAL = {2: _I2C, 3: _I2C, 14: _CONSOLE, 15: _CONSOLE}


def at(board: BoardMap, where: Where) -> str:
    """Return the file, and the line of a place in it."""
    line = find_line(Path(board.path).read_text(encoding="utf-8"), where)
    return f"{board.path}:{line}"


def remarks(board: BoardMap) -> list[str]:
    """Return a remark on each used pin that should rather be free."""
    return [
        f"{at(board, pin.where)}: {pin.owner}: {_SPECIAL[pin.gpio].format(pin.gpio)}; "
        "or take another pin"
        for pin in board.pins
        if pin.gpio in _SPECIAL
    ]
