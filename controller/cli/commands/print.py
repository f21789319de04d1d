"""`undertow print`: cards, pieces and overlays of a game as PDF at 1:1."""

import argparse
from pathlib import Path

from controller.cli.arguments import add_board
from controller.cli.settings.resolve import resolve

HELP = "make cards, pieces and overlays of a game as PDF, to print and cut"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deck", metavar="GAME", help="the game to print")
    add_board(parser)
    parser.add_argument("--house", help="folder of your own decks and dice")
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="default a4"
    )
    parser.add_argument(
        "--size",
        choices=("standard", "mini", "tarot"),
        default="standard",
        help="cards for sleeves of 63 × 88, 44 × 68 or 70 × 120 mm; default standard",
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), help="folder; default: here"
    )


def run(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.tools.print.command import PrintOptions, print_game

    found = resolve(vars(parsed))
    return print_game(
        PrintOptions(
            parsed.deck,
            found.board,
            Houses(found.house),
            parsed.paper,
            parsed.size,
            parsed.out,
        )
    )
