"""The steps of building a table, with the new parts and the checks of each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEST = "`undertow selftest {} --board {}`"


class Step(NamedTuple):
    name: str  # of its picture
    title: str
    parts: tuple[str, ...]  # new parts, as `scenery` names them
    do: tuple[str, ...]  # one box to tick each
    checks: tuple[str, ...]  # one more box each


def steps(geometry: Geometry, power: Power, file: str) -> tuple[Step, ...]:
    """Return the steps; `file` is the builder's map, for the commands."""
    board = geometry.board
    first = [_pi(file)]
    if power.strip_supply_a is None:
        first += [_chip(board), _pi_power(power, file)]
    else:
        first += [_supply(power), _chip(board)]
    return (
        *first,
        *_lamps(geometry, file),
        *([_buttons(board, file)] if board.buttons else []),
        *_boards(board, file),
        *([_eliminator(file)] if board.eliminator else []),
        _all(board, file),
    )


def _pi(file: str) -> Step:
    return Step(
        "pi",
        "The Pi alone",
        ("pi",),
        ("Install the system and the program; connect no wires yet.",),
        (
            f"`undertow doctor --board {file}` names the Pi and reports nothing but "
            "missing parts.",
        ),
    )


def _supply(power: Power) -> Step:
    line = power.line("strip")
    fed = ", ".join(str(feed.first) for feed in power.feeds)
    return Step(
        "power",
        "Supply and fuses",
        ("power",),
        (
            f"Supply of {power.strip_supply_a:g} A, fuse F1 of {line.fuse_a:g} A, "
            "terminal block with C1, its stripe at minus.",
            f"Feeds of AWG {line.gauge.awg} for pixels {fed}, not connected yet.",
        ),
        ("5.0 to 5.2 V with the right polarity at the end of each feed.",),
    )


def _pi_power(power: Power, file: str) -> Step:
    fuse = power.line("strip").fuse_a
    return Step(
        "power",
        "Power",
        ("power",),
        (
            f"5 V from pin 2 of the header through the {fuse:g} A fuse to the rail, "
            "ground from pin 6. No strip yet.",
        ),
        (
            "4.8 to 5.2 V between the rails.",
            f"`undertow doctor --board {file}` reports no low voltage.",
        ),
    )


def _chip(board: BoardMap) -> Step:
    return Step(
        "chip",
        "Chip and data",
        ("chip",),
        (
            "74AHCT125 with R1, R2 and C2 as in the table of its pins (BUILDING.md).",
            f"Data from GPIO{board.strip.gpio}, and ground of the Pi beside it.",
        ),
        (
            "5 V and ground are not connected.",
            "Pins 1 and 7 of the chip are connected to the Pi's ground.",
        ),
    )


def _lamps(geometry: Geometry, file: str) -> Iterator[Step]:
    board, test = geometry.board, _TEST.format("lamps", file)
    lit = any(button.pixel is not None for button in board.buttons)
    buttons = ("button lamps",) if lit else ()
    wood = ("Cut and drill the layers, and glue battens along their seams.",)
    if all(len(sheets) == 1 for sheets in geometry.sheets.values()):
        wood = ("Cut and drill the layers.",)
    if board.depth:
        lamps = board.depth.lanes * board.depth.positions
        yield Step(
            "depth-strip",
            "The Depth Board's strip",
            ("depth lamps",),
            (
                *wood,
                f"{lamps} pixels in {board.depth.lanes} lanes, arrow to arrow, turning "
                "at the end of each.",
                "The feeds are at the pixels with red rings in the picture of "
                "the table.",
            ),
            (
                f"{test} finds no fault but missing lamps.",
                "4.6 V or more at the far end while the strip shows white.",
            ),
        )
    if board.grid:
        lamps = board.grid.rows * board.grid.columns
        more = ("One pixel for each button that has one.",) if lit else ()
        yield Step(
            "tile-strip",
            "The tiles' strip",
            ("tile lamps", *buttons),
            (
                *(() if board.depth else wood),
                f"{lamps} pixels in {board.grid.rows} rows, arrow to arrow.",
                *more,
            ),
            (f"{test} finds no dark lamp.",),
        )


def _buttons(board: BoardMap, file: str) -> Step:
    return Step(
        "buttons",
        "Buttons",
        ("buttons",),
        (f"{len(board.buttons)} buttons, each between its pin and ground.",),
        (f"{_TEST.format('buttons', file)} recognises every one.",),
    )


def _boards(board: BoardMap, file: str) -> Iterator[Step]:
    """Begin with the tiles' board, the smaller one to learn on."""
    grid = board.grid.board if board.grid else None
    for one in sorted(board.boards, key=lambda b: b.name != grid):
        wired = [sensor for sensor in one.sensors if sensor]
        hang = f"{len(wired)} sensors" if wired else f"{len(one.readers)} card readers"
        yield Step(
            f"board-{one.name}",
            f"Sensor board {one.name}",
            (f"board {one.name}",),
            (
                "Copy MicroPython's UF2 file from micropython.org/download/RPI_PICO to "
                "the Pico.",
                f"Run `undertow flash {one.name} --board {file} --port PORT`.",
                f"Write its serial number into {file}.",
                f"Connect {hang}, one row or reader at a time.",
            ),
            (
                f"`undertow doctor --board {file}` finds it.",
                f"{_TEST.format('sensors', file)}",
            ),
        )


def _eliminator(file: str) -> Step:
    return Step(
        "eliminator",
        "The Eliminator",
        ("eliminator",),
        (
            "Key and `fire`; F2 at the supply; the key's second pole in the servo's "
            "5 V; R3 at the servo's plug.",
            "Puck, bracket, servo; **the horn stays off**.",
        ),
        (
            "At the servo's plug, servo not plugged in: key on 5 V, key off 0 V, also "
            "with the Pi switched off.",
            f"{_TEST.format('striker', file)} moves only while the key is on and "
            "`fire` is held; at rest the horn turns by hand.",
            "Then mount the horn at rest; the same test finds the angles.",
        ),
    )


def _all(board: BoardMap, file: str) -> Step:
    sounds = board.speaker is not None and board.speaker.driver == "i2s"
    speaker = ("Connect amplifier and speaker as in the drawing “Speaker”.",)
    return Step(
        "all",
        "All of it",
        ("tiles",),
        (
            *(speaker if sounds else ()),
            "Put overlay and tiles on and screw the layers together.",
        ),
        (
            f"`undertow selftest --board {file}` from end to end.",
            f"`undertow play --board {file}`",
        ),
    )


def checklist(steps: Sequence[Step]) -> list[str]:
    lines = [
        "Print this page and continue only when every check of a step is good: two "
        "steps later a fault is ten times as hard to find. `my-table.toml` is your "
        "copy of the map. [BUILDING.md](../../BUILDING.md) has the reasons.",
    ]
    for number, step in enumerate(steps, 1):
        lines += [
            "",
            f"## {number}. {step.title}",
            "",
            f"![{step.title}](steps/{number}-{step.name}.svg)",
            "",
            *(f"- [ ] {words}" for words in step.do),
            *(f"- [ ] *Check:* {words}" for words in step.checks),
        ]
    return lines
