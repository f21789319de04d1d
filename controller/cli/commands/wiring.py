"""`undertow wiring`: makes pin-out, drawings, power and parts list of a board map."""

import argparse
from pathlib import Path

from controller.cli.arguments import add_board
from controller.cli.command import Start

HELP = "make pin-out, drawings, power and parts list from the board map"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument(
        "--out", type=Path, help="folder; default: beside the board map"
    )
    parser.add_argument("--check", action="store_true", help="only say what is stale")


def run(parsed: argparse.Namespace, _: Start) -> int:
    from wiring.papers.command import wire

    return wire(parsed.board, parsed.out, check=parsed.check)
