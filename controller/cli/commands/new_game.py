"""`undertow new-game`: a folder, or a package, with a game that plays at once."""

import argparse
import re
from pathlib import Path

HELP = "make a new game that plays at once, with its rulings, tests and pages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="a-z, 0-9 and single dashes, such as pearl-dive")
    parser.add_argument(
        "--seats", type=_seats, default=(2, 4), metavar="2-4", help="how many play"
    )
    for kind, says in (
        ("grid", "it is played on the tile grid"),
        ("hidden", "it has secrets; with --grid, tiles that lie face down"),
        ("cards", "it has a deck, and hands of cards"),
    ):
        parser.add_argument(f"--{kind}", action="store_true", help=says)
    parser.add_argument(
        "--package",
        type=Path,
        metavar="DIR",
        help="make a package of your own there, instead of a folder of Undertow's",
    )


def _seats(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-6])(?:-([1-6]))?", text)
    if not found or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError(
            f"must be a number from 1 to 6, or two such as 2-4, not {text[:20]!r}"
        )
    return int(found[1]), int(found[2] or found[1])


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.new_game import command

    options = command.NewGameOptions(
        parsed.name,
        parsed.seats,
        grid=parsed.grid,
        hidden=parsed.hidden,
        cards=parsed.cards,
        package=parsed.package,
    )
    return command.run(options)
