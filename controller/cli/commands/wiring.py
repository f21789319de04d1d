"""`undertow wiring`: makes pin-out, drawings, power and parts list of a board map."""

import argparse
from pathlib import Path

from controller.cli.arguments import add_board

HELP = "make pin-out, drawings, power and parts list from the board map"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument(
        "--out", type=Path, help="folder; default: named after the board map, here"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--check",
        action="store_true",
        help="only say which papers of the guide are stale",
    )
    group.add_argument(
        "--drawings",
        type=Path,
        metavar="FOLDER",
        help="instead: files to cut and drill by, as SVG, DXF and PDF at 1:1",
    )
    group.add_argument(
        "--solids",
        type=Path,
        metavar="FOLDER",
        help="instead: puck, bracket, arm and tile to print, as STEP and STL",
    )


def run(parsed: argparse.Namespace) -> int:
    from wiring.papers.command import check, draw, shape, wire

    if parsed.check:
        return check()
    if parsed.drawings:
        return draw(parsed.board, parsed.drawings)
    if parsed.solids:
        return shape(parsed.board, parsed.solids)
    return wire(parsed.board, parsed.out)
