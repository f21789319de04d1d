"""The header's pins that a board map uses, with remarks on some."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.basics.locate import Where, find_line
from wiring.boardmap import BoardMap
from wiring.speaker import I2S

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


class UsedPin(NamedTuple):
    part: str  # "strip", "buttons", "eliminator" or the name of a part of its own
    owner: str  # "seat 0's button", "eliminator.servo"
    gpio: int
    where: Where


def used_pins(board: BoardMap) -> Iterator[UsedPin]:
    """Yield the pins that a map uses, in the order of the file."""
    raw = tomllib.loads(Path(board.path).read_text(encoding="utf-8"))
    yield UsedPin("strip", "the strip", raw["strip"]["gpio"], ("strip", "gpio"))
    for section, key in (("seat", "seat"), ("control", "name")):
        for row, values in enumerate(raw.get(section, [])):
            name = f"seat {values[key]}" if section == "seat" else values[key]
            where = section, row, "gpio"
            yield UsedPin("buttons", f"{name}'s button", values["gpio"], where)
    for key in ("servo", "arm", "fire"):
        if key in raw.get("eliminator", {}):
            gpio = raw["eliminator"][key]
            yield UsedPin("eliminator", f"eliminator.{key}", gpio, ("eliminator", key))
    for part in board.parts:
        for key, gpio in part.pins:
            yield UsedPin(part.name, f"{part.name}.{key}", gpio, (*part.where, key))
    if board.speaker:
        for gpio in board.speaker.pins:
            owner = f"the speaker's I2S {I2S[gpio]}"
            yield UsedPin("speaker", owner, gpio, ("speaker", "driver"))


def at(board: BoardMap, where: Where) -> str:
    """Return the file and the line of a place in it."""
    line = find_line(Path(board.path).read_text(encoding="utf-8"), where)
    return f"{board.path}:{line}"


def remarks(board: BoardMap) -> list[str]:
    """Return a remark on each used pin that is better left free."""
    return [
        f"{at(board, pin.where)}: {pin.owner}: {_SPECIAL[pin.gpio].format(pin.gpio)}; "
        "or take another pin"
        for pin in used_pins(board)
        if pin.gpio in _SPECIAL
    ]
