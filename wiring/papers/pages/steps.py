"""In which order a table is built: what is new in each step, and how to check it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEST = "`undertow selftest {} --board {}`"


class Step(NamedTuple):
    name: str  # of its picture
    title: str
    parts: tuple[str, ...]  # what is new, as `scenery` names it
    do: tuple[str, ...]  # a tick each
    checks: tuple[str, ...]  # and one more each


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
        ("System and program are installed; no wires yet.",),
        (
            f"`undertow doctor --board {file}` names the Pi; parts that are not there "
            "yet are named as missing, and nothing else is wrong.",
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
            f"Feeds of AWG {line.gauge.awg} for pixels {fed}; nothing hangs on them.",
        ),
        ("5.0 to 5.2 V at the end of each feed, the right way round.",),
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
            f"`undertow doctor --board {file}` says nothing of low voltage.",
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
            "No connection between 5 V and ground.",
            "One between pins 1 and 7 of the chip, and from there to the Pi's ground.",
        ),
    )


def _lamps(geometry: Geometry, file: str) -> Iterator[Step]:
    board, test = geometry.board, _TEST.format("lamps", file)
    lit = any(button.pixel is not None for button in board.buttons)
    buttons = ("button lamps",) if lit else ()
    wood = ("The layers are cut and drilled, and battens glued along their seams.",)
    if all(len(sheets) == 1 for sheets in geometry.sheets.values()):
        wood = ("The layers are cut and drilled.",)
    if board.depth:
        lamps = board.depth.lanes * board.depth.positions
        yield Step(
            "depth-strip",
            "The Depth Board's strip",
            ("depth lamps",),
            (
                *wood,
                f"{lamps} pixels in {board.depth.lanes} lanes, arrow to arrow, turning "
                "round at the end of each.",
                "The feeds are at the pixels with red rings in the picture of "
                "the table.",
            ),
            (
                f"{test}: all but the missing ones are right.",
                "4.6 V or more at the far end while it shows white.",
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
            (f"{test}: nothing is dark.",),
        )


def _buttons(board: BoardMap, file: str) -> Step:
    return Step(
        "buttons",
        "Buttons",
        ("buttons",),
        (f"{len(board.buttons)} buttons, each between its pin and ground.",),
        (f"{_TEST.format('buttons', file)} knows every one.",),
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
                "MicroPython's UF2 file, from micropython.org/download/RPI_PICO, is "
                "on the Pico.",
                f"`undertow flash {one.name} --board {file} --port PORT` is done.",
                f"Its serial number is in {file}.",
                f"{hang}, a row or a reader at a time.",
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
            "Then the horn is put on at rest, and the angles are found by the same "
            "test.",
        ),
    )


def _all(board: BoardMap, file: str) -> Step:
    sounds = board.speaker is not None and board.speaker.driver == "i2s"
    speaker = ("Amplifier and speaker are wired as in the drawing “Speaker”.",)
    return Step(
        "all",
        "All of it",
        ("tiles",),
        (
            *(speaker if sounds else ()),
            "Overlay and tiles are on, the layers are screwed together.",
        ),
        (
            f"`undertow selftest --board {file}` from end to end.",
            f"`undertow play --board {file}`",
        ),
    )


def checklist(steps: Sequence[Step]) -> list[str]:
    lines = [
        "Print it, tick with a pen, and go on only when every check of a step is good: "
        "a fault is ten times as hard to find two steps later. `my-table.toml` is your "
        "copy of the map. [How to build it](../../BUILDING.md) has the reasons.",
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
