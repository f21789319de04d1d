"""The table's parts: the board map, and the driver of each part."""

import re
import shlex
from collections.abc import Iterator

from controller.basics.errors import UndertowError
from controller.tools.doctor import servo
from controller.tools.doctor.boot import (
    SPI_OF_DEBIAN,
    config_finding,
    has_debians_kernel,
)
from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from controller.tools.flash.plugs import Plugged, boot_loaders, owner
from hardware.backends.pi.checks import Trouble, troubles
from hardware.backends.pi.pins import pin_library
from hardware.backends.pi.pixels import driven
from hardware.parts import servos
from hardware.parts.fitting import part_specs
from hardware.pi_model import Pi
from wiring.boardmap import BoardMap
from wiring.pins import remarks


def board_map(case: Case) -> Iterator[Finding]:
    if case.board is None:
        trouble = case.board_trouble or "the board map cannot be used"
        yield fail("board map", trouble, _look_at(case, trouble))
        return
    board = case.board
    has = [
        f"{board.strip.pixels} pixels",
        f"{len(board.buttons)} buttons",
        f"{len(board.boards)} sensor boards",
        "an Eliminator" if board.eliminator else "no Eliminator",
    ]
    yield ok("board map", f"{board.path} ({board.name}): {', '.join(has)}")
    try:
        own = [part.name for part in part_specs(board)]
    except UndertowError as error:
        yield fail("board map", str(error), _look_at(case, str(error)))
    else:
        if own:
            yield ok("custom parts", ", ".join(own))
    for says in remarks(board):
        yield warn("board map", says, _look_at(case, says))


def _look_at(case: Case, trouble: str) -> str:
    path = str(case.board_path)
    if line := re.match(r":(\d+):", trouble.removeprefix(path)):
        return f"nano +{line[1]} {shlex.quote(path)}"
    return f"ls -ld {shlex.quote(path)}"


def drivers(case: Case) -> Iterator[Finding]:
    """Check each part that is wired to the Pi itself."""
    if case.pi is None or case.board is None:
        return
    found = troubles(case.board, case.pi, case.machine.root)
    errors = [trouble_finding(case, trouble) for trouble in found]
    errors += servo.troubles(case)
    broken = {finding.subject for finding in errors if finding.state == "error"}
    for part, says in _fitted(case.board, case.pi):
        if part == "eliminator" and "buttons" in broken - {part}:
            yield warn(part, f"{says}; it does not work until the buttons' pins do")
        elif part not in broken:
            yield ok(part, says)
    yield from errors


def trouble_finding(case: Case, trouble: Trouble) -> Finding:
    """Return a driver's trouble as a finding, with its command separate."""
    part, says, fix = trouble
    if "do_spi" in fix and has_debians_kernel(case.machine):
        return config_finding(case, fail, part, says, "[all]", SPI_OF_DEBIAN)
    command = re.fullmatch(r"((?:sudo|echo|\S+/pip) .*?)(?:, and (.*))?", fix)
    if command is None:
        return fail(part, str(trouble))
    after = f"; after the command, {command[2]}" if command[2] else ""
    return fail(part, f"{says}{after}", command[1])


def _fitted(board: BoardMap, pi: Pi) -> Iterator[tuple[str, str]]:
    """Yield each part with its line from the table's start."""
    yield "strip", driven(board.strip)
    if board.buttons:
        library = pin_library(pi) or "no library yet"
        yield "buttons", f"gpiozero over {library}, {len(board.buttons)} pins"
    if board.eliminator:
        yield "eliminator", servos.description(board.eliminator)


def sensor_boards(case: Case) -> Iterator[Finding]:
    """Check each board by its USB serial number, whichever port it is on."""
    if case.pi is None or case.board is None or not case.board.boards:
        return
    plugged = Plugged(case.machine.ports(), tuple(boot_loaders(case.machine.root)))
    strangers = [pico for pico in plugged.picos if owner(case.board, pico) is None]
    for board in case.board.boards:
        subject = f"sensor board {board.name}"
        found = [p.port for p in plugged.ports if p.is_of(board.usb_serial)]
        if len(found) == 1:
            yield ok(subject, f"USB serial {board.usb_serial} on {found[0]}")
            continue
        if found:
            both = f"{len(found)} USB plugs have the serial {board.usb_serial}"
            says = f"{both}: {' and '.join(found)}; unplug all but one"
        else:
            hint = (
                "; perhaps it is one of the unknown boards below" if strangers else ""
            )
            says = f"USB serial {board.usb_serial} is not plugged in{hint}"
        yield fail(subject, says, "ls -l /dev/serial/by-id/")
    for pico in strangers:
        says = (
            f"USB serial {pico} is not in the board map; if it belongs to the table, "
            "write its number there as usb_serial"
        )
        yield warn("unknown board", says, f"nano {shlex.quote(str(case.board_path))}")
    for place, chip in plugged.boot_loaders:
        says = (
            f"a {chip.board} at USB {place} is in its bootloader; plug it in again "
            "without holding its button, or flash it"
        )
        yield warn("unknown board", says)
