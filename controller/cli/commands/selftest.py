"""`undertow selftest`: walks a builder through every part of a table."""

import argparse

from controller.cli.arguments import add_backend, add_board
from controller.cli.settings.resolve import resolve
from controller.tools.selftest import PARTS

HELP = "try every lamp, button, sensor and the striker, one after the other"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "part", nargs="?", choices=PARTS, help="only this; without it, all of them"
    )
    add_board(parser)
    add_backend(parser)


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.selftest.command import selftest

    found = resolve(vars(parsed))
    return selftest(found.board, found.backend, parsed.part)
