"""`undertow flash`, the command."""

import sys
from collections.abc import Callable
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.tools.flash.plugs import (
    Plugged,
    boot_loader_hint,
    duplicate_plugs,
    find_board,
    find_plug,
    owner,
    plugged_in,
    where,
)
from controller.tools.flash.talk import Busy, Line, ask_hello, faults
from controller.tools.flash.update import TIMEOUTS, Timeouts, Update
from firmware.messages import Hello
from hardware.backend import LineLost
from hardware.health import dotted
from wiring.boardmap import BoardMap, SensorBoard, load

Look = Callable[[], Plugged]


def flash(
    path: Path,
    name: str | None,
    port: str | None,
    look: Look = plugged_in,
    timeouts: Timeouts = TIMEOUTS,
) -> int:
    """Put the firmware onto one board or, without a name, list all boards."""
    try:
        board_map = load(path)
        if name is None:
            return _list(board_map, look(), timeouts)
        board = find_board(board_map, name)
        plug = find_plug(board_map, board, look(), port)
        hello = Update(board, look, _print, timeouts).run(plug)
    except UndertowError as error:
        sys.stderr.write(f"undertow: {error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("undertow: stopped; run it again to finish\n")
        return 130
    _done(board_map, board, hello)
    return 0


def _done(board_map: BoardMap, board: SensorBoard, hello: Hello) -> None:
    version = dotted(hello.version)
    _print(f"{board.name}: runs firmware {version} for {board_map.path}")
    if hello.serial.lower() != board.usb_serial.lower():
        _print(
            f'{board.name}: now write usb_serial = "{hello.serial}" into '
            f"{where(board_map, board)}; the table finds the board by this number"
        )


def _list(board_map: BoardMap, plugged: Plugged, timeouts: Timeouts) -> int:
    """List the boards; return 0 if all are in order."""
    is_well = True
    for board in board_map.boards:
        wrong, words = _state(board, plugged, timeouts)
        is_well = is_well and not wrong
        _print(f"{board.name}: {words}")
    for plug in plugged.picos:
        if owner(board_map, plug) is None:
            _print(f"unknown Pico: {plug}, not in {board_map.path}")
    if plugged.boot_loaders:
        _print(f"unknown Pico: {boot_loader_hint(plugged.boot_loaders)}")
    return 0 if is_well else 1


def _state(
    board: SensorBoard, plugged: Plugged, timeouts: Timeouts
) -> tuple[bool, str]:
    """Return whether something is wrong with a board, and its description."""
    found = [plug for plug in plugged.ports if plug.is_of(board.usb_serial)]
    if not found:
        return True, f"no USB plug has its serial number {board.usb_serial}"
    if len(found) > 1:
        return True, duplicate_plugs(found)
    port = found[0].port
    fix = f"`undertow flash {board.name}`"
    try:
        with Line(port) as line:
            hello = ask_hello(line, timeouts.hello)
    except Busy:
        return False, f"{port} is in use, perhaps by a running table"
    except LineLost as error:
        return True, str(error)
    if hello is None:
        return True, f"{port}, no firmware answers; flash it with {fix}"
    words = f"{port}, firmware {dotted(hello.version)}"
    wrong = faults(hello, board)
    if wrong:
        return True, f"{words}, out of date: {'; '.join(wrong)}; update it with {fix}"
    return False, f"{words}, matches the board map"


def _print(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()
