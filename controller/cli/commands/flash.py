"""`undertow flash`: puts the firmware onto a sensor board."""

import argparse

from controller.cli.arguments import add_board
from controller.cli.settings.resolve import resolve

HELP = "put the firmware onto a sensor board"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("name", nargs="?", help="the board, as the board map names it")
    group.add_argument(
        "--list",
        action="store_true",
        help="say which boards are plugged in, and what they run",
    )
    add_board(parser)
    parser.add_argument(
        "--port",
        dest="usb_port",
        metavar="PORT",
        help="USB port of the board, while the board map lacks its serial number",
    )


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.flash.command import flash

    return flash(resolve(vars(parsed)).board, parsed.name, parsed.usb_port)
