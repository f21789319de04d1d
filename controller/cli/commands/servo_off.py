"""`undertow servo-off`: ends the servo's pulses, whatever died in mid-stroke.

The service runs it after each stop, as its last deed (`ExecStopPost=`).
"""

import argparse
import sys
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.cli.arguments import add_backend, add_board
from controller.cli.settings.resolve import resolve

HELP = "stop driving the servo, if a table died in mid-stroke"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    add_backend(parser)


def run(parsed: argparse.Namespace) -> int:
    found = resolve(vars(parsed))
    return servo_off(found.board, found.backend)


def servo_off(board: Path, backend: str, root: Path = Path("/")) -> int:
    """Gives the exit status: 1, with a sentence, if the servo may still be driven."""
    from hardware import choose
    from wiring import boardmap

    try:
        row = boardmap.load(board).eliminator
        if row:
            choose.end_pulses(backend, row, root)
    except (UndertowError, OSError) as error:
        says = f"the Eliminator may still be driven ({error}); turn its key off"
        sys.stderr.write(f"undertow: {says}\n")
        return 1
    return 0
